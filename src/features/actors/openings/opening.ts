import type { z } from "@hono/zod-openapi"
import type { ActorType } from "../actor-types.ts"
import type { matchRepresentation, openingRepresentation } from "./representation.server.ts"

// Open dates: a page says on which days it is free, or looks for somebody (docs/decisions/0047).

/** As the API answers it. */
export type Opening = z.infer<typeof openingRepresentation>
/** An opening of somebody else that goes with one of a page's own. */
export type Match = z.infer<typeof matchRepresentation>

/** As in schema.org: an `offer` is free, a `demand` looks for somebody. It is a way to say it: both match. */
export const openingKinds = ["offer", "demand"] as const
export type OpeningKind = (typeof openingKinds)[number]

/** What kind of room is needed, or is there. */
export const spaces = ["stage", "small", "studio", "gallery", "screen", "outdoors"] as const
export type Space = (typeof spaces)[number]

export const sides = ["artist", "house"] as const
export type Side = (typeof sides)[number]

/** Persons and groups are artists; places and organizers are houses. Each side finds the other one. */
export function sideOf(type: ActorType): Side {
  return type === "person" || type === "group" ? "artist" : "house"
}

/** Openings of one page that are not over. */
export const mostOpenings = 20
export const longestNote = 500
/** Days from the first to the last. */
export const longestPeriod = 366
/** Days from today. */
export const farthestDay = 731
/** Kilometres. */
export const radii = [10, 25, 50, 100, 200, 500] as const
export const usualRadius = 50

/** So many of a list come at once. */
export const openingsAtOnce = 20
