import { sql } from "kysely"
import type { ActorType } from "#features/actors/actor-types.ts"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { hasPage } from "#features/events/elsewhere/queries.server.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { inLanguage, type Language, type Translated } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { onOneLine } from "#lib/text/one-line.ts"
import { isoAt } from "#lib/time.ts"
import { deliver } from "#mail/delivering.server.ts"
import { renderLetter } from "#mail/layout.ts"
import type { MailEvent } from "#mail/parts.ts"
import type { Mailer } from "#mail/transport.ts"
import { outsidePaths, paths } from "#web/paths.ts"
import { choiceOf } from "./audience.server.ts"
import { eventOf, headOf, type ShownEvent, unchangedDates } from "./mailed-event.ts"
import type { NoticeReason } from "./notice.ts"
import { becomesOf, eventLanguage, eventTitle, isAboutActor, isAboutEvent, isOfEvent } from "./queries.server.ts"
import { noticeLines, noticeTitle, type WordedNotice } from "./notice-words.ts"
import { actionOfPublications, furtherPublications } from "./publications/mailed.server.ts"
import { placeOf } from "./mailed-place.server.ts"
import { unsubscribeToken } from "./unsubscribe.server.ts"

type Row = Omit<WordedNotice, "actor"> & {
  actor: { fid: string; name: string; type: ActorType } | null
  /** The decision about a claim is mailed elsewhere, where it is made. */
  because: Exclude<NoticeReason, "claim">
  body: string | null
  by: string | null
  event_id: number | null
  listed: boolean
  shown: ShownEvent | null
  created_at: Date
  host: string | null
  user_name: string
  language: Language
  stop_key: string
  address: string | null
}

/** Mails sent in parallel by one job, matching the number of connections to the mail server. */
const lanes = 4

/** Mails a notice to several people. Mails that were sent stay sent when the others have to be retried. */
export async function sendNoticeMails(
  db: Db,
  config: Config,
  mailer: Mailer,
  { deliveryIds }: { deliveryIds: number[] },
): Promise<void> {
  const waiting = [...deliveryIds]
  const failures: unknown[] = []
  const lane = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await sendNoticeMail(db, config, mailer, { deliveryId: id }).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (failures.length > 0) throw failures[0]
}

/** Mails a notice to one person, in their language, once. */
export async function sendNoticeMail(
  db: Db,
  config: Config,
  mailer: Mailer,
  { deliveryId }: { deliveryId: number },
): Promise<void> {
  await deliver(db, { table: "deliveries", id: deliveryId }, async () => {
    const row = await rowOf(db, deliveryId)
    if (!row?.address) return "no_address"
    // The event was withdrawn after the recipients were gathered: it is no longer announced.
    if (row.kind === "published" && !row.listed && (row.becomes.count ?? 1) === 1) return "nothing_left"
    await mailer.send({
      to: { name: onOneLine(row.user_name), address: row.address },
      // The id depends on the delivery alone, so that every retry has the same Message-ID.
      id: `notice-${deliveryId}`,
      ...(await noticeMail(
        config,
        row,
        row.kind === "published" && (row.becomes.count ?? 1) > 1
          ? await furtherPublications(db, messagesIn(row.language), deliveryId)
          : undefined,
      )),
    })
    return "sent"
  })
}

