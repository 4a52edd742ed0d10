import type { Category } from "#features/events/categories.ts"

/** Our categories in Mobilizon's terms, which FEP-8a8e recommends. */
export const mobilizonCategories: Record<Category, string> = {
  music: "MUSIC",
  theatre: "THEATRE",
  dance: "PERFORMING_VISUAL_ARTS",
  exhibition: "ARTS",
  film: "FILM_MEDIA",
  talk: "LEARNING",
  circus: "PERFORMING_VISUAL_ARTS",
  workshop: "WORKSHOPS_SKILL_SHARING",
  young: "FAMILY_EDUCATION",
  party: "PARTY",
  other: "MEETING",
}

/** Mobilizon's categories that map to one of ours with certainty; for others the text decides. */
export const categoriesByWord: Readonly<Record<string, Category>> = {
  MUSIC: "music",
  CREATIVE_JAM: "music",
  THEATRE: "theatre",
  COMEDY: "theatre",
  ARTS: "exhibition",
  PHOTOGRAPHY: "exhibition",
  FILM_MEDIA: "film",
  LEARNING: "talk",
  BOOK_CLUBS: "talk",
  WORKSHOPS_SKILL_SHARING: "workshop",
  CRAFTS: "workshop",
  DIY_MAKER_SPACES: "workshop",
  FAMILY_EDUCATION: "young",
  PARTY: "party",
}
