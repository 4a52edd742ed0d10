import type { Fields } from "#web/editing/edit-values.ts"

/** Fields that are filled, and undone, together. */
export type Group = "title" | "dates" | "doors" | "place" | "prices" | "link" | "lineup" | "category" | "text"

/** The result of reading for one group: its fields as they will be. */
export type Proposal = {
  group: Group
  /** The fields of the group, or prefixes of them. */
  names: readonly string[]
  fields: Fields
  /** Wording of the text, when the fields do not show it well enough. */
  words?: string
  /** A date that was filled in, and the contradicting weekday (from 1) in the text. */
  contradicted?: { date: string; weekday: number }
}

/** A proposal that has been filled in, and the fields before it. */
export type FilledGroup = Proposal & { before: Fields; words: string }

/** The sections of the editor that start again when a group is filled. */
export const sectionsOf: Record<Group, readonly string[]> = {
  title: ["title", "texts", "languages"],
  dates: ["dates", "times"],
  doors: ["times"],
  place: ["place"],
  prices: ["prices"],
  link: ["prices"],
  lineup: ["who"],
  category: ["category"],
  text: ["texts"],
}

const isAmong = (name: string, names: readonly string[]) =>
  names.some((each) => name === each || name.startsWith(`${each}.`))

/** Returns those of the fields that belong to these names. */
export function fieldsAmong(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isAmong(name, names)))
}

/** Returns the fields, with those that belong to these names replaced. */
export function withFields(fields: Fields, names: readonly string[], others: Fields): Fields {
  return { ...Object.fromEntries(Object.entries(fields).filter(([name]) => !isAmong(name, names))), ...others }
}
