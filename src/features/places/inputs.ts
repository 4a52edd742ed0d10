import { z } from "@hono/zod-openapi"
import { degrees, withMessage, text } from "#http/input/parameters.ts"
import { line } from "#http/input/body-fields.ts"
import { isDate } from "#lib/time.ts"
import { accessFeatures } from "./access.ts"

const answer = z.enum(["yes", "no", "unknown"]).optional()

/** The access features of a venue, as a form or the API sends them. */
export const accessInput = z.object({
  ...(Object.fromEntries(accessFeatures.map((feature) => [feature, answer])) as Record<
    (typeof accessFeatures)[number],
    typeof answer
  >),
  checked: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .refine(isDate, withMessage("errors.date"))
    .optional(),
})

export const locationInput = z
  .object({
    name: line(200).optional(),
    street: line(300).optional(),
    postal_code: line(20).optional(),
    locality: line(120).optional(),
    region: line(120).optional(),
    country: text(2)
      .toUpperCase()
      .regex(/^[A-Z]{2}$/)
      .nullish()
      .openapi({ description: "ISO 3166-1 alpha-2 code.", example: "BE" }),
    lat: z.number().min(-90).max(90).overwrite(degrees).nullish(),
    lon: z.number().min(-180).max(180).overwrite(degrees).nullish(),
    precision: z.enum(["exact", "street", "locality", "unknown"]).optional(),
  })
  .refine(({ lat, lon }) => (lat == null) === (lon == null), withMessage("errors.coordinates"))
  // A location without any value is null.
  .transform((given) => {
    const { precision: _, ...said } = given
    return Object.values(said).some((value) => value != null) ? given : null
  })
