import type { Db } from "#db/connection.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { localObjectOf } from "../vocabulary/addresses.ts"
import type { ActivityType, ReferencedActivity, RemoteActivity } from "../vocabulary/read-activity.ts"
import type { InboxHandlers, Received } from "./handler.ts"
import { withdraw } from "./withdrawn.server.ts"

// The meaning of some activities depends on their object. Each meaning has a handler in its own folder; this file chooses
// the handler, once.

type Handler<Type extends ActivityType> = NonNullable<InboxHandlers[Type]>

/**
 * Carries out an activity in its transaction if it concerns this handler, and returns whether it did. When only an id was
 * sent, the handlers are asked in turn.
 */
export type ActivityHandler<Type extends ActivityType> = (tx: Db, received: Received<Type>) => Promise<boolean>

/**
 * Returns whether an activity only matters from an account known here, which is followed or whose event was announced. For
 * such activities of strangers, no key is fetched.
 */
export function needsExistingSender(activity: RemoteActivity, publicUrl: string): boolean {
  const { type } = activity
  if (type === "Create" || type === "Update") return activity.object.kind !== "note"
  if (type === "Announce") return localObjectOf(publicUrl, activity.object) === undefined
  // For a group's event an unknown member may answer: they name our Join, whose address only the recipient can know.
  if (type !== "Accept" && type !== "Reject") return false
  return activity.of.id === undefined || localObjectOf(publicUrl, activity.of.id)?.kind !== "join"
}

type ByType<Type extends ActivityType> = Partial<Record<ActivityType, ActivityHandler<Type> | ActivityHandler<Type>[]>>

/**
 * Makes the handler of Undo, by the type of the undone activity, or by all handlers in turn when only its id was sent. If the
 * same Undo arrives again, it only ends what has exactly that id, since the activity may have been repeated too.
 */
export function undoHandler(handlers: ByType<"Undo">): Handler<"Undo"> {
  return async (received) => {
    const { activity } = received
    const { id, type } = activity.of
    const meant = meantBy(handlers, type)
    if (meant.length === 0) return
    await received.eachTime(async (tx, isFirst) => {
      if (isFirst) await untilOne(tx, received, meant)
      else if (id !== undefined) await untilOne(tx, { ...received, activity: { ...activity, of: { id } } }, meant)
      // The undone activity may still be on its way, or arrive again.
      if (id !== undefined) await withdraw(tx, received.actor, [id])
    })
  }
}

/**
 * Makes the handler of answers to our activities, by the kind of the answered one as its id or the answer says, otherwise in
 * turn.
 */
export function answerHandler<Type extends "Accept" | "Reject" | "Ignore">(handlers: ByType<Type>): Handler<Type> {
  const answer = (received: Received<Type>) => {
    const { of } = received.activity as { of: ReferencedActivity }
    const ours = of.id === undefined ? undefined : localObjectOf(received.config.publicUrl, of.id)?.kind
    const meant = ours === "follow" ? "Follow" : ours === "join" ? "Join" : of.type
    return inTurn(received, handlers, meant)
  }
  return answer as Handler<Type>
}

/**
 * Makes the handler of Delete: the account itself, otherwise the first handler whose object it was.
 * @param handlers `author` finds in whose name something is deleted, which may need a request
 */
export function deleteHandler(handlers: {
  actor: Handler<"Delete">
  author: (received: Received<"Delete">) => Promise<RemoteActor | "silent">
  things: ActivityHandler<"Delete">[]
}): Handler<"Delete"> {
  return async (received) => {
    if (received.activity.isActor) return handlers.actor(received)
    const actor = await handlers.author(received)
    if (actor === "silent") return received.later()
    await received.once(async (tx) => {
      const isDone = await untilOne(tx, { ...received, actor }, handlers.things)
      // What is deleted before it arrived must not be taken when it does.
      if (!isDone) await withdraw(tx, actor, [received.activity.object])
    })
  }
}

/**
 * Makes the handler of Create or Update, by the kind of object; `reference` is an object that was only named and must be
 * fetched.
 */
export function handlerByKind<Type extends "Create" | "Update">(
  handlers: Partial<Record<"event" | "note" | "actor" | "reference", Handler<Type>>>,
): Handler<Type> {
  const tell = async (received: Received<Type>) => {
    const { kind } = (received as Received<"Create" | "Update">).activity.object
    if (kind === "other") return
    await (handlers[kind] as ((received: unknown) => Promise<void>) | undefined)?.(received)
  }
  return tell as Handler<Type>
}

/** Makes the handler of Announce or Like, by whether the object is of this server. */
export function handlerByOwner<Type extends "Announce" | "Like">(
  handlers: Partial<Record<"ours" | "theirs", Handler<Type>>>,
): Handler<Type> {
  const about = async (received: Received<Type>) => {
    const { activity, config } = received as Received<"Announce" | "Like">
    const whose = localObjectOf(config.publicUrl, activity.object) ? "ours" : "theirs"
    await (handlers[whose] as ((received: unknown) => Promise<void>) | undefined)?.(received)
  }
  return about as Handler<Type>
}

async function inTurn<Type extends ActivityType>(
  received: Received<Type>,
  handlers: ByType<Type>,
  type: string | undefined,
): Promise<void> {
  const meant = meantBy(handlers, type)
  if (meant.length > 0) await received.once(async (tx) => void (await untilOne(tx, received, meant)))
}

function meantBy<Type extends ActivityType>(handlers: ByType<Type>, type: string | undefined): ActivityHandler<Type>[] {
  return Object.entries(handlers)
    .filter(([one]) => type === undefined || one === type)
    .flatMap(([, handler]) => handler as ActivityHandler<Type>[])
}

async function untilOne<Type extends ActivityType>(
  tx: Db,
  received: Received<Type>,
  handlers: ActivityHandler<Type>[],
): Promise<boolean> {
  for (const handler of handlers)
    // Each handler may take what the one before it left.
    // oxlint-disable-next-line no-await-in-loop
    if (await handler(tx, received)) return true
  return false
}
