import { takeBlock, takeDelete, takeFollow, takeUpdate, undoFollow } from "#features/fediverse/inbox/follows.server.ts"
import type { InboxHandlers } from "#features/fediverse/inbox/handler.ts"

/**
 * Switchboard: ActivityPub activity → who hears of it. Whatever is not named here is answered 202 and forgotten. A new one
 * is a line here, a handler in its room and a test of that.
 */
export const inboxHandlers: InboxHandlers = {
  Follow: takeFollow,
  Undo: undoFollow,
  Block: takeBlock,
  Delete: takeDelete,
  Update: takeUpdate,
}
