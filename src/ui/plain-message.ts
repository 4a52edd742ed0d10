import type { MessageArguments } from "#i18n/gen/ids.ts"

/** Messages that take no arguments. */
export type PlainMessageId = {
  [Id in keyof MessageArguments]: MessageArguments[Id] extends undefined ? Id : never
}[keyof MessageArguments]
