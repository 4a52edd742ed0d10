import type { Config } from "#config/config.ts"
import { writing } from "#db/writing.ts"
import type { Db } from "#db/connection.ts"
import { isFollowedHere } from "../following/queries.server.ts"
import { fetchDocument } from "../remote/fetching.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { findRemoteActor } from "../remote/queries.server.ts"
import { fieldsOf, idOf, isSameHost, typesOf } from "../vocabulary/fields.ts"
import { readActivity } from "../vocabulary/read-activity.ts"
import { readActor } from "../vocabulary/read-actor.ts"
import { readCollection } from "../vocabulary/read-collection.ts"
import { readEvent } from "../vocabulary/read-event.ts"
import { isRefused } from "../vocabulary/refused.ts"
import { fetchEvent, receiveAnnounced, receiveEvent } from "./receiving.server.ts"

/** Most items of an outbox that are read, and most of its pages. */
const mostItems = 40
const mostPages = 3
/** Milliseconds after which no further item is read: another account's outbox waits behind a server that is slow each time. */
const longest = 120_000

type World = { db: Db; config: Config }

/** Reads the newest items in the outbox of a remote account that is followed from now on, for its coming events. */
export async function readOutbox(world: World, remoteActorId: number, patience = longest): Promise<void> {
  const until = performance.now() + patience
  const actor = await findRemoteActor(world.db, { id: remoteActorId })
  if (!actor || !(await isFollowedHere(world.db, actor.id))) return
  const { uri } = actor
  const read = readActor(await fetchDocument(world.db, world.config, uri), uri)
  if (isRefused(read) || !read.outbox || !isSameHost(read.outbox, uri)) return
  for (const item of await itemsOf(world, read.outbox)) {
    if (performance.now() >= until) return
    await takeItem(world, actor, item)
  }
}

async function itemsOf({ db, config }: World, outbox: string): Promise<unknown[]> {
  const items: unknown[] = []
  let next: string | null = outbox
  for (let page = 0; page < mostPages && next && items.length < mostItems; page++) {
    const collection = readCollection(await fetchDocument(db, config, next))
    if (isRefused(collection)) break
    items.push(...collection.items)
    next = collection.next && isSameHost(collection.next, outbox) ? collection.next : null
  }
  return items.slice(0, mostItems)
}

/** Takes one item of an outbox in a transaction of its own; the same event may arrive by the inbox at the same time. */
async function takeItem(world: World, actor: RemoteActor, item: unknown): Promise<void> {
  const once = (act: (tx: Db) => Promise<void>) => writing(world.db, act)
  const fields = fieldsOf(item) ?? fieldsOf(await documentOf(world, actor, item))
  if (!fields) return
  const activity = readActivity(fields, { publicUrl: world.config.publicUrl, signer: actor.uri })
  if (isRefused(activity)) {
    // Some outboxes list the events themselves; those of some groups list activities of their members.
    const event = readEvent(fields, { author: actor.uri })
    if (!isRefused(event)) return receiveEvent(world, { event, author: actor }, once)
    return typesOf(fields).includes("Create") ? takeNamed(world, actor, idOf(fields.object), once) : undefined
  }
  if (activity.type === "Announce") return void (await receiveAnnounced(world, actor, activity, once))
  if (activity.type !== "Create" && activity.type !== "Update") return
  const { kind, id } = activity.object
  if (kind === "event") {
    const event = readEvent(activity.object.fields, { author: actor.uri })
    if (!isRefused(event)) await receiveEvent(world, { event, author: actor }, once)
    return
  }
  if (kind === "reference") await takeNamed(world, actor, id, once)
}

/** Takes an event that is only named by its id, if its own server says that this actor is its author. */
async function takeNamed(
  world: World,
  actor: RemoteActor,
  id: string | undefined,
  once: (act: (tx: Db) => Promise<void>) => Promise<void>,
): Promise<void> {
  const heard = id !== undefined && isSameHost(id, actor.uri) ? await fetchEvent(world, id) : undefined
  if (heard && heard !== "silent" && heard.author.id === actor.id) await receiveEvent(world, heard, once)
}

async function documentOf({ db, config }: World, actor: RemoteActor, item: unknown): Promise<unknown> {
  const id = idOf(item)
  return id !== undefined && isSameHost(id, actor.uri) ? fetchDocument(db, config, id) : undefined
}
