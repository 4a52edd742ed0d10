import type { Messages } from "#i18n/messages.ts"
import type { Reason } from "./record.ts"

/** Returns a reason as text in the user's language. */
export function reasonText(messages: Messages, reason: Reason): string {
  // A reason names its message and carries that message's arguments; the compiler cannot see that they belong together.
  const say = messages as unknown as (id: string, args?: Reason["args"]) => string
  const { fields } = reason.args ?? {}
  if (typeof fields !== "string") return say(`imports.${reason.id}`, reason.args)
  const names = fields.split(",").map((name) => messages("imports.kept_field", { field: name }))
  return say(`imports.${reason.id}`, { fields: messages.list(names) })
}
