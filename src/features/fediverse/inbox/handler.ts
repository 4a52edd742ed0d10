import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import type { ActivityType, RemoteActivity } from "../vocabulary/read-activity.ts"

/** The shape an activity of this type has. */
type OfType<One, Type> = One extends { type: infer Types } ? (Type extends Types ? One & { type: Type } : never) : never

/** What a handler of an activity is told: by whom it is was verified, and what it says was read. */
export type Received<Type extends ActivityType> = {
  db: Db
  config: Config
  actor: RemoteActor
  activity: OfType<RemoteActivity, Type>
  /**
   * Does what the activity asks, in one transaction with the note that it was done; not at all when the same was done
   * before. A handler that has nothing to do need not call it.
   */
  once(act: (tx: Db) => Promise<void>): Promise<void>
  /** The same, each time it is said: for what may be taken back and said again in the same words, and goes by what is so. */
  eachTime(act: (tx: Db, isFirst: boolean) => Promise<void>): Promise<void>
}

/** Which activities mean something here, and what is done. All others are taken, and forgotten. */
export type InboxHandlers = { [Type in ActivityType]?: (received: Received<Type>) => Promise<void> }
