import { existsSync } from "node:fs"
import { resolve } from "node:path"

/** The corpora beside the project, where there are any; never in a newcomer's clone, always in CI. */
export const sharedData = resolve(import.meta.dirname, "../../shared/data")

/** True when a test that needs the corpora must be skipped. In CI they have to be there. */
export const withoutSharedData = !existsSync(sharedData) && !process.env.CI
