import { z } from "@hono/zod-openapi"
import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { actorTypes } from "#features/actors/actor-types.ts"
import { type PictureRow, pictureFrom, pictureRepresentation } from "#features/documents/image/picture.ts"
import { pictureOf } from "#features/documents/pictures/queries.server.ts"
import { choices } from "#features/notices/notice.ts"
import { orNull } from "#http/input/schemas.ts"
import { languages } from "#i18n/languages.ts"
import { type Action, actions, actionsOf, type Relation } from "./rights.ts"
import { newsletterFrequencies } from "./inputs.ts"

const page = z.object({ fid: z.string(), type: z.enum(actorTypes), name: z.string() })
const may = z.array(z.enum(actions)).openapi({ description: "Actions the caller may perform; all others are refused." })
const time = z.string().openapi({ format: "date-time" })

export const emailRepresentation = z
  .object({
    id: z.number().int(),
    email: z.string(),
    is_primary: z.boolean(),
    verified: z
      .boolean()
      .openapi({ description: "Whether the address is verified; a link to do so is mailed when it is added." }),
    created: time,
  })
  .openapi("Email")

export const placeRepresentation = z
  .object({
    id: z.number().int(),
    name: z.string(),
    lat: z.number(),
    lon: z.number(),
    radius: z.number().openapi({ description: "Radius, in kilometres." }),
    created: time,
  })
  .openapi("SavedPlace")

export const identityRepresentation = z
  .object({
    id: z.number().int(),
    url: z.string(),
    handle: z.string().nullable(),
    state: z
      .enum(["pending", "verified", "unreachable", "no_link"])
      .openapi({ description: 'Result of the last check for a `rel="me"` link back; `pending` until it is checked.' }),
    verified_at: time.nullable(),
    checked_at: time.nullable(),
    created: time,
  })
  .openapi("Identity")

/** The signed-in person, as `GET /api/me/` answers. */
export const profileRepresentation = z
  .object({
    id: z.number().int(),
    username: z.string(),
    email: z.string().nullable().openapi({ description: "Main e-mail address." }),
    email_verified: z.boolean().openapi({ description: "Whether the main address is verified." }),
    name: z.string().nullable(),
    language: z.enum(languages),
    timezone: z.string(),
    identity: orNull(page.extend({ avatar: orNull(pictureRepresentation) })).openapi({
      description: "Published person that the account acts as; null if there is none.",
    }),
    actors: z.array(
      page.extend({
        status: z.enum(["draft", "published", "archived"]),
        awaits_address: z
          .boolean()
          .openapi({ description: "Whether the page will be published once an e-mail address is verified." }),
        relation: z.enum(["owner", "member", "assistant"]),
        may,
      }),
    ),
    newsletter: z.object({
      frequency: z.enum(newsletterFrequencies),
      language: z.enum(languages).nullable(),
      weekday: z.number().int(),
      hour: z.number().int(),
    }),
    notify: z.array(z.enum(choices)).openapi({ description: "Kinds of notices sent by mail." }),
    notify_app: z.array(z.enum(choices)).openapi({ description: "Kinds of notices shown in the inbox." }),
    unread: z.number().int().openapi({ description: "Number of unread notifications, 100 at most." }),
    places: z.array(placeRepresentation),
    emails: z.array(emailRepresentation),
    identities: z.array(identityRepresentation),
    second_factor: z.boolean(),
    may,
    is_verified: z.boolean().openapi({ description: "Whether at least one e-mail address is verified." }),
    is_moderator: z.boolean(),
    is_admin: z.boolean(),
    created: time,
  })
  .openapi("Profile")

export type Profile = z.output<typeof profileRepresentation>

type Row = Omit<Profile, "may" | "actors" | "created" | "identity"> & {
  identity: (Omit<NonNullable<Profile["identity"]>, "avatar"> & { avatar: PictureRow | null }) | null
  actors: (Omit<Profile["actors"][number], "may" | "relation"> & { relation: Relation })[]
  created_at: Date
  published_identity: number | null
}

const iso = (column: string) => sql.raw(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)

/**
 * Reads everything a person's own pages start from; undefined when the account does not exist.
 * @param publicUrl the prefix of image addresses, which are paths without it
 */
export async function profileOf(db: Db, userId: number, publicUrl = ""): Promise<Profile | undefined> {
  const { rows } = await sql<Row>`
    select u.id, u.username, main.email, main.verified_at is not null as email_verified, u.name, u.language, u.timezone,
      (select json_build_object('fid', a.fid, 'type', a.type, 'name', a.name, 'avatar', ${pictureOf("a.avatar_id")})
        from actors a where a.id = u.identity_id) as identity,
      (select a.id from actors a where a.id = u.identity_id and a.status = 'published') as published_identity,
      array(select json_build_object('fid', a.fid, 'type', a.type, 'name', a.name, 'status', a.status,
          'awaits_address', a.awaits_address_since is not null, 'relation', r.relation)
        from relations r join actors a on a.id = r.actor_id
        where r.user_id = u.id and r.status = 'accepted' and a.deleted_at is null order by a.sort_name, a.id limit 500) as actors,
      json_build_object('frequency', u.newsletter_frequency, 'language', u.newsletter_language,
        'weekday', u.newsletter_weekday, 'hour', u.newsletter_hour) as newsletter,
      u.notify, u.notify_app,
      (select count(*)::int from (select from deliveries d where d.user_id = u.id and d.channel = 'app'
        and d.hidden_at is null and d.read_at is null limit 100) as unread) as unread,
      array(select json_build_object('id', p.id, 'name', p.name, 'lat', p.lat, 'lon', p.lon, 'radius', p.radius,
          'created', ${iso("p.created_at")}) from saved_places p where p.user_id = u.id order by p.name, p.id) as places,
      array(select json_build_object('id', e.id, 'email', e.email, 'is_primary', e.is_primary,
          'verified', e.verified_at is not null, 'created', ${iso("e.created_at")})
        from emails e where e.user_id = u.id order by e.is_primary desc, e.id) as emails,
      array(select json_build_object('id', i.id, 'url', i.url, 'handle', i.handle, 'state', i.state,
          'verified_at', ${iso("i.verified_at")}, 'checked_at', ${iso("i.checked_at")}, 'created', ${iso("i.created_at")})
        from identities i where i.user_id = u.id order by i.id) as identities,
      u.totp_confirmed_at is not null as second_factor,
      exists (select from emails e where e.user_id = u.id and e.verified_at is not null) as is_verified,
      u.is_moderator, u.is_admin, u.created_at
    from users u left join emails main on main.user_id = u.id and main.is_primary
    where u.id = ${userId}`.execute(db)
  const row = rows[0]
  if (!row) return undefined

  const { created_at, published_identity, actors, identity, ...rest } = row
  const asker = {
    actorId: published_identity,
    isVerified: row.is_verified,
    isModerator: row.is_moderator,
    isAdmin: row.is_admin,
  }
  return {
    ...rest,
    identity: identity && { ...identity, avatar: identity.avatar && pictureFrom(identity.avatar, publicUrl) },
    actors: actors.map((one) => ({
      ...one,
      relation: one.relation as "owner",
      may: actionsOf(asker, { relations: [one.relation] }) as Action[],
    })),
    may: actionsOf(asker),
    created: created_at.toISOString(),
  }
}

/** A person's profile on another site. */
export type Identity = z.infer<typeof identityRepresentation>
