import { redirect } from "react-router"
import type { Api } from "#web/api.ts"
import { paths } from "#web/paths.ts"
import { failureOf } from "#web/api/problems.ts"

export const manageTabs = ["answers", "relations", "dates", "messages", "elsewhere", "journal"] as const
export type ManageTab = (typeof manageTabs)[number]

const values = ["confirmed", "interested", "declined"] as const
export type AnswerFilter = (typeof values)[number] | undefined

const perPage = 50

/** Reads the query of the address. Ignores every value it does not understand. */
function askedFor(url: URL) {
  const asked = url.searchParams
  const number = (name: string) => (/^\d{1,15}$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : undefined)
  return {
    tab: manageTabs.find((tab) => tab === asked.get("tab")) ?? ("answers" as ManageTab),
    value: values.find((value) => value === asked.get("value")),
    occurrence: number("occurrence"),
    notice: number("notice"),
    /** The date whose times are being edited: one at a time, so that errors belong to one form. */
    move: number("move"),
    start: Math.min(number("start") ?? 0, 1_000_000),
    isDeleted: asked.has("deleted"),
  }
}

/** Loads the data of the page that manages an event: the event, and the content of the open tab. */
export async function readManaged(api: Api, id: string, url: URL) {
  // A visitor gets the sign-in panel, whether the event exists or not.
  const profile = await api.get("/api/me/")
  const asked = askedFor(url)
  const event = await api.get("/api/contents/events/{id}/", { id }).catch((error: unknown) => {
    if (asked.isDeleted && failureOf(error)?.status === 404) return null
    throw error
  })
  if (!event) return { deleted: id }
  // The event was merged into another one, which the API returned.
  if (String(event.id) !== id) throw redirect(`${paths.manageEvent(event.id)}${url.search}`, 301)
  const counts = await api.get("/api/contents/events/{id}/attendances/counts/", { id })
  const page = { id, start: asked.start, limit: perPage }
  const { tab, value, occurrence, notice } = asked
  const [answers, attendees, notices, named, audience, comments, reactions, changes, lineup] = await Promise.all([
    tab === "answers"
      ? api.list("/api/contents/events/{id}/attendances/", { ...page, value, occurrence } as typeof page)
      : undefined,
    // Attendances from other servers are always confirmed.
    tab === "answers" && (value ?? "confirmed") === "confirmed"
      ? api.list("/api/contents/events/{id}/attendances/elsewhere/", {
          ...page,
          start: peopleOffset(url),
          occurrence,
        } as typeof page)
      : undefined,
    tab === "messages" ? api.list("/api/contents/events/{id}/notices/", { ...page, limit: 20 }) : undefined,
    tab === "messages" && notice !== undefined
      ? api
          .list("/api/contents/events/{id}/notices/{notice}/deliveries/", {
            id,
            notice: String(notice),
            start: peopleOffset(url),
            limit: perPage,
          })
          .catch(() => undefined)
      : undefined,
    tab === "dates" ? api.get("/api/contents/events/{id}/notices/audience/", { id }) : undefined,
    tab === "elsewhere" ? api.list("/api/contents/events/{id}/comments/all/", { ...page, limit: 20 }) : undefined,
    tab === "elsewhere"
      ? api.list("/api/contents/events/{id}/reactions/", { id, start: peopleOffset(url), limit: perPage })
      : undefined,
    tab === "journal" ? api.list("/api/contents/events/{id}/changes/", page) : undefined,
    tab === "relations" ? api.get("/api/contents/events/{id}/lineup/", { id }) : undefined,
  ])
  // Server and browser use one moment to decide which dates are over.
  const now = new Date().toISOString()
  const elsewhere = { attendees, comments, reactions, from: peopleOffset(url) }
  return { event, profile, asked, counts, answers, elsewhere, notices, named, audience, changes, lineup, perPage, now }
}
export type Managed = Exclude<Awaited<ReturnType<typeof readManaged>>, { deleted: string }>

/** Returns where the page of names begins. */
export function peopleOffset(url: URL): number {
  const from = url.searchParams.get("from") ?? ""
  return /^\d{1,7}$/.test(from) ? Number(from) : 0
}
