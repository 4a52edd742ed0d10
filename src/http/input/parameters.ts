import { z } from "@hono/zod-openapi"
import type { MessageId } from "#i18n/messages.ts"
import { blankIfInvisible, withoutDirections } from "#lib/text/one-line.ts"
import { timezoneNamed } from "#lib/time.ts"

/** Makes the options of a failed check whose text is a message. */
export function withMessage(message: MessageId) {
  return { params: { message } }
}

/** Text from outside: trimmed, well-formed and without NUL, since PostgreSQL can store neither lone surrogates nor NUL. */
export function text(longest: number) {
  return z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes("\0"), withMessage("errors.invalid"))
    .trim()
    .max(longest)
}

/** Optional text; blank text counts as missing. */
export function optionalText(longest: number) {
  return text(longest)
    .nullish()
    .transform((value) => value || undefined)
}

const breaks = /[\p{Cc}\u2028\u2029]+/gu

/**
 * Text shown on one line: line breaks and other control characters become a space, and invisible characters are removed, as in
 * imports.
 */
export function oneLine(longest: number) {
  return z
    .string()
    .refine((value) => value.isWellFormed() && !value.includes("\0"), withMessage("errors.invalid"))
    .overwrite((value) => blankIfInvisible(withoutDirections(value.replaceAll(breaks, " "))))
    .trim()
    .max(longest)
}

/** A number in a path. It is read as text, so that anything else is answered with not found rather than as invalid. */
export function numberInPath(example: number) {
  return z.string().openapi({ type: "integer", minimum: 1, example })
}

/** Search text: trimmed, undefined when blank, cut when too long for a search. */
export const searchText = z
  .string()
  .optional()
  .transform((value) => value?.toWellFormed().replaceAll("\0", " ").trim().slice(0, 500) || undefined)
  .openapi({ description: "Search text. Words match by their beginning; accents and case are ignored." })

/** The name of a time zone (IANA) in canonical spelling; whether the zone exists is checked where it is used. */
export const timezoneName = text(64)
  .transform((value) => timezoneNamed(value) ?? value)
  .openapi({ type: "string", description: "IANA time zone name.", example: "Europe/Brussels" })

/** Lists the accepted values of a parameter for the reference. */
export function valueList(values: readonly string[]) {
  return values.map((value) => `\`${value}\``).join(", ")
}

/** `a,b,c` → a list of known values, each once. An error concerns the whole parameter. */
export function commaList<const Values extends readonly [string, ...string[]]>(values: Values) {
  return z
    .string()
    .transform((value, context) => {
      const parts = value.split(",").map((part) => part.trim())
      const known = parts.filter((part): part is Values[number] => values.includes(part))
      if (known.length < parts.filter(Boolean).length || known.length === 0) {
        context.issues.push({ code: "invalid_value", values: [...values], input: value })
        return z.NEVER
      }
      return [...new Set(known)]
    })
    .openapi({
      type: "string",
      example: values.slice(0, 2).join(","),
      // Not `enum`: a list of values is valid too.
      description: `${valueList(values)}: one or more of these, separated by commas.`,
    })
}

const moment = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2}))?$/

/** A date (2026-11-21), or a time with offset, whose plus is a space if it was not encoded in the address. */
export const dateOrTime = z
  .string()
  .overwrite((value) => value.replace(/ (?=\d{2}:\d{2}$)/, "+"))
  .refine((value) => moment.test(value) && isRealDate(value), withMessage("errors.date"))
  .openapi({ example: "2026-11-21" })

function isRealDate(value: string) {
  const day = new Date(`${value.slice(0, 10)}T00:00:00Z`)
  const isDay = !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value.slice(0, 10))
  return isDay && !Number.isNaN(new Date(value).getTime()) && value.slice(0, 4) >= "0100"
}

function numbers(count: number, message: MessageId, ranges: [number, number][]) {
  return z
    .string()
    .transform((value) => value.split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part))))
    .refine(
      (values) =>
        values.length === count &&
        values.every((value, at) => {
          const [low, high] = ranges[at] as [number, number]
          return Number.isFinite(value) && value >= low && value <= high
        }),
      withMessage(message),
    )
}

/** Rounds values below a tenth of a millimetre to zero, because PostgreSQL cannot compute with them. */
export function degrees(value: number): number {
  return Math.abs(value) < 1e-9 ? 0 : value
}

/** `latitude,longitude` in degrees (WGS 84). */
export const point = numbers(2, "errors.point", [
  [-90, 90],
  [-180, 180],
])
  .transform(([lat, lon]) => ({ lat: degrees(lat as number), lon: degrees(lon as number) }))
  .openapi({
    type: "string",
    example: "50.846,4.352",
    description: "Latitude and longitude in degrees (WGS 84), separated by a comma.",
  })

/** `west,south,east,north` in degrees (WGS 84); west > east crosses the date line. */
export const box = numbers(4, "errors.box", [
  [-180, 180],
  [-90, 90],
  [-180, 180],
  [-90, 90],
])
  .refine(([, south = 0, , north = south]) => !(south > north), withMessage("errors.box_reversed"))
  .transform((values) => values as [number, number, number, number])
  .openapi({
    type: "string",
    example: "4.2,50.7,4.5,50.9",
    description:
      "West, south, east and north in degrees (WGS 84), separated by commas; if west > east, the box crosses the date line.",
  })

export const boolean = z
  .enum(["true", "false", "1", "0"])
  .transform((value) => value === "true" || value === "1")
  .openapi({ type: "boolean" })

/** The parameters of a page of a list: `start` ≥ 0 and `limit` 1 to `most`. */
export function paging(most: number, usual: number) {
  const whole = z
    .string()
    .regex(/^-?\d{1,9}$/)
    .transform(Number)
  return {
    start: whole
      .pipe(z.number().min(0).max(1_000_000))
      .optional()
      .transform((value) => value ?? 0)
      .openapi({ type: "integer", minimum: 0, default: 0 }),
    limit: whole
      .pipe(z.number().min(1).max(most))
      .optional()
      .transform((value) => value ?? usual)
      .openapi({ type: "integer", minimum: 1, maximum: most, default: usual }),
  }
}

/** Paging of a list that is seldom longer than a page: all of it, unless fewer are requested. */
export const shortListPaging = z.object(paging(200, 200))
