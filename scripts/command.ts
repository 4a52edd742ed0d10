import { type ParseArgsConfig, parseArgs } from "node:util"
import { ConfigError } from "#config/config.ts"
import { isUnavailable } from "#db/unavailable.ts"
import { invalidBody } from "#http/errors/problem.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { InvalidFields, Refusal } from "#lib/refusal.ts"

/** Thrown when a command is called wrongly; the message explains its usage. */
export class UsageError extends Error {}

/**
 * Parses the arguments of a command.
 * @throws {UsageError} for an unknown option or a missing value, with the usage behind the reason
 */
export function parseArguments<Accepted extends ParseArgsConfig>(accepted: Accepted, usage: string) {
  try {
    return parseArgs(accepted)
  } catch (error) {
    throw new UsageError(`${(error as Error).message}\n\n${usage}`)
  }
}

/**
 * Runs an operator's command and sets the exit code: 1 when it fails, 2 when it is called wrongly. Expected failures are printed
 * as one sentence, unexpected errors with their stack.
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

/** Returns whether the system refused an operation, such as reading a file that does not exist. */
const isOfSystem = (error: unknown) => error instanceof Error && "syscall" in error