async function rowOf(db: Db, deliveryId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select n.kind, n.was, ${becomesOf} as becomes, n.subject, n.body, d.because, coalesce(n.event_id, d.event_id) as event_id, coalesce(${hasPage}, false) as listed,
      case when ${isOfEvent} then json_build_object('title', ${eventTitle}, 'language', ${eventLanguage}) end as event,
      case when a.id is not null then json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) end as actor,
      (select host.name from event_organizers eo join actors host on host.id = eo.actor_id
        where eo.event_id = e.id and eo.position = 0 and host.status = 'published') as host,
      case when ${hasPage} or n.kind = 'withdrawn' then json_build_object('uid', e.uid, 'category', e.category,
        'roll', e.poster_roll, 'timezone', e.timezone, 'allDay', e.all_day, 'place', coalesce(house.name, spot.name),
        'locality', spot.locality, 'mode', e.mode, 'lat', spot.lat, 'lon', spot.lon, 'dates', coalesce((
          select json_agg(json_build_object('id', o.id, 'start', o.starts_at, 'status', o.status) order by o.starts_at, o.id)
          from (select id, starts_at, status from occurrences where event_id = e.id and until_at > now()
            order by starts_at, id limit 20) as o), '[]')) end as shown,
      n.created_at, coalesce(u.name, u.username) as user_name, u.language, u.stop_key, m.email as address
    from deliveries d join notices n on n.id = d.notice_id join users u on u.id = d.user_id
    left join events e on ${isAboutEvent}
    left join actors a on ${isAboutActor}
    left join actors house on house.id = e.place_id and house.status = 'published'
    left join locations spot on spot.id = coalesce(e.location_id, house.location_id)
    left join emails m on m.user_id = u.id and m.is_primary and m.verified_at is not null
      and u.suspended_at is null
    where d.id = ${deliveryId}`.execute(db)
  return rows[0]
}

async function noticeMail(config: Config, row: Row, others: Awaited<ReturnType<typeof furtherPublications>>) {
  const { language } = row
  const t = messagesIn(language)
  const site = { name: config.siteName, url: config.publicUrl }
  const base = `${config.publicUrl}${language === "fr" ? "" : `/${language}`}`
  const choice = choiceOf(row.kind)
  const token = unsubscribeToken(choice, row.stop_key)
  const subject = noticeTitle(t, row)
  const head = headOf(t, row)
  const action = actionOf(t, row, base)
  const event = eventOf(t, row, row.listed && row.event_id !== null ? `${base}${paths.event(row.event_id)}` : undefined)
  const place = await placeOf(t, row, event?.url)
  const letter = await renderLetter({
    language,
    site,
    subject,
    head,
    heading: (event && headingOf(t, row, head.line)) ?? subject,
    event,
    ...(place ? { place } : {}),
    quote: quoteOf(t, row, config.timezone),
    paragraphs: paragraphsOf(t, row, event),
    ...(row.kind === "message" && row.body?.trim() ? { cited: row.body.trim() } : {}),
    section: others ?? unchangedDates(t, row),
    ...(action ? { action } : {}),
    footer: becauseOf(t, row),
    ways: [
      { label: t("notices.stop"), url: `${base}${outsidePaths.unsubscribe({ token })}` },
      { label: t("notices.settings"), url: `${base}${paths.channels()}` },
    ],
  })
  return {
    ...letter,
    headers: {
      // RFC 8058: a mail program may unsubscribe with one POST; opening the address only leads to the page.
      "List-Unsubscribe": `<${config.publicUrl}/api/notices/stop/?token=${token}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  }
}

/** Returns the heading above an event whose title is shown with it; undefined when the title is enough. */
function headingOf(t: Messages, { kind, actor, becomes, subject }: Row, line: string): string | undefined {
  if (kind === "answers" || kind === "reactions") return line
  if (kind === "message") return onOneLine(subject ?? "") || line
  if (kind === "refused") return t("notices.refused_by", { host: becomes.host ?? "" })
  if (kind === "confirmation" && becomes.count === undefined && actor)
    return t("notices.confirm_for", { page: onOneLine(actor.name) })
  return undefined
}

function actionOf(t: Messages, row: Row, base: string) {
  const { kind, event_id, listed, actor } = row
  if (kind === "published") return actionOfPublications(t, row, base)
  if (kind === "confirmation") return { label: t("notices.answer"), url: `${base}${paths.confirmations()}` }
  // The event has no public page any more, but its host has one.
  if (kind === "withdrawn" && !listed && actor)
    return { label: t("notices.see_host", { host: actor.name }), url: `${base}${paths.actor(actor.fid)}` }
  if (kind === "webhook" && actor)
    return { label: t("manage.see_webhooks"), url: `${base}${paths.webhooksOfActor(actor.fid)}` }
  if (event_id === null) return undefined
  if (kind === "answers") return { label: t("notices.see_answers"), url: `${base}${paths.manageEvent(event_id)}` }
  if (kind === "reactions")
    return { label: t("reactions.see"), url: `${base}${paths.manageEvent(event_id, { tab: "elsewhere" })}` }
  return listed ? { label: t("notices.see_event"), url: `${base}${paths.event(event_id)}` } : undefined
}

/** Returns the reason in people's own words, which is set apart from ours. */
function quoteOf(t: Messages, { becomes, host, created_at }: Row, timezone: string) {
  const { reason } = becomes
  if (!reason) return undefined
  const at = isoAt(created_at, timezone)
  const when = `${t.date(at, "long")}, ${t.time(at)}`
  return {
    words: t("notices.quoted", { words: reason }),
    said: t("manage.reason_is", { reason }),
    by: host ? `${host}, ${when}` : when,
  }
}

/** Returns the paragraphs that add to the event and the reason. */
function paragraphsOf(t: Messages, row: Row, event: MailEvent | undefined): string[] {
  // The first event is already shown above.
  if (row.kind === "published") return []
  if (row.kind !== "message")
    return noticeLines(t, { ...row, becomes: { ...row.becomes, reason: null } }).filter((line) => line !== event?.state)
  const who = row.host ?? t("notices.the_makers")
  // The title is shown with the event.
  if (event || !row.event) return [t("notices.message_by", { who })]
  return [t("notices.message_from", { who, title: titleIn(t, row.event) })]
}

function becauseOf(t: Messages, { kind, because, event, actor }: Row): string {
  if (kind === "published") return actor ? t("telling.because", { page: actor.name }) : t("telling.because_several")
  const title = event ? titleIn(t, event) : ""
  if (because === "page") return t("notices.because_page", { page: actor?.name ?? "" })
  return t(`notices.because_${because}`, { title })
}

function titleIn(t: Messages, { title, language }: { title: Translated; language: Language }) {
  return inLanguage(title, t.language, language).text
}
