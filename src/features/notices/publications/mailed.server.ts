import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { inLanguage, type Language, type Translated } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { isAnnounced } from "./commands.server.ts"

/** Most further events that are listed. */
const most = 6

type Mailed = {
  event_id: number | null
  listed: boolean
  actor: { fid: string; name: string } | null
  becomes: { count?: number }
}

/** Returns the further events that a mail lists below the first one, in chronological order. */
export async function furtherPublications(
  db: Db,
  t: Messages,
  deliveryId: number,
): Promise<{ heading: string; rows: { line: string; note?: string }[] } | undefined> {
  const { rows } = await sql<{
    title: Translated
    language: Language
    start: Date
    timezone: string
    all_day: boolean
    place: string | null
  }>`
    select e.title, e.language, e.timezone, e.all_day, next.start, coalesce(house.name, spot.name) as place
    from deliveries d join events e on e.id <> d.event_id and ${isAnnounced}
    join lateral (select min(o.starts_at) as start from occurrences o where o.event_id = e.id and o.until_at > now()) as next on true
    left join actors house on house.id = e.place_id and house.status = 'published'
    left join locations spot on spot.id = coalesce(e.location_id, house.location_id)
    where d.id = ${deliveryId} and e.id in (select ne.event_id from notice_events ne
      join follows f on f.actor_id = ne.actor_id and f.user_id = d.user_id and f.notify = 'now'
      where ne.notice_id = d.notice_id and ne.told_at is not null and ne.user_id is distinct from d.user_id)
    order by next.start, e.id limit ${most}`.execute(db)
  if (rows.length === 0) return undefined
  return {
    heading: t("telling.others"),
    rows: rows.map(({ title, language, start, timezone, all_day, place }) => {
      const at = isoAt(start, timezone)
      return {
        line: inLanguage(title, t.language, language).text,
        note: [t.date(at, "short"), all_day ? "" : t.time(at), place ?? ""].filter(Boolean).join(" · "),
      }
    }),
  }
}

/** Returns the button of a mail about publications: to the event, to the page, or to the dates of followed pages. */
export function actionOfPublications(t: Messages, { event_id, listed, actor, becomes }: Mailed, base: string) {
  if ((becomes.count ?? 1) === 1)
    return listed && event_id !== null
      ? { label: t("notices.see_event"), url: `${base}${paths.event(event_id)}` }
      : undefined
  return actor
    ? { label: t("telling.see_page", { page: actor.name }), url: `${base}${paths.actor(actor.fid)}` }
    : { label: t("telling.see_all"), url: `${base}${paths.home({ rel: "followed" })}` }
}
