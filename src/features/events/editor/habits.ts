import type { Api } from "#web/api.ts"
import type { Category } from "../categories.ts"
import type { Event } from "../event.ts"

/** What events of somebody are usually like; nothing while there are none. */
export type Habits = {
  /** Of the last ones, the newest first. */
  categories: Category[]
  /** How long the last one takes that says when it ends. */
  minutes: number | null
  /** The page that published the last one. */
  host: string | undefined
}

/** What the events that the viewer manages say of the next one. */
export async function habitsOf(api: Api): Promise<Habits> {
  const none = { items: [] as Event[] }
  const [coming, past] = await Promise.all([
    api.list("/api/contents/events/managed/", { filter: "future", limit: "20" }).catch(() => none),
    api.list("/api/contents/events/managed/", { filter: "past", limit: "10" }).catch(() => none),
  ])
  return habitsIn([...coming.items, ...past.items])
}

/** The same of these events, in whatever order. */
export function habitsIn(events: readonly Event[]): Habits {
  const newest = events.toSorted((a, b) => Date.parse(b.created) - Date.parse(a.created))
  const minutes = newest.map(minutesOf).find((long) => long !== null)
  return {
    categories: [...new Set(newest.map(({ category }) => category as Category))].slice(0, 4),
    minutes: minutes ?? null,
    host: newest[0]?.organizers[0]?.fid,
  }
}

/** How long an evening is; null for what goes on for days. */
function minutesOf({ start, end, all_day }: Event): number | null {
  if (all_day || !end) return null
  const long = Math.round((Date.parse(end) - Date.parse(start)) / 60_000)
  return long > 0 && long < 12 * 60 ? long : null
}
