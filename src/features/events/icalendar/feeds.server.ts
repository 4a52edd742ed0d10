import { type Context, Hono } from "hono"
import { findActor, findRenamed } from "#features/actors/queries.server.ts"
import { readableAgenda } from "#features/agendas/queries.server.ts"
import { fileAnswer, noFile } from "#http/files/file-answers.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type Language, languages } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { addDays, dateAt } from "#lib/time.ts"
import { paths, inLanguagePath, languageOfPrefix, search } from "#web/paths.ts"
import { feedFormatOf } from "#web/feed-formats.ts"
import type { CalendarFiles } from "./calendar-files.server.ts"
import { type CalendarHead, calendarType, icalendar } from "./icalendar.ts"
import type { FeedFiles } from "../feeds/feed-files.server.ts"
import { findMerged } from "../access/queries.server.ts"
import { eventListQuery } from "../inputs.ts"
import type { EventFilters } from "../listing/filters.server.ts"
import { findEvent } from "../queries.server.ts"
import { titleOf } from "../ui/event-words.ts"

/** Days that a subscribed calendar goes back, so that yesterday's events do not vanish today. */
const daysBack = 31

/**
 * Serves iCalendar files (RFC 5545, 7986), in the language of their address, the same for everybody: `/events/{id}/calendar.ics`,
 * `/actors/{fid}/calendar.ics`, and `/events/calendar.ics` with the filters of the API. Each one to subscribe to has the same
 * list as feeds beside it: `feed.atom`, `feed.rss`, `feed.json`.
 */
export function eventFeeds(world: World, calendar: CalendarFiles, feed: FeedFiles) {
  const { db, config } = world
  const site = { publicUrl: config.publicUrl, timezone: config.timezone, name: config.siteName }
  const since = () => addDays(dateAt(new Date(), config.timezone), -daysBack)
  const feeds = new Hono()
  const answer = (c: Context, filters: EventFilters, head: CalendarHead & { source: string }, language: Language) => {
    const format = feedFormatOf(c.req.path)
    if (!format) return calendar(c, filters, head, language)
    return feed(c, format, filters, { title: head.name, language, url: head.url, source: head.source, site })
  }

  for (const prefix of ["", ...languages.map((one) => `/${one}`)]) {
    const language: Language = languageOfPrefix(prefix.slice(1)) ?? "fr"
    const headOf = (page: string, file: string): Pick<CalendarHead, "url" | "site"> & { source: string } => ({
      url: config.publicUrl + inLanguagePath(page, language),
      source: config.publicUrl + inLanguagePath(file, language),
      site,
    })

    feeds.get(`${prefix}/events/:id{[0-9]{1,15}}/calendar.ics`, async (c) => {
      const id = Number(c.req.param("id"))
      const event = await findEvent(db, null, id, config)
      if (!event) {
        const merged = await findMerged(db, null, id)
        return merged ? c.redirect(inLanguagePath(paths.eventCalendar(merged), language), 301) : noFile(c)
      }
      const t = messagesIn(language)
      const name = titleOf(t, event).text
      const head = { ...headOf(paths.event(id), paths.eventCalendar(id)), name, isFollowed: false }
      return fileAnswer(c, icalendar(head, [event], t), {
        type: calendarType,
        headers: {
          "Access-Control-Allow-Origin": "*",
          "Content-Disposition": `attachment; filename="event-${id}.ics"`,
        },
      })
    })

    feeds.get(`${prefix}/actors/:fid/:file{${followedFiles}}`, async (c) => {
      const format = feedFormatOf(c.req.path)
      const fileOf = (of: string) => (format ? paths.actorFeed(of, format) : paths.actorCalendar(of))
      const fid = c.req.param("fid")
      if (!isName(fid)) return noFile(c)
      const actor = await findActor(db, null, fid, config)
      if (!actor) {
        const renamed = await findRenamed(db, null, fid)
        return renamed ? c.redirect(inLanguagePath(fileOf(renamed), language), 301) : noFile(c)
      }
      const head = {
        ...headOf(paths.actor(fid), fileOf(fid)),
        name: `${actor.name} — ${config.siteName}`,
        isFollowed: true,
      }
      return answer(c, { actor: fid, filter: "all", from: since() }, head, language)
    })

    feeds.get(`${prefix}/events/:file{${followedFiles}}`, async (c) => {
      const t = messagesIn(language)
      const format = feedFormatOf(c.req.path)
      const { limit, ...asked } = c.req.query()
      for (const [name, value] of Object.entries(asked)) if (value.trim() === "") delete asked[name]
      const read = eventListQuery.omit({ start: true, limit: true, filter: true }).safeParse(asked)
      if (!read.success) return c.text(wordsOf(read.error.issues), 400)
      const { list, ...filters } = read.data
      // Calendar programs are not signed in: only published agendas can be requested.
      const agenda = list === undefined ? undefined : await readableAgenda(db, null, list)
      if (list !== undefined && agenda === undefined) return c.text(wordsOf([{ path: ["list"] }]), 400)
      const query = search(asked)
      const head = {
        ...headOf(
          paths.events() + query,
          format ? paths.eventsFeed(format) + search({ ...asked, limit }) : paths.eventsCalendar() + query,
        ),
        name: nameOf(t, config.siteName, read.data),
        isFollowed: true,
      }
      const wanted = { ...filters, ...(agenda === undefined ? {} : { agenda }), from: filters.from ?? since() }
      return answer(c, { ...wanted, filter: "all" }, head, language)
    })
  }
  return feeds
}

const followedFiles = String.raw`calendar\.ics|feed\.(?:atom|rss|json)`

/** Returns a title such as « Agenda — Musique — Foyer ». */
function nameOf(t: Messages, siteName: string, { category = [], q, tag }: Filters) {
  const narrowed = [...category.map((one) => t(`ui.category_${one}`)), q, tag].filter(Boolean).join(", ")
  return [t("agenda.agenda"), narrowed, siteName].filter(Boolean).join(" — ")
}

type Filters = Pick<ReturnType<typeof eventListQuery.parse>, "category" | "q" | "tag">

function wordsOf(issues: readonly { path: PropertyKey[] }[]) {
  return `400 Bad Request: ${[...new Set(issues.map(({ path }) => String(path[0] ?? "?").slice(0, 40)))].join(", ")}\n`
}

/** Tells whether the text could be an actor's fid. */
function isName(fid: string): boolean {
  return fid.length <= 400 && fid.isWellFormed() && !fid.includes("\0")
}
