import { takeJoinAnswer } from "#features/fediverse/attending/join-answers.server.ts"
import { takeJoin, takeLeave, undoJoin } from "#features/fediverse/attending/joins.server.ts"
import { aboutThings, answered, deleting, told, undoing } from "#features/fediverse/inbox/dispatching.ts"
import {
  takeActorDelete,
  takeActorUpdate,
  takeBlock,
  takeFollow,
  undoFollow,
} from "#features/fediverse/inbox/follows.server.ts"
import { takeReaction, undoReaction } from "#features/fediverse/reacting/reactions.server.ts"
import { takeReply, takeReplyDelete, takeReplyEdit } from "#features/fediverse/reacting/replies.server.ts"
import { takeFlag } from "#features/fediverse/reporting/flags.server.ts"
import type { InboxHandlers } from "#features/fediverse/inbox/handler.ts"

/**
 * Switchboard: ActivityPub activity → who hears of it. Whatever is not named here is answered 202 and forgotten. A new one
 * is a line here, a handler in its room and a test of that; what an activity is about says whose it is (dispatching.ts).
 */
export const inboxHandlers: InboxHandlers = {
  Follow: takeFollow,
  Undo: undoing({ Follow: undoFollow, Join: undoJoin, Like: undoReaction, Announce: undoReaction }),
  Create: told<"Create">({ note: takeReply }),
  Announce: aboutThings<"Announce">({ ours: takeReaction }),
  Like: aboutThings<"Like">({ ours: takeReaction }),
  Join: takeJoin,
  Leave: takeLeave,
  Accept: answered<"Accept">({ Join: takeJoinAnswer }),
  Reject: answered<"Reject">({ Join: takeJoinAnswer }),
  Ignore: answered<"Ignore">({ Join: takeJoinAnswer }),
  Block: takeBlock,
  Flag: takeFlag,
  Delete: deleting({ actor: takeActorDelete, things: [takeReplyDelete] }),
  Update: told<"Update">({ actor: takeActorUpdate, note: takeReplyEdit }),
}
