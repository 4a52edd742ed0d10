import { Hono } from "hono"
import { digest, matchesTag } from "#http/answers.ts"
import { fileRefused, noFile } from "#http/file-answers.ts"
import type { HeavyWork } from "#http/limits/heavy-work.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import type { Event } from "../../event.ts"
import { calendarPieces, calendarType } from "../../icalendar/icalendar.ts"
import { zonesOfEvents } from "../../icalendar/queries.server.ts"
import { readWholeEvents } from "../../queries.server.ts"
import { ownerOfCalendar, type Standing, standingsOf } from "./queries.server.ts"

/** So many events are one unit of heavy work. */
const eventsOfUnit = 200

/**
 * `/calendars/{token}.ics`: somebody's calendar for programs that follow calendars (RFC 5545, 7986), in the language of
 * their account. Whoever has the address reads it, without cookies, and nobody keeps it for others. It tells what everybody
 * sees at this moment and the answers of one person; an address that was renewed or taken away answers as one that never was.
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

/** One's own engagements are confirmed and take time; what one is interested in, starred or follows does not. */
function toCalendars(standing: Standing | undefined, date: number | undefined): "confirmed" | "tentative" {
  if (!standing || standing.isManaged) return "confirmed"
  const answer = (date === undefined ? undefined : standing.dates.get(date)) ?? standing.answer
  return answer === "confirmed" ? "confirmed" : "tentative"
}

/** Each event with those of its dates that are in the calendar. */
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
