import { sql } from "kysely"
import type { Db } from "#db/connection.ts"
import { noteRefusal } from "#features/notices/answers/commands.server.ts"
import type { Received } from "../inbox/handler.ts"

/**
 * The state that each answer gives a Join of ours, and from which states. Hosts may change their mind; a Join that was left
 * stays so.
 */
const turns = {
  Accept: { state: "accepted", of: ["asked", "rejected", "ignored"] },
  Reject: { state: "rejected", of: ["asked", "accepted", "ignored"] },
  Ignore: { state: "ignored", of: ["asked"] },
} as const

type Answered = Received<"Accept"> | Received<"Reject"> | Received<"Ignore">

/**
 * Takes the answer of a remote host to a Join of ours. If it names the Join by its address, which nobody else can know, any
 * account of that server may answer, as members do for their group. If it only names the event and the attendee, it is
 * accepted from the event's author alone. Refused attendees get a notice.
 */
export async function takeJoinAnswer(tx: Db, { actor, activity, config }: Answered): Promise<boolean> {
  const { id, type, object, actor: whose } = activity.of
  const { state, of } = turns[activity.type]
  const isOurs = id?.startsWith(`${config.publicUrl}/`) ?? false
  const name = whose?.startsWith(`${config.publicUrl}/ap/actors/`) ? whose.split("/").at(-1) : undefined
  const { rows } = await sql<{
    id: number
    event_id: number | null
    user_id: number | null
    host: string
    was: string
    asked: Date
  }>`
    select j.id, j.event_id, j.user_id, r.host, j.state as was, j.asked_at as asked
    from fediverse_joins j join remote_actors r on r.id = j.remote_actor_id
    join fediverse_identities i on i.id = j.identity_id
    where case when ${isOurs} then j.uri = ${id ?? null} and r.host = ${actor.host}
      else ${type === "Join"} and r.id = ${actor.id} and j.event_uri = ${object ?? null} and i.name = ${name ?? null} end
    for update of j`.execute(tx)
  const join = rows[0]
  if (!join) return false
  if (!of.some((one) => one === join.was)) return true
  await sql`update fediverse_joins set state = ${state}, answered_at = now() where id = ${join.id}`.execute(tx)
  if (state === "rejected" && join.user_id !== null && join.event_id !== null)
    await noteRefusal(tx, join.user_id, join.event_id, join.host, join.asked)
  return true
}
