import { htmlOfMarkdown } from "#lib/text/markdown.ts"
import type { Difference } from "#ui/editing/conflict.tsx"
import type { Values } from "./form.ts"

/** The values of an editor's form by field name; each field has one value. */
export type Fields = Record<string, string>

const ours = /^(form|version|do|then|keep\..*|theirs\..*)$/

/** Picks the fields that people fill in, without those that only serve the form itself. */
export function fieldsOf(filled: Iterable<[string, unknown]>): Fields {
  const fields: Fields = {}
  for (const [name, value] of filled) if (typeof value === "string" && !ours.test(name)) fields[name] = value
  return fields
}

/** Returns the numbers of a field's rows: `rooms.0.name`, `rooms.4.name` → 0, 4. */
export function rowsIn(fields: Fields, name: string): number[] {
  const numbers = Object.keys(fields).flatMap((field) => {
    const number = field.startsWith(`${name}.`) ? /^\d{1,4}(?=\.|$)/.exec(field.slice(name.length + 1))?.[0] : undefined
    return number === undefined ? [] : [Number(number)]
  })
  return [...new Set(numbers)].sort((a, b) => a - b)
}

/** Returns the fields with the other person's values where the conflict was resolved so (ui/editing/conflict.tsx). */
export function resolveConflict(values: Values): Fields {
  const fields = fieldsOf(values.entries())
  for (const [name, choice] of values.entries()) {
    if (!name.startsWith("keep.") || choice !== "theirs") continue
    const key = name.slice("keep.".length)
    for (const one of Object.keys(fields)) if (isOf(one, key)) delete fields[one]
    Object.assign(fields, theirsOf(values.get(`theirs.${key}`), key))
  }
  return fields
}

function theirsOf(sent: string | null, key: string): Fields {
  try {
    const said = JSON.parse(sent ?? "{}") as Record<string, unknown>
    return Object.fromEntries(
      Object.entries(said).filter((one): one is [string, string] => isOf(one[0], key) && typeof one[1] === "string"),
    )
  } catch {
    return {}
  }
}

function isOf(name: string, key: string): boolean {
  return key.split("+").some((one) => name === one || name.startsWith(`${one}.`))
}

/** Returns a rich text as HTML, also when it was sent as Markdown. */
export async function richText(fields: Fields, name: string): Promise<string> {
  const text = fields[name] ?? ""
  return fields[`${name}.format`] === "markdown" ? htmlOfMarkdown(text) : text
}

/** Something that two people may disagree about: a field or a group of fields, and how to read it as text. */
export type ComparedField = {
  /** Prefix of its fields; of several, joined with a plus. */
  key: string
  label: string
  language?: string
  read?: (fields: Fields) => string
}

/**
 * Lists where my input differs from what somebody else saved meanwhile.
 * @param base the values both started with, when they are known: where I changed nothing, theirs is proposed
 */
export function differencesOf(
  matters: readonly ComparedField[],
  mine: Fields,
  theirs: Fields,
  base?: Fields,
): Difference[] {
  return matters.flatMap(({ key, label, language, read = (fields) => plainTextOf(fields[key] ?? "") }) => {
    const [my, their] = [read(mine), read(theirs)]
    if (same(my, their)) return []
    const isMineUntouched = base !== undefined && same(read(base), my)
    return [
      {
        key,
        label,
        ...(language ? { language } : {}),
        mine: my,
        theirs: their,
        fields: Object.fromEntries(Object.entries(theirs).filter(([name]) => isOf(name, key))),
        proposed: isMineUntouched ? ("theirs" as const) : ("mine" as const),
      },
    ]
  })
}

function same(one: string, other: string): boolean {
  return one.replaceAll(/\s+/g, " ").trim() === other.replaceAll(/\s+/g, " ").trim()
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " }

/** Returns the plain text of a value that may be HTML, for comparison. */
export function plainTextOf(text: string): string {
  if (!/<[a-z]/i.test(text)) return text.trim()
  return text
    .replaceAll(/<br\s*\/?>|<\/(?:p|li|h\d|blockquote)>/gi, "\n")
    .replaceAll(/<[^<>]*>/g, "")
    .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
    .trim()
}
