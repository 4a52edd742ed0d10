import type { Api } from "#web/api.ts"
import type { Category } from "../categories.ts"
import type { ActorReference, Event } from "../event.ts"

/** Habits of a person's events; empty while there are none. */
export type Habits = {
  /** Categories of the latest events, newest first. */
  categories: Category[]
  /** Length in minutes of the latest event that has an end. */
  minutes: number | null
  /** The page that published the latest event. */
  host: string | undefined
}

/** Derives habits from the events the viewer manages. */
export async function habitsOf(api: Api): Promise<Habits> {
  const none = { items: [] as Event[] }
  const [coming, past] = await Promise.all([
    api.list("/api/contents/events/managed/", { filter: "future", limit: "20" }).catch(() => none),
    api.list("/api/contents/events/managed/", { filter: "past", limit: "10" }).catch(() => none),
  ])
  return habitsIn([...coming.items, ...past.items])
}

/** Derives habits from these events, in any order. */
export function habitsIn(events: readonly Event[]): Habits {
  const newest = events.toSorted((a, b) => Date.parse(b.created) - Date.parse(a.created))
  const minutes = newest.map(minutesOf).find((long) => long !== null)
  return {
    categories: [...new Set(newest.map(({ category }) => category as Category))].slice(0, 4),
    minutes: minutes ?? null,
    host: newest[0]?.organizers[0]?.fid,
  }
}

/** Returns the place that publishes the viewer's events, and where they most likely happen: the usual host or the only page. */
export function venueOf<Page extends Pick<ActorReference, "fid" | "type">>(
  { host }: Pick<Habits, "host">,
  pages: readonly Page[],
): Page | undefined {
  const page = host || pages.length > 1 ? pages.find(({ fid }) => fid === host) : pages[0]
  return page?.type === "place" ? page : undefined
}

/** Returns the length of an evening in minutes; null for events of several days. */
function minutesOf({ start, end, all_day }: Event): number | null {
  if (all_day || !end) return null
  const long = Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
  return long > 0 && long < 12 * 60 ? long : null
}
