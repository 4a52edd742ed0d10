import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { writing } from "#db/writing.ts"
import { doneBy } from "#features/accounts/rights.ts"
import type { SignedIn, Viewer } from "#features/accounts/viewer.ts"
import { changed } from "#features/changes/commands.server.ts"
import type { ChangeKind } from "#features/changes/kinds.ts"
import { type Faults, gatherFaults, type PartlyValid } from "#lib/faults.ts"
import { refuse } from "#lib/refusal.ts"
import { addDays, dateAt } from "#lib/time.ts"
import { actorFor, demand, type HeldActor } from "../access/queries.server.ts"
import type { Site } from "../queries.server.ts"
import type { NewOpening, OpeningChange } from "./inputs.ts"
import { farthestDay, longestPeriod, mostOpenings, type Opening, sideOf, usualRadius } from "./opening.ts"
import { findOpening } from "./queries.server.ts"
import { type OpeningDraft, periodOf, saveOpenings } from "./store.server.ts"

/** Openings that ended longer ago than this are removed when the page adds another one. */
const forgottenAfter = sql`interval '30 days'`

/**
 * Adds an opening: days on which a page is free or looks for somebody. An identical opening is returned instead of added again.
 * Without a place, the opening is where the page is. Refuses `too_many`.
 */
