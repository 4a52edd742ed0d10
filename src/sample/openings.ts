import type { Category } from "#features/events/categories.ts"
import type { OpeningKind, Space } from "#features/actors/openings/opening.ts"

/** Open dates of the sample: the first and the last day, counted from today. */
type SampleOpening = {
  fid: string
  kind: OpeningKind
  days: [first: number, last: number]
  categories?: Category[]
  spaces?: Space[]
  radius: number
  note?: string
}

/** Artists who are free and venues that look for somebody, in the languages of their pages. */
export const openings: SampleOpening[] = [
  {
    fid: "hangar",
    kind: "demand",
    days: [21, 48],
    categories: ["music"],
    spaces: ["stage"],
    radius: 200,
    note: "Trois soirées sans affiche dans la petite nef ; nous logeons jusqu’à six personnes.",
  },
  {
    fid: "quairouge",
    kind: "demand",
    days: [30, 62],
    categories: ["theatre", "dance"],
    radius: 200,
    note: "Formes courtes, une heure au plus, deux soirs de suite.",
  },
  { fid: "sainteaube", kind: "demand", days: [24, 40], categories: ["music"], spaces: ["small"], radius: 100 },
  {
    fid: "studio_du_canal",
    kind: "offer",
    days: [14, 27],
    categories: ["dance"],
    spaces: ["studio"],
    radius: 100,
    note: "Le studio est libre pour une résidence de deux semaines.",
  },
  {
    fid: "lichthuis",
    kind: "demand",
    days: [35, 55],
    categories: ["theatre", "music"],
    radius: 100,
    note: "Twee avonden in de kleine zaal, techniek is er.",
  },
  { fid: "brumes", kind: "demand", days: [20, 45], categories: ["music"], spaces: ["stage", "small"], radius: 200 },
  {
    fid: "nour",
    kind: "offer",
    days: [25, 60],
    categories: ["music"],
    spaces: ["stage", "small"],
    radius: 200,
    note: "Cinq personnes, un camion, aucune lumière à prévoir.",
  },
  { fid: "kantwind", kind: "offer", days: [28, 50], categories: ["music"], spaces: ["small"], radius: 100 },
  {
    fid: "contrepoids",
    kind: "demand",
    days: [16, 44],
    categories: ["circus"],
    spaces: ["studio"],
    radius: 200,
    note: "Cinq mètres sous plafond pour répéter un duo.",
  },
  {
    fid: "slowferry",
    kind: "offer",
    days: [40, 75],
    categories: ["music"],
    radius: 500,
    note: "On the road between two festivals, happy to play in small rooms.",
  },
]
