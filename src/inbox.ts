import { takeAccept, takeReject } from "#features/fediverse/following/answers.server.ts"
import { authorOfDeleted, takeEventDelete, undoAnnounce } from "#features/fediverse/remote-events/deletion.server.ts"
import { takeAnnounce, takeEvent, takeReferencedEvent } from "#features/fediverse/remote-events/receiving.server.ts"
import { takeJoinAnswer } from "#features/fediverse/attending/join-answers.server.ts"
import { takeJoin, takeLeave, undoJoin } from "#features/fediverse/attending/incoming-joins.server.ts"
import {
  answerHandler,
  deleteHandler,
  handlerByKind,
  handlerByOwner,
  undoHandler,
} from "#features/fediverse/inbox/dispatching.ts"
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
import { takeMove } from "#features/fediverse/moves/arriving.server.ts"

/**
 * Switchboard: ActivityPub activity → its handler. Activities that are not listed are answered with 202 and dropped. A new one is
 * a line here, a handler in its feature and a test of that; the object of an activity decides which handler gets it
 * (dispatching.ts).
 */
export const inboxHandlers: InboxHandlers = {
  Follow: takeFollow,
  Accept: answerHandler<"Accept">({ Follow: takeAccept, Join: takeJoinAnswer }),
  Reject: answerHandler<"Reject">({ Follow: takeReject, Join: takeJoinAnswer }),
  Ignore: answerHandler<"Ignore">({ Join: takeJoinAnswer }),
  Undo: undoHandler({ Follow: undoFollow, Join: undoJoin, Like: undoReaction, Announce: [undoAnnounce, undoReaction] }),
  Create: handlerByKind<"Create">({ event: takeEvent, reference: takeReferencedEvent, note: takeReply }),
  Update: handlerByKind<"Update">({
    event: takeEvent,
    reference: takeReferencedEvent,
    actor: takeActorUpdate,
    note: takeReplyEdit,
  }),
  Delete: deleteHandler({
    actor: takeActorDelete,
    author: authorOfDeleted,
    things: [takeEventDelete, takeReplyDelete],
  }),
  Announce: handlerByOwner<"Announce">({ ours: takeReaction, theirs: takeAnnounce }),
  Like: handlerByOwner<"Like">({ ours: takeReaction }),
  Join: takeJoin,
  Leave: takeLeave,
  Block: takeBlock,
  Flag: takeFlag,
  Move: takeMove,
}
