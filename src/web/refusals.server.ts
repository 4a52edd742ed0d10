import type { Messages } from "#i18n/messages.ts"
import type { Refusals } from "./request.ts"

/** How a form is refused before it is worked on. Here, because browsers need none of these words. */
export function refusalsIn(messages: Messages): Refusals {
  return (code) => ({ detail: messages(`errors.${code}`), code, fields: {} })
}
