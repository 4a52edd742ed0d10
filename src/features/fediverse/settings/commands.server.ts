import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { actorFor, demand } from "#features/actors/access/queries.server.ts"
import { changed } from "#features/changes/commands.server.ts"
import { refuse } from "#lib/refusal.ts"
import type { SettingsChange } from "./inputs.ts"
import { type ManagedSettings, managedSettings } from "./queries.server.ts"

/**
 * Changes the Fediverse settings of a page; fields that are left out stay the same. Followers stay stored whatever is chosen,
 * so that a page which returns still has them. Refuses `stale` when its version is not among those allowed.
 */
export async function changeSettings(
  db: Db,
  viewer: Viewer,
  fid: string,
  given: SettingsChange,
  versions: number[] | undefined,
): Promise<{ fid: string; status: string; settings: ManagedSettings }> {
  return writing(db, async (tx) => {
    // The page is locked, so that two changes at once are made one after the other.
    const page = await actorFor(tx, viewer, fid, true)
    demand(viewer, "edit", page)
    const held = await managedSettings(tx, page.id)
    if (versions && !versions.includes(held.version)) refuse("stale")
    const { fid: name, status } = page
    const wanted = { ...held, ...given }
    if (JSON.stringify(wanted) === JSON.stringify(held)) return { fid: name, status, settings: held }
    const { audience, has_comments, joining, shows_counts } = wanted
    await sql`
      insert into fediverse_settings (actor_id, audience, has_comments, joining, shows_counts)
      values (${page.id}, ${audience}, ${has_comments}, ${joining}, ${shows_counts})
      on conflict (actor_id) do update set audience = excluded.audience, has_comments = excluded.has_comments,
        joining = excluded.joining, shows_counts = excluded.shows_counts, version = fediverse_settings.version + 1`.execute(
      tx,
    )
    await changed(tx, {
      by: doneBy(viewer as SignedIn, "edit", { relations: page.relations }),
      subject: { actor: page.id },
      kind: "fediverse_changed",
      isPublic: page.status === "published",
    })
    return { fid: name, status, settings: await managedSettings(tx, page.id) }
  })
}
