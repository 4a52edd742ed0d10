import type { Db } from "#db/connection.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { namedBy } from "../vocabulary/addresses.ts"
import type { ActivityType, NamedActivity, RemoteActivity } from "../vocabulary/read-activity.ts"
import type { InboxHandlers, Received } from "./handler.ts"

// Several activities mean one thing or another by what they are about. Each meaning has a handler in its own room; which
// one is meant is found out here, once.

type Handler<Type extends ActivityType> = NonNullable<InboxHandlers[Type]>

/**
 * Does what an activity asks, inside its transaction, if it is about something of this handler's. Says whether it was:
 * where only an id was sent, the next handler is asked otherwise.
 */
export type InTurn<Type extends ActivityType> = (tx: Db, received: Received<Type>) => Promise<boolean>

/**
 * Does it mean anything only by somebody who is known here: whom an account follows, or whose event was passed on? Of a
 * stranger's nobody is asked for a key on its account.
 */
export function isOfAcquaintances(activity: RemoteActivity, publicUrl: string): boolean {
  const { type } = activity
  if (type === "Create" || type === "Update") return activity.object.kind !== "note"
  if (type === "Announce") return namedBy(publicUrl, activity.object) === undefined
  // Of a group's event somebody answers who was never met: they name our Join, which only whom it was sent to can know.
  if (type !== "Accept" && type !== "Reject") return false
  return activity.of.id === undefined || namedBy(publicUrl, activity.of.id)?.kind !== "join"
}

type ByType<Type extends ActivityType> = Partial<Record<ActivityType, InTurn<Type> | InTurn<Type>[]>>

/**
 * What is taken back: by the type of the activity that was, and where it is only named by an id by all in turn. Said again in
 * the same words it ends what has that very address, and no more: that may have been said again too.
 */
export function undoing(handlers: ByType<"Undo">): Handler<"Undo"> {
  return async (received) => {
    const { activity } = received
    const { id, type } = activity.of
    const meant = meantBy(handlers, type)
    if (meant.length === 0) return
    await received.eachTime(async (tx, isFirst) => {
      if (isFirst) await untilOne(tx, received, meant)
      else if (id !== undefined) await untilOne(tx, { ...received, activity: { ...activity, of: { id } } }, meant)
    })
  }
}

/** The answers to what we sent: by what it was, as its id or the answer says, else by all in turn. */
export function answered<Type extends "Accept" | "Reject" | "Ignore">(handlers: ByType<Type>): Handler<Type> {
  const answer = (received: Received<Type>) => {
    const { of } = received.activity as { of: NamedActivity }
    const ours = of.id === undefined ? undefined : namedBy(received.config.publicUrl, of.id)?.kind
    const meant = ours === "follow" ? "Follow" : ours === "join" ? "Join" : of.type
    return inTurn(received, handlers, meant)
  }
  return answer as Handler<Type>
}

/**
 * What is gone: the account itself, else whichever of those things it was.
 * @param handlers `author` says in whose name it is deleted, which may have to be asked for
 */
export function deleting(handlers: {
  actor: Handler<"Delete">
  author: (received: Received<"Delete">) => Promise<RemoteActor>
  things: InTurn<"Delete">[]
}): Handler<"Delete"> {
  return async (received) => {
    if (received.activity.isActor) return handlers.actor(received)
    const actor = await handlers.author(received)
    await received.once((tx) => untilOne(tx, { ...received, actor }, handlers.things))
  }
}

/** What is told as new or changed, by what it is; `reference` is what was only named and has to be asked for. */
export function byKind<Type extends "Create" | "Update">(
  handlers: Partial<Record<"event" | "note" | "actor" | "reference", Handler<Type>>>,
): Handler<Type> {
  const tell = async (received: Received<Type>) => {
    const { kind } = (received as Received<"Create" | "Update">).activity.object
    if (kind === "other") return
    await (handlers[kind] as ((received: unknown) => Promise<void>) | undefined)?.(received)
  }
  return tell as Handler<Type>
}

/** What is passed on or liked: something of ours, or something of others. */
export function aboutThings<Type extends "Announce" | "Like">(
  handlers: Partial<Record<"ours" | "theirs", Handler<Type>>>,
): Handler<Type> {
  const about = async (received: Received<Type>) => {
    const { activity, config } = received as Received<"Announce" | "Like">
    const whose = namedBy(config.publicUrl, activity.object) ? "ours" : "theirs"
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
  if (meant.length > 0) await received.once((tx) => untilOne(tx, received, meant))
}

function meantBy<Type extends ActivityType>(handlers: ByType<Type>, type: string | undefined): InTurn<Type>[] {
  return Object.entries(handlers)
    .filter(([one]) => type === undefined || one === type)
    .flatMap(([, handler]) => handler as InTurn<Type>[])
}

async function untilOne<Type extends ActivityType>(tx: Db, received: Received<Type>, handlers: InTurn<Type>[]) {
  for (const handler of handlers)
    // Each may take what the one before it left.
    // oxlint-disable-next-line no-await-in-loop
    if (await handler(tx, received)) return
}
