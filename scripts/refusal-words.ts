import { invalidBody } from "#http/errors/problem.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { InvalidFields, Refusal } from "#lib/refusal.ts"

/** Returns the message of a refused command, as the API words it; throws any other error again. */
export function refusalWords(error: unknown): string {
  const words = messagesIn("en")
  if (error instanceof Refusal) return words(`errors.${error.code}`)
  if (error instanceof InvalidFields) return Object.values(invalidBody(error, words)).flat().join(" ")
  throw error
}
