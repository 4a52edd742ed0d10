import type { Messages } from "#i18n/messages.ts"
import type { Refusals } from "./request.ts"

/** Makes the refusals of forms that are not processed. Only on the server, because browsers do not need these messages. */
export function refusalsIn(messages: Messages): Refusals {
  return (code) => ({ detail: messages(`errors.${code}`), code, fields: {} })
}
