import { z } from "@hono/zod-openapi"
import { box, commaList, paging, point, searchText, text } from "#http/input/parameters.ts"
import { actorTypes } from "./actor-types.ts"

/** Largest and default number of actors in a list (product §2). */
export const actorListSize = 200

/** Query parameters of a list of actors. */
export const actorListQuery = z.object({
  q: searchText,
  type: commaList(actorTypes).optional(),
  tag: text(60).optional().openapi({ description: "A tag, matched as a whole." }),
  near: point.optional().openapi({
    description:
      "Latitude and longitude (WGS 84), separated by a comma; limits the list to `radius` and sorts it by distance.",
  }),
  radius: z.coerce
    .number()
    .min(0.1)
    .max(500)
    .optional()
    .openapi({ description: "Greatest distance from `near`, in kilometres.", default: 25 }),
  bbox: box.optional(),
  letter: z
    .string()
    .regex(/^([a-z]|0)$/)
    .optional()
    .openapi({ description: "First letter of the name, ignoring articles; `0` for anything else." }),
  ...paging(actorListSize, actorListSize),
})

export const actorPath = z.object({ fid: z.string().openapi({ example: "hangar" }) })
