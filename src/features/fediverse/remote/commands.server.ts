import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import type { PublicKey } from "../signatures/verifying.server.ts"
import { fieldsOf, idOf, isSameDocument, isSameHost, listOf } from "../vocabulary/fields.ts"
import { readActor, type RemoteActor as ReadActor } from "../vocabulary/read-actor.ts"
import { isRefused } from "../vocabulary/refused.ts"
import { fetchableUrl, fetchDocument } from "./fetching.server.ts"
import { findRemoteActor, isUnrelated } from "./queries.server.ts"
import type { RemoteActor } from "./remote-actor.ts"
import { queueSoftwareCheck } from "./software/commands.server.ts"

/** Delay before a changed avatar is fetched, however often it changes meanwhile. */
const faceAfter = "1 hour"

/** Most accounts of one host that are stored without any relation to this server, and how often that is checked. */
const mostUnrelated = 1_000
const newPerCheck = 100

/** Age (milliseconds) up to which a description is not fetched again when a signature does not match. */
const freshFor = 60_000

/**
 * Returns the key with this id, stored or freshly fetched. The signer only says where the key is; it is trusted if an actor
 * on the same host names it as its own.
 */
export async function findKey(db: Db, config: Config, keyId: string, isFresh: boolean): Promise<PublicKey | undefined> {
  const known = await findRemoteActor(db, { keyId })
  if (known && !isFresh) return keyOf(known)
  if (known && Date.now() - known.fetchedAt.getTime() < freshFor) return undefined
  const document = fieldsOf(await fetchDocument(db, config, keyId))
  if (!document) return undefined
  const read = readActor(document, keyId)
  const isItself = !isRefused(read) && isSameDocument(read.id, keyId) && read.keys.some(({ id }) => id === keyId)
  if (isItself) return keyFrom(await saveRemoteActor(db, read, keyId))
  // A key with a document of its own names its owner.
  const owner = idOf(document.owner ?? fieldsOf(listOf(document.publicKey)[0])?.owner)
  if (!owner || !isSameHost(owner, keyId)) return undefined
  const described = readActor(await fetchDocument(db, config, owner), owner)
  if (isRefused(described) || !isSameDocument(described.id, owner)) return undefined
  if (!described.keys.some(({ id }) => id === keyId)) return undefined
  return keyFrom(await saveRemoteActor(db, described, keyId))
}

const keyOf = ({ keyId, uri, publicKey }: RemoteActor): PublicKey => ({ id: keyId, owner: uri, pem: publicKey })
const keyFrom = (actor: RemoteActor | undefined) => actor && keyOf(actor)

/** Returns a remote actor, stored or fetched from its server. */
export async function remoteActor(db: Db, config: Config, uri: string): Promise<RemoteActor | undefined> {
  return (await findRemoteActor(db, { uri })) ?? refreshRemoteActor(db, config, uri)
}

/** Fetches a remote actor anew from its server. */
export async function refreshRemoteActor(db: Db, config: Config, uri: string): Promise<RemoteActor | undefined> {
  if (!fetchableUrl(uri, config)) return undefined
  const read = await describedAt(db, config, uri)
  const [key] = read?.keys ?? []
  return read && key && saveRemoteActor(db, read, key.id)
}

/**
 * Reads the actor at an address. If the document has another id, that id's own address is fetched, because a file on the same
 * host may be anybody's.
 */
async function describedAt(db: Db, config: Config, uri: string): Promise<ReadActor | undefined> {
  const read = readActor(await fetchDocument(db, config, uri), uri)
  if (isRefused(read) || isSameDocument(read.id, uri)) return isRefused(read) ? undefined : read
  const itself = readActor(await fetchDocument(db, config, read.id), read.id)
  return isRefused(itself) || !isSameDocument(itself.id, read.id) ? undefined : itself
}

/** Stores a remote actor; undefined when nothing could be sent to it. */
async function saveRemoteActor(db: Db, actor: ReadActor, keyId: string): Promise<RemoteActor | undefined> {
  const { id: uri, type, username, name, url, inbox, sharedInbox, keys, summary, alsoKnownAs, movedTo } = actor
  const pem = keys.find(({ id }) => id === keyId)?.pem
  // With an inbox on another host, its owner could make us send to anybody.
  if (!pem || !isSameHost(inbox, uri)) return undefined
  const host = actor.host.toLowerCase()
  const own = (address: string | null) =>
    address && isSameHost(address, uri) && address.length <= 2000 ? address : null
  const short = (text: string | null | undefined, longest: number) => (text && text.length <= longest ? text : null)
  const shared = own(sharedInbox)
  await writing(db, async (tx) => {
    await sql`
      insert into remote_actors as known (uri, host, type, username, name, url, inbox, shared_inbox, key_id, public_key,
        summary, icon_url, followers_uri, approves_followers, also_known_as, moved_to, is_listed, software)
      values (${uri}, ${host}, ${type}, ${username}, ${name}, ${url}, ${inbox}, ${shared}, ${keyId}, ${pem},
        ${short(summary, 20_000)}, ${short(actor.icon?.url, 2000)}, ${own(actor.followers)},
        ${actor.manuallyApprovesFollowers}, ${alsoKnownAs.filter((one) => one.length <= 2000)}::text[],
        ${short(movedTo, 2000)}, ${actor.isListed},
        (select software from fediverse_hosts where host = ${host}))
      on conflict (uri) do update set type = excluded.type, username = excluded.username, name = excluded.name,
        url = excluded.url, inbox = excluded.inbox, shared_inbox = excluded.shared_inbox, key_id = excluded.key_id,
        public_key = excluded.public_key, summary = excluded.summary, icon_url = excluded.icon_url,
        face = case when excluded.icon_url is not null then known.face end,
        face_bytes = case when excluded.icon_url is not null then known.face_bytes end,
        face_due_at = case when excluded.icon_url is distinct from known.icon_url
          then least(known.face_due_at, now() + ${faceAfter}::interval) else known.face_due_at end,
        followers_uri = excluded.followers_uri, approves_followers = excluded.approves_followers,
        also_known_as = excluded.also_known_as, moved_to = excluded.moved_to, is_listed = excluded.is_listed,
        software = coalesce(excluded.software, known.software), fetched_at = now()`.execute(tx)
    await queueSoftwareCheck(tx, host)
  })
  const saved = await findRemoteActor(db, { uri })
  if (saved && saved.id % newPerCheck === 0) await forgetUnrelated(db, host)
  return saved
}

/** Deletes the accounts of a host, seen longest ago, that are too many: whoever signs something here is stored, for its key. */
async function forgetUnrelated(db: Db, host: string): Promise<void> {
  await writing(db, (tx) =>
    sql`
      delete from remote_actors where id in (select r.id from remote_actors r where r.host = ${host} and ${isUnrelated}
        order by r.fetched_at desc, r.id desc offset ${mostUnrelated} limit 2000)`.execute(tx),
  )
}
