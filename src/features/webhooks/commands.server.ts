import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import type { HeldActor } from "#features/actors/access/queries.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import { type Faults, gatherFaults, type PartlyValid } from "#lib/faults.ts"
import { refuse } from "#lib/refusal.ts"
import { seal, unseal } from "#lib/sealing.server.ts"
import type { NewWebhook, WebhookChange } from "./inputs.ts"
import { webhookOf, webhookPageFor, webhooksOf } from "./queries.server.ts"
import { isAllowedReceiver } from "./receiver.server.ts"
import type { Webhook, WebhookWithSecret } from "./representation.server.ts"
import { deleteSnapshot, storeSnapshot } from "./snapshots.server.ts"
import { dropWaiting } from "./settling.server.ts"
import { newWebhookSecret } from "./signing.server.ts"
import { queuePing } from "./deliveries.server.ts"
import { mostWebhooks, webhookEvents } from "./webhook.ts"

/** Adds a webhook to a page. Its secret is only returned this once. Refuses `too_many`. */
export async function addWebhook(
  db: Db,
  viewer: Viewer,
  fid: string,
  given: NewWebhook,
  config: Config,
): Promise<WebhookWithSecret> {
  return writing(db, async (tx) => {
    // The page is locked, so that two requests at once cannot both take the last place.
    const page = await webhookPageFor(tx, viewer, fid, true)
    const held = await webhooksOf(tx, page.id, config)
    checkAddress(given.url, held, config).refuse()
    if (held.length >= mostWebhooks) refuse("too_many")
    const { url, events = [...webhookEvents], description = null, is_active = true } = given
    const secret = newWebhookSecret()
    const { id } = await tx
      .insertInto("webhooks")
      .values({
        actor_id: page.id,
        created_by: (viewer as SignedIn).userId,
        url,
        host: new URL(url).host,
        events,
        description,
        is_active,
        secret: await seal(Buffer.from(secret), config.federation),
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    if (held.length === 0) await storeSnapshot(tx, config, page.id)
    await tell(tx, viewer, page)
    return { ...(await webhookOf(tx, page.id, id, config)), secret }
  })
}

/**
 * Changes the given fields of a webhook. Switching it on again or changing its address resets its failures; changes made
 * while it was off are not delivered. Refuses `stale` when its version is not among those allowed.
 */
export async function changeWebhook(
  db: Db,
  viewer: Viewer,
  fid: string,
  id: number,
  given: WebhookChange,
  versions: number[] | undefined,
  config: Config,
): Promise<Webhook> {
  return writing(db, async (tx) => {
    const page = await webhookPageFor(tx, viewer, fid, true)
    const held = await webhookOf(tx, page.id, id, config)
    if (versions && !versions.includes(held.version)) refuse("stale")
    if (given.url !== held.url) checkAddress(given.url, await webhooksOf(tx, page.id, config), config).refuse()
    const { url, events, description, is_active } = { ...held, ...given }
    const isSame =
      url === held.url &&
      events.join() === held.events.join() &&
      description === held.description &&
      is_active === held.is_active
    if (isSame) return held
    const begins = url !== held.url || (is_active && !held.is_active)
    await tx
      .updateTable("webhooks")
      .set({ url, host: new URL(url).host, events, description, is_active })
      .set({ version: sql`version + 1`, updated_at: sql`now()` })
      .$if(begins, (update) => update.set({ failures: 0, failing_since: null, retry_at: null, off_reason: null }))
      .where("id", "=", id)
      .execute()
    if (!is_active) await dropWaiting(tx, id)
    await tell(tx, viewer, page)
    return webhookOf(tx, page.id, id, config)
  })
}

/** Removes a webhook with its waiting deliveries. */
export async function removeWebhook(
  db: Db,
  viewer: Viewer,
  fid: string,
  id: number,
  versions: number[] | undefined,
  config: Config,
): Promise<void> {
  await writing(db, async (tx) => {
    const page = await webhookPageFor(tx, viewer, fid, true)
    const held = await webhookOf(tx, page.id, id, config)
    if (versions && !versions.includes(held.version)) refuse("stale")
    await tx.deleteFrom("webhooks").where("id", "=", id).execute()
    if ((await webhooksOf(tx, page.id, config)).length === 0) await deleteSnapshot(tx, page.id)
    await tell(tx, viewer, page)
  })
}

/** Time during which deliveries are signed with the former secret as well. */
const renewing = "24 hours"

/** Time within which a renewal again is the same press, of which the answer did not arrive. */
const pressedTwiceWithin = "10 minutes"

/**
 * Gives a webhook a new secret, which is only returned this once. The former one stays valid for a day. When the answer was lost
 * and the secret is renewed again, the former one is still that which the receiver knows, not the one that nobody has seen.
 */
export async function renewSecret(
  db: Db,
  viewer: Viewer,
  fid: string,
  id: number,
  config: Config,
): Promise<WebhookWithSecret> {
  return writing(db, async (tx) => {
    const page = await webhookPageFor(tx, viewer, fid, true)
    await webhookOf(tx, page.id, id, config)
    const secret = newWebhookSecret()
    const sealed = await seal(Buffer.from(secret), config.federation)
    const isAgain = sql`former_until > now() + ${renewing}::interval - ${pressedTwiceWithin}::interval`
    await sql`
      update webhooks set former_secret = case when ${isAgain} then former_secret else secret end,
        former_until = now() + ${renewing}::interval, secret = ${sealed}, version = version + 1, updated_at = now()
      where id = ${id}`.execute(tx)
    await tell(tx, viewer, page)
    return { ...(await webhookOf(tx, page.id, id, config)), secret }
  })
}

/** Sends a test delivery (`ping`) to a webhook, also when it is switched off. */
export async function sendPing(db: Db, viewer: Viewer, fid: string, id: number, config: Config): Promise<void> {
  await writing(db, async (tx) => {
    const page = await webhookPageFor(tx, viewer, fid, true)
    await webhookOf(tx, page.id, id, config)
    await queuePing(tx, id)
  })
}

/** Refuses a new webhook whose fields are valid by themselves but not for this page; writes nothing. */
export async function judgeNewWebhook(
  db: Db,
  viewer: Viewer,
  fid: string,
  { given }: PartlyValid<NewWebhook>,
  config: Config,
): Promise<void> {
  const page = await webhookPageFor(db, viewer, fid)
  checkAddress(given.url, await webhooksOf(db, page.id, config), config).refuse()
}

/** Refuses changes of a webhook in the same way; writes nothing. */
export async function judgeWebhookChange(
  db: Db,
  viewer: Viewer,
  fid: string,
  id: number,
  { given }: PartlyValid<WebhookChange>,
  config: Config,
): Promise<void> {
  const page = await webhookPageFor(db, viewer, fid)
  const held = await webhookOf(db, page.id, id, config)
  if (given.url !== held.url) checkAddress(given.url, await webhooksOf(db, page.id, config), config).refuse()
}

function checkAddress(url: string | undefined, held: Webhook[], { federation }: Config): Faults {
  const faults = gatherFaults()
  if (url === undefined) return faults
  if (!isAllowedReceiver(url, federation)) faults.note("url", "errors.webhook_address")
  if (held.some((one) => one.url === url)) faults.note("url", "errors.webhook_exists")
  return faults
}

function tell(tx: Db, viewer: Viewer, page: HeldActor): Promise<void> {
  const by = doneBy(viewer as SignedIn, "connect", { relations: page.relations })
  return changed(tx, { by, subject: { actor: page.id }, kind: "webhooks_changed", isPublic: false })
}

/**
 * Encrypts every secret anew with the first key of FEDERATION_KEY, in batches, and returns how many. Former secrets that have
 * expired are deleted instead, because their key may be gone.
 */
export async function reencryptWebhookSecrets(db: Db, config: Config): Promise<number> {
  const again = async (sealed: Buffer) => seal(await unseal(sealed, config.federation), config.federation)
  let [last, count] = [0, 0]
  for (;;) {
    const rows = await db
      .selectFrom("webhooks")
      .select(["id", "secret", "former_until"])
      .select(sql<Buffer | null>`case when former_until > now() then former_secret end`.as("former_secret"))
      .where("id", ">", last)
      .orderBy("id")
      .limit(100)
      .execute()
    for (const { id, secret, former_secret, former_until } of rows) {
      const former = former_secret && (await again(former_secret))
      await sql`update webhooks set secret = ${await again(secret)}, former_secret = ${former},
        former_until = ${former && former_until}::timestamptz where id = ${id} and secret = ${secret}`.execute(db)
      last = id
      count++
    }
    if (rows.length === 0) return count
  }
}
