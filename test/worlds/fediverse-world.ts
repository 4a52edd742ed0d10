import { mkdtempSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { getRequestListener } from "@hono/node-server"
import { Hono } from "hono"
import { sql } from "kysely"
import { pino } from "pino"
import { onTestFinished } from "vitest"
import { type Config, readConfig } from "#config/config.ts"
import { newKeys } from "#features/fediverse/identities/commands.server.ts"
import { seal } from "#lib/sealing.server.ts"
import { instanceName } from "#features/fediverse/identity.ts"
import { fediverseFiles } from "#features/fediverse/serving/feeds.server.ts"
import { inboxFiles } from "#features/fediverse/inbox/feeds.server.ts"
import { deliverDue } from "#features/fediverse/outbox/delivering.server.ts"
import { refederateEvents } from "#features/fediverse/outbox/refederation.server.ts"
import { federateDeletedPages, federatePage } from "#features/fediverse/outbox/pages.server.ts"
import { federateEvent } from "#features/fediverse/outbox/events.server.ts"
import { federateSounds } from "#features/fediverse/sounds/federation.server.ts"
import { contentVersion } from "#http/caching/content-version.ts"
import type { World } from "#http/world.ts"
import { inboxHandlers } from "../../src/inbox.ts"
import { followAll } from "../changes.ts"
import { world } from "./world.ts"
import { writingWorld } from "./writing-world.ts"

/**
 * Key pairs of the instance and of the people in the world, shared by all tests of a worker: creating them takes longer than most
 * of these tests.
 */
const pairs = new Map<string, Promise<Awaited<ReturnType<typeof newKeys>>>>()

/**
 * Returns the world as an instance of the Fediverse at https://foyer.example, which may send requests to servers on this machine.
 * @param hasKeys whether everybody and the instance have their keys; otherwise these are created when they are first needed
 */
export async function fediverseWorld(settings: Record<string, string> = {}, { hasKeys = true } = {}) {
  const said = {
    PUBLIC_URL: "https://foyer.example",
    DATA_DIR: mkdtempSync(join(tmpdir(), "foyer-fediverse-")),
    OUTBOUND_PRIVATE: "1",
    CACHE: "0",
    ...settings,
  }
  const there = await writingWorld(await world(), said)
  const config = readConfig(said)
  if (hasKeys) await givesKeys(there, config)
  const around: World = {
    config,
    db: there.db,
    log: pino({ level: "silent" }),
    content: contentVersion(),
    version: "build-1",
    release: "0.1.0",
    phase: () => "serving",
  }
  /** Runs the consequences of every change so far, as the jobs would, except the delivery. */
  const tell = async () => {
    await followAll(there.db)
    const { rows } = await sql<{ data: { events: number[]; gone: number[]; actors: number[] } }>`
      with jobs as (delete from pgboss.job where name = 'fediverse.tell' returning created_on, data)
      select data from jobs order by created_on`.execute(there.db)
    for (const { events, gone, actors } of rows.map(({ data }) => data)) {
      for (const id of events) await federateEvent(there.db, config, id, gone.includes(id))
      for (const id of actors) {
        await federatePage(there.db, config, id)
        await federateSounds(there.db, config, id)
      }
      await federateDeletedPages(there.db, config)
    }
    const { rows: settled } = await sql<{ data: { actorId: number; after: number } }>`
      with jobs as (delete from pgboss.job where name = 'fediverse.retell' returning created_on, data)
      select data from jobs order by created_on`.execute(there.db)
    for (const { actorId, after } of settled.map(({ data }) => data))
      for (let last: number | undefined = after; last !== undefined;)
        last = await refederateEvents(there.db, config, actorId, last)
  }
  const deliver = () => deliverDue(there.db, config)
  return { ...there, config, world: around, tell, deliver }
}

async function givesKeys(there: Awaited<ReturnType<typeof world>>, config: Config) {
  const { db, nour, hangar, seuils, rhizome } = there
  const named = [{ fid: instanceName, id: null }, nour, hangar, seuils, rhizome]
  const rows = await Promise.all(
    named.map(async ({ fid, id }) => {
      const making = pairs.get(fid) ?? newKeys()
      pairs.set(fid, making)
      const { publicKey, privateKey } = await making
      const private_key = await seal(privateKey, config.federation)
      return { actor_id: id, is_instance: id === null, name: fid, public_key: publicKey, private_key }
    }),
  )
  await db.insertInto("fediverse_identities").values(rows).execute()
}

/**
 * Returns the same world, reached over a socket of this machine as other servers reach it, with the activities that its inboxes
 * receive.
 */
export async function servedFediverseWorld() {
  const arrived: { path: string; activity: Record<string, any> }[] = [] // oxlint-disable-line typescript/no-explicit-any
  let listener: ReturnType<typeof getRequestListener> | undefined
  const server: Server = createServer((request, response) => void listener?.(request, response))
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const there = await fediverseWorld({ PUBLIC_URL: origin })
  const app = new Hono()
    .use(async (c, next) => {
      const copy = c.req.method === "POST" ? await c.req.raw.clone().text() : ""
      await next()
      if (copy && c.res.status === 202) arrived.push({ path: c.req.path, activity: JSON.parse(copy) })
    })
    .route("/", fediverseFiles(there.world))
    .route("/", inboxFiles(there.world, inboxHandlers))
  listener = getRequestListener(app.fetch)
  return { ...there, origin, arrived }
}
