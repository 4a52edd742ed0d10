import type { Kysely } from "kysely"
import type { Logger } from "pino"
import type { Config } from "#config/config.ts"
import type { DB } from "#db/schema.ts"
import type { ContentVersion } from "./caching/content-version.ts"

/** Objects that live as long as the process: created by process.ts and passed to everything. */
export type World = {
  config: Config
  db: Kysely<DB>
  log: Logger
  content: ContentVersion
  /** The build being served; when it differs from the browser's, the page reloads. */
  version: string
  /** The version of the software, from package.json. */
  release: string
  /** `starting` until the database is migrated; `draining` as soon as the process was asked to stop. */
  phase(): "starting" | "serving" | "draining"
}
