import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { sql } from "kysely"
import { readConfig } from "#config/config.ts"
import { deliverWebhooks } from "#features/webhooks/delivering.server.ts"
import { queueEventDeliveries, queuePageDeliveries } from "#features/webhooks/deliveries.server.ts"
import { followAll } from "../changes.ts"
import { webhookReceiver } from "../elsewhere/webhook-receiver.ts"
import { writingWorld } from "./writing-world.ts"

/** Returns the world with a webhook receiver of the hangar on this machine, and functions that run its jobs. */
export async function webhookWorld(settings: Record<string, string> = {}) {
  const said = {
    PUBLIC_URL: "https://foyer.example",
    DATA_DIR: mkdtempSync(join(tmpdir(), "foyer-webhooks-")),
    OUTBOUND_PRIVATE: "1",
    ...settings,
  }
  const there = await writingWorld(undefined, said)
  const config = readConfig({ CACHE: "0", ...said })
  const receiver = await webhookReceiver()
  const { db, ask, hangar } = there
  const path = "/api/actors/hangar/webhooks/"
  /** Returns the data of the queued webhook jobs. */
  const toTell = async () => {
    await followAll(db)
    const { rows } = await sql<{ data: { events: number[]; actors: number[] } }>`
      with jobs as (delete from pgboss.job where name = 'webhooks.tell' returning created_on, data)
      select data from jobs order by created_on`.execute(db)
    return rows.map(({ data }) => data)
  }
  const tell = async () => {
    for (const { events, actors } of await toTell()) {
      for (const id of events) await queueEventDeliveries(db, config, id)
      for (const id of actors) await queuePageDeliveries(db, config, id)
    }
  }
  const deliver = () => deliverWebhooks(db, config)
  /** Makes everything that waits due. */
  const due = async () => {
    await sql`update webhook_deliveries set due_at = now(), tried_at = now() - interval '1 hour' where state = 'waiting'`.execute(
      db,
    )
    await sql`update webhooks set retry_at = now() where retry_at is not null`.execute(db)
  }
  const settle = async () => {
    await tell()
    await deliver()
    return receiver.taken()
  }
  const adds = async (given: object = {}) => {
    const { status, body } = await ask(hangar.viewer, "POST", path, { url: receiver.url, ...given })
    if (status !== 201) throw new Error(`not added: ${status} ${JSON.stringify(body)}`)
    return body as { id: number; secret: string; version: number }
  }
  const makes = async (said: object = {}, viewer = hangar.viewer) => {
    const usual = { title: { fr: "Nuit des lanternes" }, category: "music", start: "2099-01-01T20:00" }
    const given = { ...usual, organizers: [viewer.fid], workflow: "published", ...said }
    const { status, body } = await ask(viewer, "POST", "/api/contents/events/", given)
    if (status !== 201) throw new Error(`no event: ${status} ${JSON.stringify(body)}`)
    return body.id as number
  }
  const change = async (id: number, said: object) => {
    const { status, body } = await ask(hangar.viewer, "PATCH", `/api/contents/events/${id}/`, said)
    if (status !== 200) throw new Error(`not changed: ${status} ${JSON.stringify(body)}`)
  }
  const deliveries = async (id: number) => (await ask(hangar.viewer, "GET", `${path}${id}/deliveries/`)).body
  return { ...there, config, receiver, path, toTell, tell, deliver, due, settle, adds, makes, change, deliveries }
}

/** Summarizes a received message: `event.created 42`. */
export function summaryOf({
  said: { type, data },
}: {
  said: { type: string; data: { id?: number; fid?: string } }
}): string {
  return `${type} ${data.id ?? data.fid ?? ""}`.trim()
}
