import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { bySystem } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { noteReaction } from "#features/notices/answers/commands.server.ts"
import { htmlOfText, plainText } from "#lib/text/html.ts"
import { addTombstone, hasTombstone } from "../remote-events/tombstones.server.ts"
import type { ActivityHandler } from "../inbox/dispatching.ts"
import type { Received } from "../inbox/handler.ts"
import { withdraw } from "../inbox/withdrawn.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { localObjectOf } from "../vocabulary/addresses.ts"
import { readNote, type RemoteNote } from "../vocabulary/read-note.ts"
import { isRefused } from "../vocabulary/refused.ts"
import { findReactableEvent, hasRoom, type ReactableEvent } from "./reactions.server.ts"

/** Longest comment in characters, including its markup. */
const longest = 5_000

/**
 * Takes a public reply to an event here or to a note about it: stored if the page takes comments, and only seen by the
 * event's managers until they show it. Replies to a restricted audience are not comments.
 */
export async function takeReply(received: Received<"Create">): Promise<void> {
  const { db, config, actor, activity, once } = received
  const note = noteIn(activity.object.fields, actor.uri)
  const event = note && (await eventOf(db, config, note))
  if (event) await once((tx) => addReply(tx, actor, note, event))
}

const isReplyHere = ({ publicUrl }: Config, { inReplyTo }: RemoteNote) =>
  inReplyTo !== null && localObjectOf(publicUrl, inReplyTo) !== undefined

/** Returns the event that a reply is about if the reply can be a comment and the event takes comments. */
async function eventOf(db: Db, config: Config, note: RemoteNote): Promise<ReactableEvent | undefined> {
  if (commentOf(note) === undefined || !note.inReplyTo) return undefined
  const event = await findReactableEvent(db, config, note.inReplyTo)
  return event?.hasComments ? event : undefined
}

async function addReply(tx: Db, actor: RemoteActor, note: RemoteNote, event: ReactableEvent, isEdited = false) {
  if (!(await hasRoom(tx, event.id, actor)) || (await hasTombstone(tx, note.id))) return
  const { numAffectedRows } = await sql`
    insert into fediverse_reactions (uri, kind, event_id, remote_actor_id, content, url, published_at, edited_at)
    values (${note.id}, 'reply', ${event.id}, ${actor.id}, ${commentOf(note)}, ${note.url}, ${note.published},
      case when ${isEdited} then now() end)
    on conflict (uri) do nothing`.execute(tx)
  if (Number(numAffectedRows) > 0) await noteReaction(tx, event.id)
}

/** Reads a note by its author; undefined when it cannot be read. */
function noteIn(fields: Record<string, unknown>, author: string): RemoteNote | undefined {
  const note = readNote(fields, { author })
  return isRefused(note) ? undefined : note
}

const isPublic = ({ visibility }: RemoteNote) => visibility === "public" || visibility === "unlisted"

/** Returns the content to store; undefined when the note is not public, or is empty. A long one is cut and loses its markup. */
function commentOf(note: RemoteNote): string | undefined {
  if (!isPublic(note)) return undefined
  let { content } = note
  for (let most = longest - 100; content.length > longest; most = Math.floor(most / 2))
    content = htmlOfText(`${plainText(note.content).slice(0, most).toWellFormed()}…`)
  return plainText(content) === "" ? undefined : content
}

type Known = { id: number; event_id: number; content: string; isShown: boolean }

async function findReply(tx: Db, uri: string, remoteActorId: number): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select id, event_id, content, shown_at is not null as "isShown" from fediverse_reactions
    where uri = ${uri} and remote_actor_id = ${remoteActorId} and kind = 'reply' for update`.execute(tx)
  return rows[0]
}

/**
 * Takes the Update of a reply: it is hidden again until a manager shows it, because nobody here has read the new text. A
 * reply that is no longer public is deleted. If the Update arrives first, the Create changes nothing when it does.
 */
export async function takeReplyEdit({ db, config, actor, activity, once }: Received<"Update">): Promise<void> {
  const note = noteIn(activity.object.fields, actor.uri)
  if (!note) return
  const event = await eventOf(db, config, note)
  await once(async (tx) => {
    const known = await findReply(tx, note.id, actor.id)
    const content = commentOf(note)
    if (!known && content !== undefined) return event && addReply(tx, actor, note, event, true)
    if (!known) return isReplyHere(config, note) ? withdraw(tx, actor, [note.id]) : undefined
    if (content === undefined) return removeReply(tx, known)
    if (content === known.content) return undefined
    await sql`
      update fediverse_reactions set content = ${content}, url = ${note.url}, edited_at = now(), created_at = clock_timestamp(),
        shown_at = null, shown_by = null where id = ${known.id}`.execute(tx)
    await noteReaction(tx, known.event_id)
    return tellIfShown(tx, known)
  })
}

/** Takes the Delete of a reply by its author: it is not accepted again. */
export const takeReplyDelete: ActivityHandler<"Delete"> = async (tx, { actor, activity }) => {
  const known = await findReply(tx, activity.object, actor.id)
  if (!known) return false
  await removeReply(tx, known)
  await addTombstone(tx, activity.object)
  return true
}

async function removeReply(tx: Db, known: Known): Promise<void> {
  await sql`delete from fediverse_reactions where id = ${known.id}`.execute(tx)
  await tellIfShown(tx, known)
}

/** Writes the change of a reply, so that cached answers become stale if it was shown. */
async function tellIfShown(tx: Db, { event_id, isShown }: Known): Promise<void> {
  await changed(tx, { by: bySystem("import"), subject: { event: event_id }, kind: "reply_changed", isPublic: isShown })
}
