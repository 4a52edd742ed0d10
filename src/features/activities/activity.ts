import type { z } from "@hono/zod-openapi"
import type { activityRepresentation } from "./representation.server.ts"

/** What an activity can be about, in the order in which it is asked for (specification §9). */
export const models = [
  "actors.Actor",
  "contents.Event",
  "documents.Document",
  "links.Link",
  "fediverse.Identity",
] as const
export type ActivityModel = (typeof models)[number]

/** What can have happened to it, in the terms of ActivityStreams 2.0; `Cancel` is ours. */
export const activityTypes = ["Create", "Update", "Cancel", "Announce", "Join"] as const
export type ActivityType = (typeof activityTypes)[number]

/** What a change was about, or as what somebody joined. */
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

/** An activity as the API speaks it and pages read it. */
export type Activity = z.infer<typeof activityRepresentation>
