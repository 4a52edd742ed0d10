import { sql } from "kysely"
import webpush from "web-push"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { isoAt } from "#lib/time.ts"
import { ForbiddenAddress, outbound, type OutboundOptions } from "#net/outbound.ts"
import { parseRetryAfter } from "#net/retry-after.ts"
import { enqueue } from "#queue/enqueue.ts"
import { basenameOf, paths } from "#web/paths.ts"
import { deliver } from "#mail/delivering.server.ts"
import { noticeTitle, type WordedNotice } from "../notice-words.ts"
import { becomesOf, eventLanguage, eventTitle, isAboutActor, isAboutEvent, isOfEvent } from "../queries.server.ts"
import { type PushKeys, pushKeys } from "./keys.server.ts"

/** Seconds after which the push service drops an undelivered message (RFC 8030, 5.2): after a day it is no longer news. */
const ttl = 86_400
/** Most tries for one device, at increasing intervals. */
const mostTries = 6
/** A device that nothing has reached for this long is removed. */
const patience = "30 days"
const lanes = 4

/** What the service worker shows: a short form of the mail. Push services cannot read it (RFC 8291). */
export type PushMessage = { title: string; body: string; url: string; tag: string; lang: Language }

type Row = WordedNotice & {
  user_id: number
  event_id: number | null
  event_start: Date | null
  timezone: string | null
  all_day: boolean | null
  place: string | null
  page: { fid: string; name: string } | null
  language: Language
}
type Device = { id: number; endpoint: string; p256dh: string; auth: string }

/** Sends notices to the devices of several people, each once; a device that fails for now gets its own retry job. */
export async function sendPushes(
  db: Db,
  config: Config,
  { deliveryIds, device, tries = 1 }: { deliveryIds: number[]; device?: number; tries?: number },
  net: OutboundOptions = {},
): Promise<void> {
  const keys = await pushKeys(db)
  const waiting = [...deliveryIds]
  const failures: unknown[] = []
  const sendTo = async (id: number): Promise<"sent" | "no_address" | "nothing_left"> => {
    const row = await rowOf(db, id)
    if (!row || !isStillSo(row)) return "nothing_left"
    const devices = await devicesOf(db, row.user_id, device)
    const message = JSON.stringify(messageOf(messagesIn(row.language), row, id))
    for (const one of devices) {
      const again = await push(db, config, keys, one, message, `foyer-${id}`, net)
      if (again === undefined || tries >= mostTries) continue
      const startAfter = Math.max(again, 60 * 4 ** (tries - 1))
      await enqueue(db, "notices.push", { deliveryIds: [id], device: one.id, tries: tries + 1 }, { startAfter })
    }
    return devices.length > 0 ? "sent" : "no_address"
  }
  const lane = async () => {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      const one = id
      const sending =
        device === undefined ? deliver(db, { table: "deliveries", id: one }, () => sendTo(one)) : sendTo(one)
      await sending.catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  if (failures.length > 0) throw failures[0]
}

/** Returns whether a notice still has something to announce since its recipients were gathered. */
function isStillSo({ event, becomes }: Row) {
  return event !== null || (becomes.count ?? 1) > 1
}

/**
 * Sends one message. Returns the seconds until a retry; undefined when none is needed: the message was accepted, or the
 * device is gone and was removed.
 */
async function push(
  db: Db,
  config: Config,
  keys: PushKeys,
  device: Device,
  message: string,
  topic: string,
  net: OutboundOptions,
): Promise<number | undefined> {
  const details = detailsOf(config, keys, device, message, topic)
  // Keys that are not a point of the curve cannot come from a browser.
  if (!details) return void (await forget(db, device.id))
  // The endpoint was given by a user: it goes through the outbound client like any such address, and only its status is used.
  const answer = await outbound(device.endpoint, {
    method: "POST",
    headers: Object.fromEntries(Object.entries(details.headers).map(([name, value]) => [name, String(value)])),
    body: details.body ?? "",
    maxBytes: 10_000,
    timeout: 5000,
    ...net,
  }).catch((error: unknown) => (error instanceof ForbiddenAddress ? "forbidden" : "unreachable"))
  if (answer === "forbidden") return void (await forget(db, device.id))
  const status = answer === "unreachable" ? 503 : answer.status
  if (status >= 200 && status < 300) return void (await noteUse(db, device.id))
  if (status === 404 || status === 410) return void (await forget(db, device.id))
  await noteFailure(db, device.id)
  // Messages refused for their content (RFC 8030: 400, 413) would be refused again.
  if (status !== 429 && status < 500) return undefined
  return answer === "unreachable" ? 0 : parseRetryAfter(answer.headers["retry-after"])
}

/** Returns the request, encrypted by RFC 8291 and signed by RFC 8292; undefined when these keys cannot be encrypted for. */
function detailsOf(config: Config, keys: PushKeys, device: Device, message: string, topic: string) {
  const subject = config.publicUrl.startsWith("https:") ? config.publicUrl : "mailto:nobody@foyer.invalid"
  const { endpoint, p256dh, auth } = device
  try {
    return webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, message, {
      vapidDetails: { subject, ...keys },
      TTL: ttl,
      urgency: "normal",
      topic,
      contentEncoding: "aes128gcm",
    })
  } catch {
    return undefined
  }
}

