import { ConfigError } from "#config/config.ts"
import { isUnavailable } from "#db/unavailable.ts"
import { invalidBody } from "#http/problem.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { InvalidFields, Refusal } from "#lib/refusal.ts"

/** Thrown when a command is called as it cannot be; the message says how it can. */
export class UsageError extends Error {}

/**
 * Runs what an operator typed and ends with its exit code: 1 when it could not be done, 2 when it was called wrongly. Why is
 * said in a sentence; only what should not have happened is shown with where it did.
 */
export async function runCommand(work: () => Promise<number | void>): Promise<void> {
  try {
    process.exitCode = (await work()) ?? 0
  } catch (error) {
    console.error(reasonOf(error))
    process.exitCode = error instanceof UsageError ? 2 : 1
  }
}

function reasonOf(error: unknown): unknown {
  const words = messagesIn("en")
  if (error instanceof Refusal) return words(`errors.${error.code}`)
  if (error instanceof InvalidFields) return Object.values(invalidBody(error, words)).flat().join(" ")
  const isPlain = error instanceof ConfigError || error instanceof UsageError || isUnavailable(error)
  return isPlain || isOfSystem(error) ? (error as Error).message : error
}

/** A file that is not there, or may not be read or written. */
const isOfSystem = (error: unknown) => error instanceof Error && "syscall" in error
