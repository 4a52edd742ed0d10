import { failureOf } from "./problems.ts"

/** Returns the result of a read; undefined when it is not found. */
export async function ifFound<Read>(reading: Promise<Read>): Promise<Read | undefined> {
  try {
    return await reading
  } catch (error) {
    if (failureOf(error)?.status === 404) return undefined
    throw error
  }
}
