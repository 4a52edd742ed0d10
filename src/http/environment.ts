import type { Viewer } from "#features/accounts/viewer.ts"
import type { Call } from "./call.ts"
import type { Language } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { World } from "./world.ts"

/** What a request carries through the API. */
export type Environment = {
  Variables: {
    world: World
    viewer: Viewer
    language: Language
    messages: Messages
    requestId: string
    /** The description of what is called; undefined where there is no such call. */
    call: Call | undefined
    /** The IP address of who is asking, as far as it can be trusted; empty within the process. */
    address: string
  }
}

/** What is known of a request before the API has it; a call from outside says none of it. */
export type CallContext = { language?: Language; viewer?: Viewer; address?: string | undefined; requestId?: string }
