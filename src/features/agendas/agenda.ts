import type { AgendaEntry, ManagedAgenda } from "./representation.server.ts"

/** An agenda as its owner sees it, what it holds, and what everyone sees of it. */
export type { AgendaEntry, ManagedAgenda }

/** The longest word an agenda's address may have. */
export const longestSlug = 60

/** May this be the word of an agenda's address? Never a number: those are what programs call agendas by. */
export function isSlug(word: string): boolean {
  return /^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/.test(word) && /[a-z]/.test(word)
}

/** Words as an address writes them: « Nuits d’été » becomes `nuits-d-ete`. */
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
