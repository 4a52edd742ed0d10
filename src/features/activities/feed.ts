import { type Relation, relations } from "#ui/relations.ts"
import { type Activity, type ActivityModel, activityTypes, models } from "./activity.ts"

/** Activities on the first page and with each press of "more" (specification §9). */
export const pageSize = 10
const usualTypes = ["Create"] as const

/** The query of the feed page. Values that cannot be understood are ignored. */
export type FeedQuery = {
  rel: Relation
  q: string | undefined
  /** Models to show; empty for all of them. */
  models: ActivityModel[]
  /** Whether changes, cancellations and new members are shown beside new content. */
  withChanges: boolean
  start: number
}

/** Reads the query of the feed from the address. */
export function readFeed(search: URLSearchParams): FeedQuery {
  const chosen = (search.get("models") ?? "").split(",")
  return {
    rel: relations.find((one) => one === search.get("rel")) ?? "all",
    q: search.get("q")?.toWellFormed().replaceAll("\0", " ").trim().slice(0, 100) || undefined,
    models: models.filter((one) => chosen.includes(one)),
    withChanges: search.get("changes") === "1",
    start: /^\d{1,6}$/.test(search.get("start") ?? "") ? Number(search.get("start")) : 0,
  }
}

/** Writes the query of the feed as parameters of the address, without the defaults. */
export function writeFeed({ rel, q, models: chosen, withChanges, start }: Partial<FeedQuery>) {
  return {
    rel: rel === "all" ? undefined : rel,
    q,
    models: models.filter((one) => chosen?.includes(one)).join(",") || undefined,
    changes: withChanges ? "1" : undefined,
    start: start ? String(start) : undefined,
  }
}

type FeedPath = "/api/activities/" | "/api/activities/followed/" | "/api/activities/managed/"

/** Returns the API path and parameters for a query of the feed. */
export function feedRequest({ rel, q, models: chosen, withChanges }: FeedQuery) {
  const path: FeedPath = rel === "all" ? "/api/activities/" : (`/api/activities/${rel}/` as const)
  const parameters = {
    ...(q && { q }),
    models: (chosen.length > 0 ? chosen : models).join(","),
    types: (withChanges ? activityTypes : usualTypes).join(","),
    limit: pageSize,
  }
  return { path, parameters }
}

/** Groups activities by day, keeping the order. */
export function byDay(activities: readonly Activity[]): { date: string; activities: Activity[] }[] {
  const days: { date: string; activities: Activity[] }[] = []
  for (const activity of activities) {
    const date = activity.created.slice(0, 10)
    const day = days.at(-1)
    if (day?.date === date) day.activities.push(activity)
    else days.push({ date, activities: [activity] })
  }
  return days
}

/** Counts the activities that are new or have grown since the newest one that is shown. */
export function countArrived(shown: readonly Activity[], now: readonly Activity[]): number {
  const newest = Math.max(0, ...shown.map(({ created }) => Date.parse(created)))
  const known = new Set(shown.map(({ id, created }) => `${id} ${created}`))
  return now.filter(({ id, created }) => Date.parse(created) >= newest && !known.has(`${id} ${created}`)).length
}
