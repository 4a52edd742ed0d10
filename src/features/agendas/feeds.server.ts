import { Hono } from "hono"
import type { CalendarFiles } from "#features/events/icalendar/calendar-files.server.ts"
import { noFile } from "#http/file-answers.ts"
import type { World } from "#http/world.ts"
import { languages } from "#i18n/languages.ts"
import { addDays, dateAt } from "#lib/time.ts"
import { inLanguagePath, languageOfPrefix, paths } from "#web/paths.ts"
import { isSlug } from "./agenda.ts"
import { findAgenda } from "./queries.server.ts"

/** A calendar that is followed goes back so many days, so that what was on yesterday does not vanish today. */
const daysBack = 31

/** `/agendas/{slug}.ics`: a published agenda as a calendar to follow (RFC 5545, 7986), in the language of its address. */
export function agendaFeeds({ db, config }: World, calendar: CalendarFiles) {
  const feeds = new Hono()
  for (const prefix of ["", ...languages.map((one) => `/${one}`)]) {
    const language = languageOfPrefix(prefix.slice(1)) ?? "fr"
    feeds.get(`${prefix}/agendas/:file{[a-z0-9-]{3,60}\\.ics}`, async (c) => {
      const slug = c.req.param("file").slice(0, -4)
      const agenda = isSlug(slug) ? await findAgenda(db, slug, config) : undefined
      if (!agenda) return noFile(c)
      const page = paths.agenda(agenda.slug)
      if (agenda.slug !== slug) return c.redirect(`${inLanguagePath(page, language)}.ics`, 301)
      const from = addDays(dateAt(new Date(), config.timezone), -daysBack)
      const head = {
        name: `${agenda.name} — ${config.siteName}`,
        url: config.publicUrl + inLanguagePath(page, language),
        source: `${config.publicUrl}${inLanguagePath(page, language)}.ics`,
        site: { publicUrl: config.publicUrl, timezone: config.timezone, name: config.siteName },
        isFollowed: true,
      }
      return calendar(c, { agenda: agenda.id, filter: "all", from }, head, language)
    })
  }
  return feeds
}
