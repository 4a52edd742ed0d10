import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type Action, may, refusalOf, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"

/** Of relations `r`: who has a role on their page. It stays theirs while they are suspended. */
export const hasRole = sql`(r.user_id is not null and r.status = 'accepted')`

/**
 * Of relations `r`: who works on their page, reads what is written to it and is told of it. Nobody does who is suspended
 * (docs/decisions/0064): the one place that says so.
 */
export const isStaff = sql`(${hasRole}
  and not exists (select from users away where away.id = r.user_id and away.suspended_at is not null))`

const canManage = sql`r.relation in ('owner', 'member', 'assistant')`

/** Of relations `r`: who manages the page. */
export const manages = sql`(${isStaff} and ${canManage})`

/** The same, and who would if they were not suspended: for what the law has people told. */
export const managesOrWould = sql`(${hasRole} and ${canManage})`

/** The people (user_id) who manage a page. */
export function managersOfPage(page: RawBuilder<unknown>, who = manages): RawBuilder<unknown> {
  return sql`select r.user_id from relations r where r.actor_id = ${page} and ${who}`
}

/**
 * Of rows `e` of events or `a` of pages: whether a moderator took it out of sight, or is to answer who complained about it.
 * The complaints are looked for only when a moderator asks: for others nothing follows from them. What nobody but they
 * themselves reported lets them see no more than before.
 */
export function isReportedTo(viewer: Viewer, table: "e" | "a"): RawBuilder<boolean> {
  const isHidden = sql<boolean>`${sql.ref(`${table}.hidden_at`)} is not null`
  if (!viewer?.isModerator) return isHidden
  return sql<boolean>`(${isHidden} or exists (select from report_subjects rs
    join reports rp on rp.id = rs.report_id and rp.status = 'open' and (rp.host is not null or exists (
      select from report_statements st where st.report_id = rp.id and st.user_id is distinct from ${viewer.userId}))
    where ${sql.ref(table === "e" ? "rs.event_id" : "rs.actor_id")} = ${sql.ref(`${table}.id`)}))`
}

/** A page as rights see it: what the viewer is to it, by accepted relations of their account. */
export type HeldActor = {
  id: number
  fid: string
  type: "person" | "group" | "place" | "organizer"
  name: string
  language: "fr" | "en" | "nl"
  status: "draft" | "published" | "archived"
  version: number
  /** A moderator took it out of sight: it cannot be published. */
  isHidden: boolean
  /** That, or somebody complained about it and waits for a moderator: moderators may see it (`isReportedTo`). */
  isReported: boolean
  relations: Relation[]
}

/**
 * A page that the viewer may know of, by its fid; undefined when there is none. Inside a transaction it can be locked, so
 * that what is decided about it stays true until the end.
 */
export async function heldActor(db: Db, viewer: Viewer, fid: string, lock = false): Promise<HeldActor | undefined> {
  if (fid.length > 400 || fid.includes("\0") || !fid.isWellFormed()) return undefined
  // First locked, then read: whoever lost their rights to a change that was under way has none.
  if (lock) await sql`select from actors where fid = ${fid} for no key update`.execute(db)
  const { rows } = await sql<HeldActor>`
    select a.id, a.fid, a.type, a.name, a.language, a.status, a.version, a.hidden_at is not null as "isHidden",
      ${isReportedTo(viewer, "a")} as "isReported",
      to_json(array(select r.relation from relations r where r.actor_id = a.id and r.user_id = ${viewer?.userId ?? 0}
        and r.status = 'accepted')) as relations
    from actors a where a.fid = ${fid} and a.deleted_at is null`.execute(db)
  const actor = rows[0]
  return actor && (actor.status === "published" || may(viewer, "see_drafts", actor)) ? actor : undefined
}

/** The same; refuses `actor_not_found`. */
export async function actorFor(db: Db, viewer: Viewer, fid: string, lock = false): Promise<HeldActor> {
  return (await heldActor(db, viewer, fid, lock)) ?? refuse("actor_not_found")
}

/** Refuses, with its reason, what the viewer may not do. */
export function demand(
  viewer: Viewer,
  action: Action,
  subject: { relations?: readonly Relation[]; isReported?: boolean; isElsewhere?: boolean },
): void {
  const code = refusalOf(viewer, action, subject)
  if (code) refuse(code)
}

/** What the viewer is to each of these pages; those they have no hand in are left out. */
export async function relationsTo(db: Db, viewer: Viewer, actorIds: number[]): Promise<Map<number, Relation[]>> {
  if (!viewer || actorIds.length === 0) return new Map()
  const rows = await db
    .selectFrom("relations")
    .select(["actor_id", "relation"])
    .where("user_id", "=", viewer.userId)
    .where("actor_id", "in", actorIds)
    .where("status", "=", "accepted")
    .execute()
  return new Map(rows.map((row) => [row.actor_id, [row.relation as Relation]]))
}
