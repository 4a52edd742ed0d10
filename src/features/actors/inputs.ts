import { z } from "@hono/zod-openapi"
import { box, commaList, paging, point, searchText, text } from "#http/parameters.ts"
import { actorTypes } from "./actor-types.ts"

/** Largest and default number of actors in a list (product §2). */
export const actorListSize = 200

/** Query parameters of a list of actors. */
export const actorListQuery = z.object({
  q: searchText,
  type: commaList(actorTypes).optional(),
  tag: text(60).optional().openapi({ description: "One of `tags`, whole." }),
  near: point.optional().openapi({ description: "Latitude and longitude (WGS 84); then the order is by distance." }),
  radius: z.coerce.number().min(0.1).max(500).optional().openapi({ description: "Kilometres", default: 25 }),
  bbox: box.optional(),
  letter: z
    .string()
    .regex(/^([a-z]|0)$/)
    .optional()
    .openapi({ description: "The letter names begin with, articles aside; 0 for all else." }),
  ...paging(actorListSize, actorListSize),
})

export const actorPath = z.object({ fid: z.string().openapi({ example: "hangar" }) })
