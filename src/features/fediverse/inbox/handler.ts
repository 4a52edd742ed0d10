import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import type { ActivityType, RemoteActivity } from "../vocabulary/read-activity.ts"

/** The shape of an activity of this type. */
type OfType<One, Type> = One extends { type: infer Types } ? (Type extends Types ? One & { type: Type } : never) : never

/** What a handler receives: an activity that was read, from a sender who was verified. */
export type Received<Type extends ActivityType> = {
  db: Db
  config: Config
  actor: RemoteActor
  activity: OfType<RemoteActivity, Type>
  /**
   * Carries out the activity and stores that it was done, in one transaction; does nothing if it was done before. A handler
   * with nothing to do need not call it.
   */
  once(act: (tx: Db) => Promise<void>): Promise<void>
  /**
   * The same on every arrival, for activities that may be undone and repeated in the same words; the handler compares the
   * present state.
   */
  eachTime(act: (tx: Db, isFirst: boolean) => Promise<void>): Promise<void>
  /**
   * Has the activity handled again later, a few times, because a server that it depends on does not answer just now. The
   * handler must not have changed anything yet.
   */
  later(): Promise<void>
}

/** Handlers by type of activity. Activities of other types are accepted and ignored. */
export type InboxHandlers = { [Type in ActivityType]?: (received: Received<Type>) => Promise<void> }
