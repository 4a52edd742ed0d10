import type { z } from "@hono/zod-openapi"
import type { activityRepresentation } from "./representation.server.ts"

/** What an activity can be about, in the order of the filter (specification §9). */
export const models = [
  "actors.Actor",
  "contents.Event",
  "documents.Document",
  "links.Link",
  "fediverse.Identity",
] as const
export type ActivityModel = (typeof models)[number]

/** The types of activities, in the terms of ActivityStreams 2.0; `Cancel` is our own. */
export const activityTypes = ["Create", "Update", "Cancel", "Announce", "Join"] as const
export type ActivityType = (typeof activityTypes)[number]

/** What an `Update` changed, or in which role somebody joined. */
export const details = [
  "postponed",
  "rescheduled",
  "moved_online",
  "date_changed",
  "date_cancelled",
  "place_changed",
  "renamed",
  "member",
  "partner",
  "group",
  "performer",
  "organizer",
  "place",
] as const
export type ActivityDetail = (typeof details)[number]

/** An activity as the API returns it and pages read it. */
export type Activity = z.infer<typeof activityRepresentation>
