import { failureOf } from "./problems.ts"

/** What is read; undefined where there is no such thing. */
export async function ifThere<Read>(reading: Promise<Read>): Promise<Read | undefined> {
  try {
    return await reading
  } catch (error) {
    if (failureOf(error)?.status === 404) return undefined
    throw error
  }
}
