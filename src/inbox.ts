import { takeAccept, takeReject } from "#features/fediverse/following/answers.server.ts"
import { takeEventDelete, undoAnnounce } from "#features/fediverse/hearing/ending.server.ts"
import { takeAnnounce, takeEvent, takeNamedEvent } from "#features/fediverse/hearing/taking.server.ts"
import { aboutThings, answered, deleting, told, undoing } from "#features/fediverse/inbox/dispatching.ts"
import {
  takeActorDelete,
  takeActorUpdate,
  takeBlock,
  takeFollow,
  undoFollow,
} from "#features/fediverse/inbox/follows.server.ts"
import type { InboxHandlers } from "#features/fediverse/inbox/handler.ts"
import { takeMove } from "#features/fediverse/moves/arriving.server.ts"

/**
 * Switchboard: ActivityPub activity → who hears of it. Whatever is not named here is answered 202 and forgotten. A new one
 * is a line here, a handler in its room and a test of that; what an activity is about says whose it is (dispatching.ts).
 */
export const inboxHandlers: InboxHandlers = {
  Follow: takeFollow,
  Accept: answered<"Accept">({ Follow: takeAccept }),
  Reject: answered<"Reject">({ Follow: takeReject }),
  Create: told<"Create">({ event: takeEvent, reference: takeNamedEvent }),
  Update: told<"Update">({ event: takeEvent, reference: takeNamedEvent, actor: takeActorUpdate }),
  Announce: aboutThings<"Announce">({ theirs: takeAnnounce }),
  Delete: deleting({ actor: takeActorDelete, things: [takeEventDelete] }),
  Undo: undoing({ Follow: undoFollow, Announce: undoAnnounce }),
  Block: takeBlock,
  Move: takeMove,
}
