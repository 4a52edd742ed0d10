import type { MessageArguments } from "#i18n/gen/ids.ts"

/** Ids of the messages without arguments. */
export type PlainMessageId = {
  [Id in keyof MessageArguments]: MessageArguments[Id] extends undefined ? Id : never
}[keyof MessageArguments]