const noteUse = (db: Db, id: number) =>
  db
    .updateTable("push_devices")
    .set({ used_at: sql`now()`, failed_at: null })
    .where("id", "=", id)
    .execute()

const forget = (db: Db, id: number) => db.deleteFrom("push_devices").where("id", "=", id).execute()

async function noteFailure(db: Db, id: number): Promise<void> {
  await sql`delete from push_devices where id = ${id} and failed_at < now() - ${patience}::interval`.execute(db)
  await sql`update push_devices set failed_at = coalesce(failed_at, now()) where id = ${id}`.execute(db)
}

async function devicesOf(db: Db, userId: number, only: number | undefined): Promise<Device[]> {
  const { rows } = await sql<Device>`
    select id, endpoint, p256dh, auth from push_devices
    where user_id = ${userId} ${only === undefined ? sql`` : sql`and id = ${only}`} order by id`.execute(db)
  return rows
}

async function rowOf(db: Db, deliveryId: number): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    select d.user_id, n.kind, n.was, ${becomesOf} as becomes, n.subject, e.id as event_id, e.timezone, e.all_day, u.language,
      case when ${isOfEvent} then json_build_object('title', ${eventTitle}, 'language', ${eventLanguage}) end as event,
      case when a.id is not null then json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) end as actor,
      case when a.id is not null then json_build_object('fid', a.fid, 'name', a.name) end as page,
      coalesce(house.name, spot.name) as place,
      (select min(o.starts_at) from occurrences o where o.event_id = e.id and o.until_at > now()) as event_start
    from deliveries d join notices n on n.id = d.notice_id join users u on u.id = d.user_id
    left join events e on ${isAboutEvent}
    left join actors a on ${isAboutActor}
    left join actors house on house.id = e.place_id and house.status = 'published'
    left join locations spot on spot.id = coalesce(e.location_id, house.location_id)
    where d.id = ${deliveryId} and u.suspended_at is null`.execute(db)
  return rows[0]
}

function messageOf(t: Messages, row: Row, id: number): PushMessage {
  const { event_id, event_start, timezone, all_day, place, page, becomes, language } = row
  const isOne = (becomes.count ?? 1) === 1
  const at = event_start && timezone ? isoAt(event_start, timezone) : undefined
  const when = isOne && at ? [t.date(at, "medium"), all_day ? "" : t.time(at), place ?? ""] : [page?.name ?? ""]
  const path =
    isOne && event_id !== null ? paths.event(event_id) : page ? paths.actor(page.fid) : paths.home({ rel: "followed" })
  return {
    title: noticeTitle(t, row),
    body: when.filter(Boolean).join(" · "),
    url: `${basenameOf(language)}${path}`,
    tag: `notice-${id}`,
    lang: language,
  }
}
