import type { Fields } from "#web/editing/edit-values.ts"

/** What is filled, and undone, in one go. */
export type Group = "title" | "dates" | "doors" | "place" | "prices" | "link" | "lineup" | "category" | "text"

/** What was understood for one group: the fields it has afterwards, of those it is about. */
export type Proposal = {
  group: Group
  /** The fields it is about, or what they begin with. */
  names: readonly string[]
  fields: Fields
  /** As the text says it, where no field says it well enough. */
  words?: string
  /** A date that was taken, and the weekday (from 1) that the text says of it. */
  contradicted?: { date: string; weekday: number }
}

/** One that stands in the form, and what was there before. */
export type Taken = Proposal & { before: Fields; words: string }

/** The sections of the editor that begin anew when a group is filled. */
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

/** Those of these fields that a group is about. */
export function fieldsAmong(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isAmong(name, names)))
}

/** These fields with others in the place of those they are about. */
export function withFields(fields: Fields, names: readonly string[], others: Fields): Fields {
  return { ...Object.fromEntries(Object.entries(fields).filter(([name]) => !isAmong(name, names))), ...others }
}
