import { z } from "@hono/zod-openapi"
import { oneLine, withMessage, text } from "./parameters.ts"

// Schemas of fields that actors and events share. Fields that a schema does not name are ignored.

/** A text in several languages; blank ones are dropped. */
export function translatedText(longest: number) {
  return translated(text(longest), longest)
}

/** A title in several languages, one line each. */
export function translatedLine(longest: number) {
  return translated(oneLine(longest), longest)
}

function translated(words: z.ZodString, longest: number) {
  const one = words.nullish()
  return z
    .object({ fr: one, en: one, nl: one })
    .transform((given) => Object.fromEntries(Object.entries(given).filter(([, words]) => words)) as Translated)
    .openapi({ description: `Up to ${longest} characters in each language.` })
}
type Translated = { fr?: string; en?: string; nl?: string }

/** An optional line of text; blank counts as null. */
export function line(longest: number) {
  return oneLine(longest)
    .nullable()
    .transform((value) => value || null)
}

/** A web address in canonical form. */
export const webAddress = text(2000)
  .refine((value) => isWebAddress(value), withMessage("errors.address"))
  .transform((value) => new URL(value).href)
  .refine((value) => value.length <= 2000, withMessage("errors.address"))
  .openapi({ format: "uri" })

function isWebAddress(value: string) {
  if (!URL.canParse(value)) return false
  const { protocol, username, password, hostname } = new URL(value)
  return /^https?:$/.test(protocol) && !username && !password && hostname !== ""
}

export const tagList = z
  .array(oneLine(60).min(1))
  .max(30)
  .transform((tags) => [...new Set(tags.map((tag) => tag.toLowerCase()))])
