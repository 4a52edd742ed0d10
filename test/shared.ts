import { existsSync } from "node:fs"
import { resolve } from "node:path"

/** The folder of the corpora beside the project, if there is one; always there in CI, never in a new clone. */
export const sharedData = resolve(import.meta.dirname, "../../shared/data")

/** Whether tests that need the corpora must be skipped. In CI they have to exist. */
export const withoutSharedData = !existsSync(sharedData) && !process.env.CI
