import { invalidBody } from "#http/problem.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { InvalidFields, Refusal } from "#lib/refusal.ts"

/** What a command that was refused says, as the API says it; what is no refusal is thrown on. */
export function refusalWords(error: unknown): string {
  const words = messagesIn("en")
  if (error instanceof Refusal) return words(`errors.${error.code}`)
  if (error instanceof InvalidFields) return Object.values(invalidBody(error, words)).flat().join(" ")
  throw error
}
