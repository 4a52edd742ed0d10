import type { Viewer } from "#features/accounts/viewer.ts"
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
    /** The IP address of who is asking, as far as it can be trusted; empty within the process. */
    address: string
  }
}
