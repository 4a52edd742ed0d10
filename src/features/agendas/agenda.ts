import type { AgendaEntry, ManagedAgenda, PublicAgenda } from "./representation.server.ts"

/** An agenda as its owner sees it, as everybody sees a published one, and one of its entries. */
export type { AgendaEntry, ManagedAgenda, PublicAgenda }

/** Longest slug of an agenda, in characters. */
export const longestSlug = 60

/** Whether a word may be the slug of an agenda. Never a number: API programs address agendas by their number. */
export function isSlug(word: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/.test(word) && /[a-z]/.test(word)
}

/** Turns words into a slug: « Nuits d’été » becomes `nuits-d-ete`. */
export function slugOf(words: string): string {
  return words
    .replaceAll(/[œŒ]/g, "oe")
    .replaceAll(/[æÆ]/g, "ae")
    .replaceAll("ß", "ss")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, longestSlug)
    .replaceAll(/^-+|-+$/g, "")
}
