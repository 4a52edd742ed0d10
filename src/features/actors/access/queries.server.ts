import { type RawBuilder, sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type Action, may, refusalOf, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { refuse } from "#lib/refusal.ts"
import { isPossibleFid } from "../fids/possible-fid.ts"

/** Condition on relations `r`: the user has a role on the page, which they keep while suspended. */
export const hasRole = sql`(r.user_id is not null and r.status = 'accepted')`

/**
 * Condition on relations `r`: the user works on the page, reads its messages and gets its notices. Suspended users do not
 * (docs/decisions/0064); this condition is the only place where that is decided.
 */
export const isStaff = sql`(${hasRole}
  and not exists (select from users away where away.id = r.user_id and away.suspended_at is not null))`

const canManage = sql`r.relation in ('owner', 'member', 'assistant')`

/** Condition on relations `r`: the user manages the page. */
export const manages = sql`(${isStaff} and ${canManage})`

/** The same, including suspended managers: for information that the law requires people to get. */
export const managesOrSuspended = sql`(${hasRole} and ${canManage})`

/** Selects the people (user_id) who manage a page. */
export function managersOfPage(page: RawBuilder<unknown>, who = manages): RawBuilder<unknown> {
  return sql`select r.user_id from relations r where r.actor_id = ${page} and ${who}`
}

/**
 * Condition on rows `e` of events or `a` of pages: a moderator hid it, or a report about it waits for an answer. Reports are
 * looked up only when the viewer is a moderator, since they change nothing for others. A report made only by the moderator
 * themselves does not count, so that nobody gains access by reporting.
 */
export function isReportedTo(viewer: Viewer, table: "e" | "a"): RawBuilder<boolean> {
  const isHidden = sql<boolean>`${sql.ref(`${table}.hidden_at`)} is not null`
  if (!viewer?.isModerator) return isHidden
  return sql<boolean>`(${isHidden} or exists (select from report_subjects rs
    join reports rp on rp.id = rs.report_id and rp.status = 'open' and (rp.host is not null or exists (
      select from report_statements st where st.report_id = rp.id and st.user_id is distinct from ${viewer.userId}))
    where ${sql.ref(table === "e" ? "rs.event_id" : "rs.actor_id")} = ${sql.ref(`${table}.id`)}))`
}

/** A page with what the rights of the viewer depend on: the accepted relations of their account. */
export type HeldActor = {
  id: number
  fid: string
  type: "person" | "group" | "place" | "organizer"
  name: string
  language: "fr" | "en" | "nl"
  status: "draft" | "published" | "archived"
  version: number
  /** Whether a moderator hid it, so that it cannot be published. */
  isHidden: boolean
  /** Whether it is hidden, or a report about it waits for a moderator: then moderators may see it (`isReportedTo`). */
  isReported: boolean
  relations: Relation[]
}

/**
 * Finds a page by its fid, with the viewer's relations; undefined when there is none. Inside a transaction it can be locked, so
 * that decisions about it stay true until the end.
 */
export async function heldActor(db: Db, viewer: Viewer, fid: string, lock = false): Promise<HeldActor | undefined> {
  if (!isPossibleFid(fid)) return undefined
  // Locked first and read afterwards, so that a change in progress that takes the viewer's rights away is seen.
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

/** Refuses an action the viewer may not do, with the reason. */
export function demand(
  viewer: Viewer,
  action: Action,
  subject: { relations?: readonly Relation[]; isReported?: boolean; isElsewhere?: boolean },
): void {
  const code = refusalOf(viewer, action, subject)
  if (code) refuse(code)
}

/** Returns the viewer's accepted relations to each of these pages; pages without one are left out. */
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
