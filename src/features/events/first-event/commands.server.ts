import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { freeFidFor } from "#features/actors/fids/queries.server.ts"
import { createActor } from "#features/actors/writing/commands.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import { Refusal, refuse } from "#lib/refusal.ts"
import type { Event } from "../event.ts"
import type { Site } from "../reading.server.ts"
import { createEvent } from "../writing/commands.server.ts"
import type { FirstEvent } from "./inputs.ts"

/** Number of attempts to find a free identifier, which another request may take in between. */
const mostTries = 5

/**
 * Creates an event and the page that organises it in one transaction: both or neither. The new page becomes the person's
 * identity. A person who already manages a page publishes with that one, so that a repeated request creates nothing twice.
 */
export async function createFirstEvent(
  db: Db,
  viewer: Viewer,
  { organizer, organizers: others = [], ...given }: FirstEvent,
  site: Site,
): Promise<Event> {
  const me = viewer ?? refuse("sign_in_needed")
  for (let tries = 1; ; tries++) {
    try {
      return await writing(db, async (tx) => {
        // Of two simultaneous requests one waits, then finds the page that the other created.
        await tx.selectFrom("users").select("id").where("id", "=", me.userId).forUpdate().execute()
        const host =
          (await managedPage(tx, me)) ??
          (await makeOrganizer(
            tx,
            me,
            organizer,
            await freeFidFor(tx, organizer.name, organizer.type, tries > 2),
            site,
          ))
        return createEvent(tx, me, { ...given, organizers: [host, ...others] }, site)
      })
    } catch (error) {
      const isTaken = error instanceof Refusal && error.code === "fid_taken"
      if (!isTaken || tries >= mostTries) throw error
    }
  }
}

/** Returns a page that the person can publish with: published pages first, then those they own, then the newest. */
async function managedPage(tx: Db, me: SignedIn): Promise<string | undefined> {
  const { rows } = await sql<{ fid: string }>`
    select a.fid from relations r join actors a on a.id = r.actor_id
    where r.user_id = ${me.userId} and r.status = 'accepted' and r.relation in ('owner', 'member', 'assistant')
      and a.deleted_at is null and a.awaits_address_since is null
    order by a.status = 'published' desc, r.relation = 'owner' desc, a.id desc limit 1`.execute(tx)
  return rows[0]?.fid
}

async function makeOrganizer(
  tx: Db,
  me: SignedIn,
  organizer: FirstEvent["organizer"],
  fid: string,
  site: Site,
): Promise<string> {
  await createActor(tx, me, { ...organizer, fid, status: "published" }, site)
  if (organizer.type === "person") {
    const { numAffectedRows } = await sql`update users set identity_id = (select id from actors where fid = ${fid})
      where id = ${me.userId} and identity_id is null`.execute(tx)
    if (numAffectedRows)
      await changed(tx, {
        by: doneBy(me, "follow"),
        subject: { user: me.userId },
        kind: "identity_changed",
        isPublic: true,
      })
  }
  return fid
}
