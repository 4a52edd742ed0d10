import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { actorFor, demand, type HeldActor } from "#features/actors/access/queries.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { refuse, refuseFields } from "#lib/refusal.ts"
import { findRemoteAccount } from "../following/finding.server.ts"
import { readAccountReference } from "../following/handle.ts"
import { identityOfActor } from "../identities/commands.server.ts"
import { profileOf } from "../identities/profile.server.ts"
import { uriOf } from "../identity.ts"
import { sendToFollowers } from "../outbox/commands.server.ts"
import { serializeActivity } from "../outbox/events.server.ts"
import { fetchDocument } from "../remote/fetching.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { describeActorUpdate, describeMove } from "../vocabulary/describe-activity.ts"
import { readActor } from "../vocabulary/read-actor.ts"
import { isRefused } from "../vocabulary/refused.ts"
import type { MoveInput } from "./inputs.ts"
import { type Alias, findMove, listAliases, type MoveState } from "./queries.server.ts"

/** Most former accounts of a page. */
const mostAliases = 10

/** Lists the former accounts of a page, for its owners. */
export async function aliasesFor(db: Db, viewer: Viewer, fid: string): Promise<Alias[]> {
  return listAliases(db, (await governed(db, viewer, fid)).id)
}

/** Returns where a page moved, for its owners. */
export async function moveFor(db: Db, viewer: Viewer, fid: string): Promise<MoveState> {
  return findMove(db, (await governed(db, viewer, fid)).id)
}

/**
 * Adds a former account to a page, so that its server may send its followers here. This is a claim and proves nothing:
 * followers only come when the other account names the page too.
 */
export async function addAlias(db: Db, config: Config, viewer: Viewer, fid: string, account: string): Promise<Alias> {
  await governed(db, viewer, fid)
  const { uri, username, host } = await accountAt(db, config, account)
  const alias = { uri, handle: username && `@${username}@${host}` }
  await writing(db, async (tx) => {
    const page = await governed(tx, viewer, fid, true)
    const held = await listAliases(tx, page.id)
    if (held.some((one) => one.uri === uri)) return
    if (held.length >= mostAliases) refuseFields({ account: ["elsewhere.aliases_full"] })
    await tx
      .insertInto("fediverse_aliases")
      .values({ actor_id: page.id, ...alias })
      .execute()
    await note(tx, viewer, page, "aliases_changed")
  })
  return alias
}

/** Removes a former account from a page; does nothing if it is not in the list. */
export async function removeAlias(db: Db, viewer: Viewer, fid: string, uri: string): Promise<void> {
  await writing(db, async (tx) => {
    const page = await governed(tx, viewer, fid, true)
    const { numAffectedRows } = await sql`
      delete from fediverse_aliases where actor_id = ${page.id} and uri = ${uri}`.execute(tx)
    if (numAffectedRows) await note(tx, viewer, page, "aliases_changed")
  })
}

/**
 * Moves the remote followers of a page to another account, which has to name the page among its former ones. From then on the
 * page's actor names the new account, and nothing is federated for it. Moving to the same account again changes nothing.
 */
export async function moveAway(
  db: Db,
  config: Config,
  viewer: Viewer,
  fid: string,
  { account, confirm }: MoveInput,
): Promise<MoveState> {
  const before = await governed(db, viewer, fid)
  if (confirm !== before.fid) refuseFields({ confirm: ["errors.confirm_fid"] })
  const target = await accountAt(db, config, account)
  const identity = (await identityOfActor(db, config, before.id)) ?? refuse("actor_not_found")
  const self = uriOf(identity, config.publicUrl)
  // Fetched now from its own server, because what is stored may be outdated.
  const now = readActor(await fetchDocument(db, config, target.uri), target.uri)
  if (isRefused(now) || now.movedTo !== null || !now.alsoKnownAs.includes(self))
    refuseFields({ account: ["elsewhere.alias_missing"] })
  return writing(db, async (tx) => {
    const page = await governed(tx, viewer, fid, true)
    const { moved } = await findMove(tx, page.id)
    if (moved && moved.uri !== target.uri) refuse("page_moved")
    if (moved) return findMove(tx, page.id)
    await sql`
      update fediverse_identities set moved_to = ${target.uri}, moved_at = now(), said = null,
        moved_handle = ${target.username && `@${target.username}@${target.host}`}
      where id = ${identity.id}`.execute(tx)
    await note(tx, viewer, page, "moved_away")
    const key = Date.now()
    const profile = page.status === "published" ? await profileOf(tx, config, page.id) : undefined
    if (profile) await sendToFollowers(tx, identity, serializeActivity(describeActorUpdate(profile, key)))
    await sendToFollowers(tx, identity, serializeActivity(describeMove(self, target.uri, key)))
    // The deliveries just written still reach them.
    await sql`delete from fediverse_followers where identity_id = ${identity.id}`.execute(tx)
    return findMove(tx, page.id)
  })
}

/** Brings a page back to the Fediverse: it federates again, for followers that it gets from now on. */
export async function moveBack(db: Db, viewer: Viewer, fid: string): Promise<void> {
  await writing(db, async (tx) => {
    const page = await governed(tx, viewer, fid, true)
    const { numAffectedRows } = await sql`
      update fediverse_identities set moved_to = null, moved_handle = null, moved_at = null, said = null
      where actor_id = ${page.id} and moved_to is not null`.execute(tx)
    if (numAffectedRows) await note(tx, viewer, page, "moved_back")
  })
}

async function governed(db: Db, viewer: Viewer, fid: string, lock = false): Promise<HeldActor> {
  const page = await actorFor(db, viewer, fid, lock)
  demand(viewer, "govern", page)
  return page
}

/** Finds the remote account that somebody typed, as its server describes it now. */
async function accountAt(db: Db, config: Config, account: string): Promise<RemoteActor> {
  const whom = readAccountReference(account) ?? refuseFields({ account: ["elsewhere.handle_unreadable"] })
  const found = await findRemoteAccount(db, config, whom)
  if (found === "ours") return refuseFields({ account: ["elsewhere.account_ours"] })
  if (found === "nobody") return refuseFields({ account: ["elsewhere.handle_nobody"] })
  return found === "mismatch" ? refuseFields({ account: ["elsewhere.handle_mismatch"] }) : found.actor
}

async function note(tx: Db, viewer: Viewer, page: HeldActor, kind: ChangeKind): Promise<void> {
  await changed(tx, {
    by: doneBy(viewer as SignedIn, "govern", { relations: page.relations }),
    subject: { actor: page.id },
    kind,
    isPublic: page.status === "published",
  })
}
