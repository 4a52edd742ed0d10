import { Hono } from "hono"
import type { CalendarFiles } from "#features/events/icalendar/calendar-files.server.ts"
import type { FeedFiles } from "#features/events/feeds/feed-files.server.ts"
import { noFile } from "#http/files/file-answers.ts"
import type { World } from "#http/world.ts"
import { languages } from "#i18n/languages.ts"
import { addDays, dateAt } from "#lib/time.ts"
import { feedFormatOf } from "#web/feed-formats.ts"
import { inLanguagePath, languageOfPrefix, paths } from "#web/paths.ts"
import { isSlug } from "./agenda.ts"
import { findAgenda } from "./queries.server.ts"

/** How many days a subscribed calendar reaches back, so that yesterday's events do not vanish today. */
const daysBack = 31

/**
 * Serves a published agenda at `/agendas/{slug}.ics` as a calendar to subscribe to (RFC 5545, 7986), in the language of the
 * address; and as feeds at `/agendas/{slug}/feed.atom`, `.rss` and `.json`.
 */
export function agendaFeeds({ db, config }: World, calendar: CalendarFiles, feed: FeedFiles) {
  const from = () => addDays(dateAt(new Date(), config.timezone), -daysBack)
  const site = { publicUrl: config.publicUrl, timezone: config.timezone, name: config.siteName }
  const feeds = new Hono()
  for (const prefix of ["", ...languages.map((one) => `/${one}`)]) {
    const language = languageOfPrefix(prefix.slice(1)) ?? "fr"
    feeds.get(`${prefix}/agendas/:file{[a-z0-9-]{3,60}\\.ics}`, async (c) => {
      const slug = c.req.param("file").slice(0, -4)
      const agenda = isSlug(slug) ? await findAgenda(db, slug, config) : undefined
      if (!agenda) return noFile(c)
      const file = inLanguagePath(paths.agendaCalendar(agenda.slug), language)
      if (agenda.slug !== slug) return c.redirect(file, 301)
      const head = {
        name: `${agenda.name} — ${config.siteName}`,
        url: config.publicUrl + inLanguagePath(paths.agenda(agenda.slug), language),
        source: config.publicUrl + file,
        site,
        isFollowed: true,
      }
      return calendar(c, { agenda: agenda.id, filter: "all", from: from() }, head, language)
    })

    feeds.get(`${prefix}/agendas/:slug/:file{feed\\.(?:atom|rss|json)}`, async (c) => {
      const format = feedFormatOf(c.req.path)
      const slug = c.req.param("slug")
      const agenda = isSlug(slug) ? await findAgenda(db, slug, config) : undefined
      if (!agenda || !format) return noFile(c)
      const file = inLanguagePath(paths.agendaFeed(agenda.slug, format), language)
      if (agenda.slug !== slug) return c.redirect(file, 301)
      const head = {
        title: `${agenda.name} — ${config.siteName}`,
        language,
        url: config.publicUrl + inLanguagePath(paths.agenda(agenda.slug), language),
        source: config.publicUrl + file,
        site,
      }
      return feed(c, format, { agenda: agenda.id, filter: "all", from: from() }, head)
    })
  }
  return feeds
}
