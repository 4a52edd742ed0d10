import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { changed } from "#features/changes/commands.server.ts"
import { refuseFields } from "#lib/refusal.ts"
import type { ProfileChange } from "../inputs.ts"
import { doneBy } from "../rights.ts"
import type { SignedIn } from "../viewer.ts"

/** Changes the viewer's profile and settings; fields left out keep their value. Refuses the field `identity`. */
export async function changeProfile(db: Db, viewer: SignedIn, change: ProfileChange): Promise<void> {
  const { name, language, timezone, newsletter, notify, notify_app } = change
  await writing(db, async (tx) => {
    await tx
      .updateTable("users")
      .set({
        name,
        language,
        timezone,
        notify,
        notify_app,
        identity_id: change.identity == null ? change.identity : await ownPerson(tx, viewer, change.identity),
        newsletter_frequency: newsletter?.frequency,
        newsletter_language: newsletter?.language,
        newsletter_weekday: newsletter?.weekday,
        newsletter_hour: newsletter?.hour,
        updated_at: sql`now()`,
      })
      .where("id", "=", viewer.userId)
      .execute()
    // The person is shown under this page in agendas and among the people others meet.
    if (change.identity !== undefined)
      await changed(tx, {
        by: doneBy(viewer, "follow"),
        subject: { user: viewer.userId },
        kind: "identity_changed",
        isPublic: true,
      })
  })
}

/** Returns the id of a published person page that the viewer owns. */
async function ownPerson(db: Db, viewer: SignedIn, fid: string): Promise<number> {
  const found = await db
    .selectFrom("actors")
    .innerJoin("relations", "relations.actor_id", "actors.id")
    .select("actors.id")
    .where("actors.fid", "=", fid)
    .where("actors.type", "=", "person")
    .where("actors.status", "=", "published")
    .where("relations.user_id", "=", viewer.userId)
    .where("relations.relation", "=", "owner")
    .where("relations.status", "=", "accepted")
    .executeTakeFirst()
  return found?.id ?? refuseFields({ identity: ["accounts.identity_not_yours"] })
}
