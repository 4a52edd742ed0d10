import type { z } from "@hono/zod-openapi"
import type { ActorType } from "../actor-types.ts"
import type { matchRepresentation, openingRepresentation } from "./representation.server.ts"

// Openings (open dates): a page says on which days it is free, or looks for somebody (docs/decisions/0047).

/** An opening as the API returns it. */
export type Opening = z.infer<typeof openingRepresentation>
/** Another page's opening that matches one of the viewer's page. */
export type Match = z.infer<typeof matchRepresentation>

/** The kinds as in schema.org: an `offer` is free, a `demand` looks for somebody. The kind is only a wording: both match. */
export const openingKinds = ["offer", "demand"] as const
export type OpeningKind = (typeof openingKinds)[number]

/** The kind of room that is needed or offered. */
export const spaces = ["stage", "small", "studio", "gallery", "screen", "outdoors"] as const
export type Space = (typeof spaces)[number]

export const sides = ["artist", "house"] as const
export type Side = (typeof sides)[number]

/** Tells the side of an actor: persons and groups are artists; places and organizers are houses. Each side finds the other. */
export function sideOf(type: ActorType): Side {
  return type === "person" || type === "group" ? "artist" : "house"
}

/** Largest number of a page's openings that are not over. */
export const mostOpenings = 20
export const longestNote = 500
/** Largest number of days from the first to the last. */
export const longestPeriod = 366
/** Largest number of days from today to the last day. */
export const farthestDay = 731
/** The distances to choose from, in kilometres. */
export const radii = [10, 25, 50, 100, 200, 500] as const
export const usualRadius = 50

/** Number of openings on one page of a list. */
export const openingsAtOnce = 20
