import { sql } from "kysely"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { inboxFiles } from "#features/fediverse/inbox/feeds.server.ts"
import { addDays, dateAt } from "#lib/time.ts"
import { inboxHandlers } from "../../src/inbox.ts"
import { fediversePeer } from "./fediverse-peer.ts"
import { fediverseWorld } from "../worlds/fediverse-world.ts"

/** A day a month from now: events years ahead are not accepted. */
export const soon = addDays(dateAt(new Date(), "Europe/Brussels"), 30)
export const everyone = "https://www.w3.org/ns/activitystreams#Public"
const here = "https://foyer.example"

/** Returns a world that receives remote events: a server with people, a local follower, and what they see. */
export async function elsewhereWorld() {
  const [there, peer] = [await fediverseWorld(), await fediversePeer()]
  const { db, ask, newcomer } = there
  const inbox = inboxFiles(there.world, inboxHandlers)
  const lena = await newcomer("lena")
  let number = 0

  /** Sends an activity of a remote person; returns the status of the inbox. */
  const does = async (name: string, activity: object) => {
    const body = { id: `${peer.origin}/activities/${++number}`, actor: peer.id(name), ...activity }
    return (await inbox.fetch(await peer.signed(name, `${here}/ap/inbox`, body))).status
  }
  const event = (name: string, slug: string, more: object = {}) => ({
    id: `${peer.origin}/events/${slug}`,
    type: "Event",
    name: "Nuit des lanternes",
    startTime: `${soon}T19:30:00Z`,
    endTime: `${soon}T21:30:00Z`,
    timezone: "Europe/Brussels",
    attributedTo: peer.id(name),
    to: [everyone],
    cc: [`${peer.id(name)}/followers`],
    url: `${peer.origin}/agenda/${slug}`,
    updated: "2026-11-01T10:00:00Z",
    ...more,
  })
  const creates = (name: string, slug: string, more: object = {}) =>
    does(name, { type: "Create", to: [everyone], object: event(name, slug, more) })
  const updates = (name: string, slug: string, more: object = {}) =>
    does(name, { type: "Update", to: [everyone], object: event(name, slug, more) })

  const follows = (viewer: SignedIn, handle: string) => ask(viewer, "POST", "/api/fediverse/follows/", { handle })
  const unfollows = (viewer: SignedIn, handle: string) => ask(viewer, "DELETE", "/api/fediverse/follows/", { handle })
  const handleOf = (name: string) => `@${name}@${peer.host}`
  /** Follows a remote person, who accepts. */
  const befriends = async (viewer: SignedIn, name: string) => {
    await follows(viewer, handleOf(name))
    await does(name, {
      type: "Accept",
      object: { type: "Follow", actor: `${here}/ap/instance`, object: peer.id(name) },
    })
  }
  const followed = async (viewer: SignedIn, query = "") =>
    // oxlint-disable-next-line typescript/no-explicit-any
    (await ask(viewer, "GET", `/api/contents/events/followed/${query}`)).body as any[]
  const titles = async (viewer: SignedIn, query = "") => (await followed(viewer, query)).map(({ title }) => title.fr)
  /** Returns the id of a received event, whoever may see it. */
  const idOf = async (slug: string): Promise<number | undefined> => {
    const { rows } = await sql<{ event_id: number }>`
      select event_id from fediverse_events where uri = ${`${peer.origin}/events/${slug}`}`.execute(db)
    return rows[0]?.event_id
  }
  /** Returns the activities delivered to remote people, with the path of each inbox. */
  const delivered = async () => {
    await there.deliver()
    return peer.arrived.splice(0).map(({ path, activity }) => ({ path, ...activity })) as Record<string, any>[] // oxlint-disable-line typescript/no-explicit-any
  }
  return {
    ...there,
    peer,
    lena,
    does,
    event,
    creates,
    updates,
    follows,
    unfollows,
    handleOf,
    befriends,
    followed,
    titles,
    idOf,
    delivered,
    here,
  }
}
