import { Hono } from "hono"
import { digest, matchesTag } from "#http/answers.ts"
import { fileRefused, noFile } from "#http/files/file-answers.ts"
import type { HeavyWork } from "#http/limits/heavy-work.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import type { Event } from "../../event.ts"
import { calendarPieces, calendarType } from "../../icalendar/icalendar.ts"
import { zonesOfEvents } from "../../icalendar/queries.server.ts"
import { readWholeEvents } from "../../queries.server.ts"
import { ownerOfCalendar, type Standing, standingsOf } from "./queries.server.ts"

/** Number of events that count as one unit of heavy work. */
const eventsOfUnit = 200

/**
 * Serves `/calendars/{token}.ics`: a person's calendar for programs that subscribe to calendars (RFC 5545, 7986), in the language
 * of their account. The address alone gives access, without cookies, and shared caches do not store the file. It contains events
 * that are public at this moment and one person's answers. A renewed or deleted address answers as one that never existed.
 */
export function personalCalendarFeeds({ db, config }: World, work: HeavyWork) {
  const feeds = new Hono()
  feeds.get("/calendars/:file{[^/]+\\.ics}", async (c) => {
    work(c, 1)
    const owner = await ownerOfCalendar(db, c.req.param("file").slice(0, -4))
    if (!owner) return noFile(c)
    const standings = new Map((await standingsOf(db, owner)).map((one) => [one.id, one]))
    const ids = [...standings.keys()]
    work(c, Math.floor(ids.length / eventsOfUnit))
    const t = messagesIn(owner.language)
    const head = {
      name: `${t("calendar.title")} — ${config.siteName}`,
      url: config.publicUrl + inLanguagePath(paths.personalCalendarPage(), owner.language),
      site: { publicUrl: config.publicUrl, timezone: config.timezone, name: config.siteName },
      isFollowed: true,
      standingOf: (event: Event, date: number | undefined) => toCalendars(standings.get(event.id), date),
    }
    const summary = { changed: undefined, zones: () => zonesOfEvents(db, ids) }
    const events = inIt(readWholeEvents(db, ids, config, true), standings)
    let body = ""
    for await (const piece of calendarPieces(head, summary, events, t)) body += piece
    const headers = {
      ETag: `"${digest(body)}"`,
      Vary: "Accept-Encoding",
      "Cache-Control": "private, no-cache",
      "X-Robots-Tag": "noindex, nofollow",
    }
    if (matchesTag(c.req.header("if-none-match"), headers.ETag)) return c.body(null, 304, headers)
    return c.body(body, 200, { ...headers, "Content-Type": calendarType })
  })
  feeds.onError(fileRefused)
  return feeds
}

/**
 * Returns the state for calendar programs: a person's own engagements are confirmed and take time; events they are interested in,
 * have starred or follow do not.
 */
function toCalendars(standing: Standing | undefined, date: number | undefined): "confirmed" | "tentative" {
  if (!standing || standing.isManaged) return "confirmed"
  const answer = (date === undefined ? undefined : standing.dates.get(date)) ?? standing.answer
  return answer === "confirmed" ? "confirmed" : "tentative"
}

/** Yields each event with those of its dates that are in the calendar. */
async function* inIt(events: AsyncIterable<Event>, standings: Map<number, Standing>): AsyncGenerator<Event> {
  for await (const event of events) {
    const { isManaged, isWhole, answer, dates } = standings.get(event.id) as Standing
    const occurrences = event.occurrences.filter(({ id }) => {
      const said = dates.get(id) ?? answer
      if (isManaged) return true
      if (said === "declined") return false
      return isWhole || dates.has(id)
    })
    if (occurrences.length > 0) yield { ...event, occurrences }
  }
}
