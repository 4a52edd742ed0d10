import { z } from "@hono/zod-openapi"
import { pictureRepresentation } from "#features/documents/picture.ts"
import { categories } from "#features/events/categories.ts"
import { orNull } from "#http/schemas.ts"
import { languages } from "#i18n/languages.ts"
import { actorReference } from "../representation.server.ts"
import { openingKinds, sides, spaces } from "./opening.ts"

const date = z.string().openapi({ format: "date" })

/** An opening: days on which a page is free, or looks for somebody. */
export const openingRepresentation = z
  .object({
    id: z.number().int(),
    actor: actorReference.extend({ avatar: orNull(pictureRepresentation) }),
    side: z.enum(sides).openapi({ description: "Persons and groups are artists; places and organizers are houses." }),
    kind: z.enum(openingKinds),
    starts_on: date,
    ends_on: date.openapi({ description: "The last day, which counts." }),
    timezone: z.string().openapi({ description: "IANA: where these are days." }),
    categories: z.array(z.enum(categories)).openapi({ description: "None is any." }),
    spaces: z.array(z.enum(spaces)).openapi({ description: "None is any." }),
    town: z.string().nullable(),
    lat: z.number(),
    lon: z.number(),
    radius: z.number().int().openapi({ description: "Kilometres" }),
    note: z.string().nullable(),
    language: z.enum(languages).openapi({ description: "Of the note: that of the page." }),
    is_public: z.boolean(),
    is_open: z.boolean().openapi({ description: "Its last day is not over." }),
    is_reachable: z.boolean().openapi({ description: "Somebody reads what is written to its page." }),
    distance: z.number().optional().openapi({ description: "Kilometres from `near`, when that was asked." }),
    version: z.number().int().openapi({ description: "Grows with every edit; the ETag begins with it." }),
    created: z.string().openapi({ format: "date-time" }),
    updated: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Opening")

/** An opening that matches one of the viewer's page. */
export const matchRepresentation = z
  .object({
    opening: openingRepresentation,
    own: z.number().int().openapi({ description: "The opening of the page that it goes with." }),
    starts_on: date.openapi({ description: "The first day that is still ahead, or today, and in both." }),
    ends_on: date.openapi({ description: "The last day that is in both." }),
    distance: z.number().openapi({ description: "Kilometres between the two." }),
  })
  .openapi("OpeningMatch")
