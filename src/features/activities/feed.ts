import { type Relation, relations } from "#ui/relations.ts"
import { type Activity, type ActivityModel, activityTypes, models } from "./activity.ts"

/** Specification §9: so many at first and with each press, and of what. */
export const pageSize = 10
const usualTypes = ["Create"] as const

/** What the page of the feed is asked. Whatever cannot be understood counts as not asked. */
export type FeedQuery = {
  rel: Relation
  q: string | undefined
  /** Only these; all of them when none is chosen. */
  models: ActivityModel[]
  /** What has changed or is cancelled, and who joined, beside what is new. */
  withChanges: boolean
  start: number
}

/** What the address of the feed asks for. */
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

/** The query of an address for what is asked: nothing for what is usual. */
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

/** What the API is asked for it. */
export function callOf({ rel, q, models: chosen, withChanges }: FeedQuery) {
  const path: FeedPath = rel === "all" ? "/api/activities/" : (`/api/activities/${rel}/` as const)
  const parameters = {
    ...(q && { q }),
    models: (chosen.length > 0 ? chosen : models).join(","),
    types: (withChanges ? activityTypes : usualTypes).join(","),
    limit: pageSize,
  }
  return { path, parameters }
}

/** Activities under their days, both in the order in which they come. */
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

/** How many have come, or been added to, since the newest that is shown. */
export function arrivedSince(shown: readonly Activity[], now: readonly Activity[]): number {
  const newest = Math.max(0, ...shown.map(({ created }) => Date.parse(created)))
  const known = new Set(shown.map(({ id, created }) => `${id} ${created}`))
  return now.filter(({ id, created }) => Date.parse(created) >= newest && !known.has(`${id} ${created}`)).length
}
