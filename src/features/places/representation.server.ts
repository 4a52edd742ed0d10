import { z } from "@hono/zod-openapi"
import { accessFeatures, type Access } from "./access.ts"

const answer = z.enum(["yes", "no", "unknown"]).optional()

export const accessRepresentation = z
  .object({
    ...(Object.fromEntries(accessFeatures.map((feature) => [feature, answer])) as Record<
      (typeof accessFeatures)[number],
      typeof answer
    >),
    checked: z.string().optional().openapi({ format: "date" }),
  } satisfies Record<keyof Access, z.ZodType>)
  .openapi("Access")

export const locationRepresentation = z
  .object({
    name: z.string().nullable(),
    street: z.string().nullable(),
    postal_code: z.string().nullable(),
    locality: z.string().nullable(),
    region: z.string().nullable(),
    country: z.string().nullable().openapi({ description: "ISO 3166-1 alpha-2 code.", example: "BE" }),
    lat: z.number().nullable(),
    lon: z.number().nullable(),
    precision: z.enum(["exact", "street", "locality", "unknown"]),
    timezone: z.string().optional().openapi({
      description:
        "IANA time zone of the point, or of a country with a single zone. Given for a single page; left out if unknown.",
      example: "Europe/Brussels",
    }),
  })
  .openapi("Location")
