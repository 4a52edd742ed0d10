import { type RawBuilder, sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import type { ActorType } from "#features/actors/actor-types.ts"
import { faceAddress } from "#features/documents/faces/face.ts"
import { addressesOf, type PictureRow } from "#features/documents/image/picture.ts"
import { pictureOf } from "#features/documents/pictures/queries.server.ts"
import { paths } from "#web/paths.ts"
import { accountId, type AccountSource, type FediverseAccount } from "./account.ts"

/** Width of an avatar in the list, on the sharpest screen (pixels). */
const faceWidth = 160

type Row = {
  source: AccountSource
  id: number
  handle: string
  host: string
  name: string | null
  url: string | null
  software: string | null
  actor: string | null
  type: ActorType | null
  avatar: PictureRow | null
  face: string | null
}

/**
 * Lists the known accounts, sorted by name and then by host: pages of the directory that federate, identities verified by
 * people here, and remote accounts that follow or are followed here. It does not say who follows whom, and leaves out
 * accounts that asked not to be listed.
 */
export async function listAccounts(
  db: Db,
  { publicUrl, federation }: Config,
  q: string | undefined,
  { start, limit }: { start: number; limit: number },
): Promise<{ accounts: FediverseAccount[]; total: number }> {
  const here = new URL(publicUrl).host
  const holds = (text: RawBuilder<unknown>) => (q ? sql`${text} like ${wanted(q)}` : sql`true`)
  const sources = [
    ...(federation.isOn ? [pagesOf(here, holds)] : []),
    identitiesBy(holds),
    remoteBy(q ? sql`r.search like ${wanted(q)}` : sql`true`),
  ]
  const rank = sql`order by key, host, id limit ${start + limit}`
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      with chosen as (
        select * from (${sql.join(
          sources.map((one) => sql`(${one} ${rank})`),
          sql` union all `,
        )}) as known order by key, host, id limit ${limit} offset ${start})
      select c.source, c.id, c.name || '@' || c.host as handle, c.host, coalesce(a.name, r.name, r.username) as name,
        coalesce(i.url, r.url, r.uri) as url, r.software, a.fid as actor,
        coalesce(a.type, case r.type when 'Person' then 'person' when 'Group' then 'group'
          when 'Organization' then 'organizer' end) as type,
        ${pictureOf("a.avatar_id")} as avatar, r.face
      from chosen c
      left join identities i on c.source = 'identity' and i.id = c.id
      left join users u on u.id = i.user_id
      left join actors a on a.id = case c.source when 'page' then c.id when 'identity' then u.identity_id end
      left join remote_actors r on c.source = 'remote' and r.id = c.id
      order by c.key, c.host, c.id`.execute(db),
    sql<{ count: number }>`select (${sql.join(
      sources.map((one) => sql`(select count(*) from (${one}) as these)`),
      sql` + `,
    )})::int as count`.execute(db),
  ])
  const accounts = rows.map((row) => accountFrom(row, publicUrl, here))
  return { accounts, total: counted.rows[0]?.count ?? 0 }
}

/** SQL pattern of a search for `like`; a handle may be written with or without its first @. */
const wanted = (q: string) => sql`'%' || plain(${q.replace(/^@/, "").replaceAll(/[\\%_]/g, "\\$&")}) || '%'`

/** SQL of the pages in the directory, except those whose audience is "nobody". */
function pagesOf(host: string, holds: (text: RawBuilder<unknown>) => RawBuilder<unknown>) {
  return sql`select 'page' as source, a.id, a.fid collate "C" as key, a.fid as name, ${host}::text collate "C" as host
    from actors a where a.status = 'published' and a.in_directory and a.fid !~ '@'
      and a.id not in (select actor_id from fediverse_settings where audience = 'nobody')
      and ${holds(sql`plain(a.fid || ${`@${host} `} || a.name)`)}`
}

/** SQL of the handle of an identity: as it was given, or as its address shows it. */
const handleOf = sql`coalesce(i.handle, case when i.url ~ '^https://[^/@:?#]+/@[^/@?#]+/?$'
  then substring(i.url from '/@([^/@?#]+)/?$') || '@' || lower(substring(i.url from '^https://([^/]+)/')) end)`

/** SQL of verified identities: remote profiles that link back to the page of the user who claims them. */
const verified = sql`from (select i.id, i.user_id, ${handleOf} as handle from identities i where i.state = 'verified') i
  join users u on u.id = i.user_id and u.deleted_at is null
  join actors a on a.id = u.identity_id and a.status = 'published'
  where i.handle is not null`

function identitiesBy(holds: (text: RawBuilder<unknown>) => RawBuilder<unknown>) {
  return sql`select 'identity' as source, i.id, lower(split_part(i.handle, '@', 1)) collate "C" as key,
      split_part(i.handle, '@', 1) as name, split_part(i.handle, '@', 2) collate "C" as host
    ${verified} and ${holds(sql`plain(i.handle || ' ' || a.name)`)}`
}

/** SQL of remote accounts that follow or are followed here, except those listed as identities. */
function remoteBy(isWanted: RawBuilder<unknown>) {
  return sql`select 'remote' as source, r.id, lower(r.username) collate "C" as key, r.username as name,
      r.host collate "C" as host
    from remote_actors r
    where r.username is not null and r.is_listed and ${isWanted}
      and (exists (select from fediverse_followers f where f.remote_actor_id = r.id)
        or exists (select from fediverse_follows f where f.remote_actor_id = r.id)
        or exists (select from fediverse_following f where f.remote_actor_id = r.id))
      and lower(r.username || '@' || r.host) not in (select lower(i.handle) ${verified})`
}

function accountFrom({ source, ...row }: Row, publicUrl: string, here: string): FediverseAccount {
  const { id, handle, host, name, url, software, actor, type, avatar, face } = row
  const isPage = source === "page"
  return {
    id: accountId(source, id),
    handle: `@${handle}`,
    url: isPage ? `${publicUrl}${paths.actor(actor as string)}` : (url as string),
    name: name ?? handle,
    avatar: avatar ? faceOf(avatar, publicUrl) : face && faceAddress(publicUrl, face, 192),
    host: isPage ? here : host,
    software: isPage ? "foyer" : software,
    local: isPage,
    actor,
    type,
  }
}

/** Returns the narrowest copy of a picture that is wide enough. */
function faceOf(picture: PictureRow, publicUrl: string): string {
  const width = picture.widths.toSorted((a, b) => a - b).find((one) => one >= faceWidth)
  const { url } = addressesOf(picture, publicUrl)
  return width === undefined ? url : `${publicUrl}/media/${picture.file}/${width}.webp`
}
