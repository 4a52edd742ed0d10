import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { type Category, isCategory } from "#features/events/categories.ts"
import type { Language } from "#i18n/languages.ts"
import { isoAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { idInToken, isSigned, linkSecret, signToken } from "../links/queries.server.ts"
import type { Filters, Frequency } from "../newsletter.ts"
import { nextDue } from "../schedule.ts"
import type { Subscription } from "../representation.server.ts"

/** A row of `subscriptions`. */
export type SubscriptionRow = {
  id: number
  user_id: number | null
  email: string | null
  language: Language
  frequency: Frequency | "none"
  weekday: number
  hour: number
  timezone: string
  filters: Filters
  key: string
  stopped_because: "reader" | "bounces" | null
  next_due_at: Date | null
  is_planned: boolean
}

const columns = sql.raw(`s.id, s.user_id, s.email, s.language, s.frequency, s.weekday, s.hour, s.timezone, s.filters,
  s.key, s.stopped_because, s.next_due_at, s.is_planned`)

/** Returns the newsletter that a signed link manages; undefined when the signature is wrong or the newsletter is gone. */
export async function subscriptionOf(
  db: Db,
  token: string,
  { isLocked = false } = {},
): Promise<SubscriptionRow | undefined> {
  const id = idInToken(token)
  if (id === undefined) return undefined
  const { rows } = await sql<SubscriptionRow>`
    select ${columns} from subscriptions s where s.id = ${id} and s.confirmed_at is not null
    ${isLocked ? sql`for update` : sql``}`.execute(db)
  const [row] = rows
  return row && isSigned(token, await linkSecret(db), "manage", id, row.key) ? row : undefined
}

/** Returns the token of the link that manages a newsletter. */
export async function manageToken(db: Db, id: number): Promise<string> {
  const { key } = await db.selectFrom("subscriptions").select("key").where("id", "=", id).executeTakeFirstOrThrow()
  return signToken(await linkSecret(db), "manage", id, key)
}

/** Returns when the next issue is due; null when there is none. */
export function nextOf({
  frequency,
  stopped_because,
  next_due_at,
  is_planned,
  ...row
}: SubscriptionRow): string | null {
  if (frequency === "none" || stopped_because) return null
  const next = is_planned && next_due_at ? next_due_at : nextDue({ frequency, ...row }, new Date()).at
  return isoAt(next, row.timezone)
}

type Names = {
  actors: Subscription["actors"]
  lists: { slug: string; name: string }[]
}

/** Returns a newsletter as holders of its link see it; undefined when the signature is wrong. */
export async function findSubscription(
  db: Db,
  token: string,
  site: { publicUrl: string },
): Promise<Subscription | undefined> {
  const row = await subscriptionOf(db, token)
  if (!row) return undefined
  const { filters } = row
  const { rows } = await sql<Names>`
    select coalesce((select json_agg(json_build_object('fid', a.fid, 'type', a.type, 'name', a.name) order by a.sort_name, a.id)
        from actors a where a.id = any(${filters.actors ?? []}::bigint[]) and a.status = 'published'), '[]') as actors,
      coalesce((select json_agg(json_build_object('slug', g.slug, 'name', g.name) order by lower(g.name), g.id)
        from agendas g where g.id = any(${filters.lists ?? []}::bigint[]) and g.is_published), '[]') as lists`.execute(
    db,
  )
  const names = rows[0] as Names
  const { language, frequency, weekday, hour, timezone, email, user_id, stopped_because } = row
  return {
    is_account: user_id !== null,
    email,
    language,
    frequency,
    weekday,
    hour,
    timezone,
    state:
      frequency === "none"
        ? "none"
        : stopped_because
          ? stopped_because === "reader"
            ? "stopped"
            : "bounced"
          : "active",
    next: nextOf(row),
    actors: names.actors.map((one) => ({ ...one, url: `${site.publicUrl}${paths.actor(one.fid)}` })),
    places: filters.places ?? [],
    lists: names.lists.map((one) => ({ ...one, url: `${site.publicUrl}${paths.agenda(one.slug)}` })),
    categories: (filters.categories ?? []).filter((one): one is Category => isCategory(one)),
    q: filters.q ?? null,
  }
}