export async function addOpening(db: Db, viewer: Viewer, fid: string, given: NewOpening, site: Site): Promise<Opening> {
  return writing(db, async (tx) => {
    // The page is locked, so that simultaneous requests are counted one after the other.
    const { page, me } = await editable(tx, viewer, fid, true)
    const spot = await spotFor(tx, page.id, given.place)
    checkOpening(given, spot ?? "nowhere", site).refuse()
    const draft = draftOf(page, given, spot as Spot)
    const same = await sameOpening(tx, draft)
    if (same !== undefined) return (await findOpening(tx, page.id, same, site)) as Opening

    await sql`delete from openings where actor_id = ${page.id} and until_at < now() - ${forgottenAfter}`.execute(tx)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from openings where actor_id = ${page.id} and until_at > now()`.execute(tx)
    if ((rows[0]?.count ?? 0) >= mostOpenings) refuse("too_many")
    const [id] = await saveOpenings(tx, [draft], site.timezone)
    await tell(tx, me, page, "opening_added", draft.is_public)
    return (await findOpening(tx, page.id, id as number, site)) as Opening
  })
}

/** Changes an opening; each given field is replaced as a whole. Refuses `stale` when its version is not one of those allowed. */
export async function changeOpening(
  db: Db,
  viewer: Viewer,
  fid: string,
  id: number,
  given: OpeningChange,
  versions: number[] | undefined,
  site: Site,
): Promise<Opening> {
  return writing(db, async (tx) => {
    const { page, me, held } = await openingFor(tx, viewer, fid, id, versions, site)
    const spot = given.place === undefined ? held : await spotFor(tx, page.id, given.place)
    checkOpening({ ...held, ...given }, spot ?? "nowhere", site).refuse()
    const { place: _, ...said } = given
    const { lat, lon, town } = spot as Spot
    const draft = { ...said, lat, lon, town }
    const isSame = Object.entries(draft).every(
      ([name, value]) => JSON.stringify(value) === JSON.stringify(held[name as keyof Opening]),
    )
    if (isSame) return held
    await tx
      .updateTable("openings")
      .set({ ...draft, ...periodOf({ lat, lon, ends_on: given.ends_on ?? held.ends_on }, site.timezone) })
      .set({ version: sql`version + 1`, updated_at: sql`now()` })
      .where("id", "=", held.id)
      .execute()
    await tell(tx, me, page, "opening_changed", held.is_public || given.is_public === true)
    return (await findOpening(tx, page.id, held.id, site)) as Opening
  })
}

/** Removes an opening before its days are over. */
export async function endOpening(
  db: Db,
  viewer: Viewer,
  fid: string,
  id: number,
  versions: number[] | undefined,
  site: Site,
): Promise<void> {
  await writing(db, async (tx) => {
    const { page, me, held } = await openingFor(tx, viewer, fid, id, versions, site)
    await tx.deleteFrom("openings").where("id", "=", held.id).execute()
    await tell(tx, me, page, "opening_ended", held.is_public)
  })
}

/** Refuses every field of a new opening that is wrong in combination with the others or the page; stores nothing. */
export async function judgeNewOpening(
  db: Db,
  viewer: Viewer,
  fid: string,
  { given, faulty }: PartlyValid<NewOpening>,
  site: Site,
): Promise<void> {
  const { page } = await editable(db, viewer, fid)
  const spot = faulty.has("place") ? undefined : ((await spotFor(db, page.id, given.place)) ?? "nowhere")
  checkOpening(given, spot, site).refuse()
}

/** The same for changes of an opening. */
export async function judgeOpeningChange(
  db: Db,
  viewer: Viewer,
  fid: string,
  id: number,
  { given }: PartlyValid<OpeningChange>,
  site: Site,
): Promise<void> {
  const { page } = await editable(db, viewer, fid)
  const held = (await findOpening(db, page.id, id, site)) ?? refuse("opening_not_found")
  const spot = given.place === undefined ? held : await spotFor(db, page.id, given.place)
  checkOpening({ ...held, ...given }, spot ?? "nowhere", site).refuse()
}

async function editable(db: Db, viewer: Viewer, fid: string, lock = false): Promise<{ page: HeldActor; me: SignedIn }> {
  const page = await actorFor(db, viewer, fid, lock)
  demand(viewer, "edit", page)
  return { page, me: viewer as SignedIn }
}

async function openingFor(
  tx: Db,
  viewer: Viewer,
  fid: string,
  id: number,
  versions: number[] | undefined,
  site: Site,
): Promise<{ page: HeldActor; me: SignedIn; held: Opening }> {
  const { page, me } = await editable(tx, viewer, fid, true)
  const held = (await findOpening(tx, page.id, id, site)) ?? refuse("opening_not_found")
  if (versions && !versions.includes(held.version)) refuse("stale")
  return { page, me, held }
}

type Spot = Pick<OpeningDraft, "lat" | "lon" | "town">

/** Returns the given place, or else the place of the page; undefined when the page has no coordinates. */
async function spotFor(db: Db, actorId: number, place: NewOpening["place"]): Promise<Spot | undefined> {
  if (place) return { lat: place.lat, lon: place.lon, town: place.name }
  const { rows } = await sql<Spot>`
    select spot.lat, spot.lon, coalesce(spot.locality, spot.name) as town
    from actors a join locations spot on spot.id = a.location_id where a.id = ${actorId} and spot.lat is not null`.execute(
    db,
  )
  return rows[0]
}

/** Collects the faults in an opening's days and its missing place; values that are not given are not checked. */
function checkOpening(
  { starts_on, ends_on }: Partial<Pick<NewOpening, "starts_on" | "ends_on">>,
  spot: Pick<Spot, "lat" | "lon"> | "nowhere" | undefined,
  site: Site,
): Faults {
  const faults = gatherFaults()
  if (spot === "nowhere") faults.note("place", "errors.opening_nowhere")
  const zone = spot && spot !== "nowhere" ? periodOf({ ...spot, ends_on: "2000-01-01" }, site.timezone).timezone : null
  const today = dateAt(new Date(), zone ?? site.timezone)
  if (ends_on === undefined) return faults
  if (ends_on < today) faults.note("ends_on", "errors.opening_over")
  if (ends_on > addDays(today, farthestDay)) faults.note("ends_on", "errors.opening_far")
  if (starts_on === undefined) return faults
  if (ends_on < starts_on) faults.note("ends_on", "errors.end_before_start")
  else if (ends_on > addDays(starts_on, longestPeriod - 1)) faults.note("ends_on", "errors.opening_long")
  return faults
}

function draftOf(page: HeldActor, given: NewOpening, spot: Spot): OpeningDraft {
  const { kind, starts_on, ends_on, categories = [], spaces = [], radius = usualRadius, note, is_public } = given
  const draft = { kind, starts_on, ends_on, categories, spaces, radius, note: note ?? null, ...spot }
  return { ...draft, actor_id: page.id, side: sideOf(page.type), is_public: is_public ?? false }
}

/** Finds an identical opening, as exists when a form was sent twice. */
async function sameOpening(tx: Db, draft: OpeningDraft): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from openings o where o.actor_id = ${draft.actor_id} and o.until_at > now()
      and to_jsonb(o) @> ${JSON.stringify(draft)}::jsonb
      and cardinality(o.categories) = ${draft.categories.length} and cardinality(o.spaces) = ${draft.spaces.length}
    limit 1`.execute(tx)
  return rows[0]?.id
}

function tell(tx: Db, me: SignedIn, page: HeldActor, kind: ChangeKind, isShown: boolean): Promise<void> {
  const isPublic = isShown && page.status === "published"
  const by = doneBy(me, "edit", { relations: page.relations })
  return changed(tx, { by, subject: { actor: page.id }, kind, isPublic })
}
