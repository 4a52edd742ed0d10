import { z } from "@hono/zod-openapi"
import { pictureRepresentation } from "#features/documents/image/picture.ts"
import { categories } from "#features/events/categories.ts"
import { orNull } from "#http/input/schemas.ts"
import { languages } from "#i18n/languages.ts"
import { actorReference } from "../representation.server.ts"
import { openingKinds, sides, spaces } from "./opening.ts"

const date = z.string().openapi({ format: "date" })

/** An opening: days on which a page is free, or looks for somebody. */
export const openingRepresentation = z
  .object({
    id: z.number().int(),
    actor: actorReference.extend({ avatar: orNull(pictureRepresentation) }),
    side: z.enum(sides).openapi({ description: "`artist` for persons and groups, `house` for places and organizers." }),
    kind: z.enum(openingKinds),
    starts_on: date,
    ends_on: date.openapi({ description: "Last day, included." }),
    timezone: z.string().openapi({ description: "IANA time zone of the days." }),
    categories: z.array(z.enum(categories)).openapi({ description: "Empty for any." }),
    spaces: z.array(z.enum(spaces)).openapi({ description: "Empty for any." }),
    town: z.string().nullable(),
    lat: z.number(),
    lon: z.number(),
    radius: z
      .number()
      .int()
      .openapi({ description: "Distance that the page would travel, or lets others travel, in kilometres." }),
    note: z.string().nullable(),
    language: z.enum(languages).openapi({ description: "Language of the note: that of the page." }),
    is_public: z.boolean(),
    is_open: z.boolean().openapi({ description: "Whether its last day is not over." }),
    is_reachable: z.boolean().openapi({ description: "Whether somebody reads messages to its page." }),
    distance: z
      .number()
      .optional()
      .openapi({ description: "Distance from `near`, in kilometres, if `near` was given." }),
    version: z.number().int().openapi({ description: "Increases with every edit; the `ETag` begins with it." }),
    created: z.string().openapi({ format: "date-time" }),
    updated: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Opening")

/** An opening that matches one of the viewer's page. */
export const matchRepresentation = z
  .object({
    opening: openingRepresentation,
    own: z.number().int().openapi({ description: "Id of the opening of the page that it matches." }),
    starts_on: date.openapi({ description: "First common day, today or later." }),
    ends_on: date.openapi({ description: "Last common day." }),
    distance: z.number().openapi({ description: "Distance between the two, in kilometres." }),
  })
  .openapi("OpeningMatch")
