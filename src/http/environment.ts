import type { Viewer } from "#features/accounts/viewer.ts"
import type { Call } from "./call.ts"
import type { Language } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { World } from "./world.ts"

/** The values that a request carries through the API. */
export type Environment = {
  Variables: {
    world: World
    viewer: Viewer
    language: Language
    messages: Messages
    requestId: string
    /** The description of the call; undefined where there is no such call. */
    call: Call | undefined
    /** The caller's IP address, as far as it can be trusted; empty within the process. */
    address: string
  }
}

/** Facts about a request that are established before it reaches the API; a request from outside cannot set them. */
export type CallContext = { language?: Language; viewer?: Viewer; address?: string | undefined; requestId?: string }
