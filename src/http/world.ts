import type { Kysely } from "kysely"
import type { Logger } from "pino"
import type { Config } from "#config/config.ts"
import type { DB } from "#db/schema.ts"
import type { ContentVersion } from "./caching/content-version.ts"

/** What lives as long as the process: made by process.ts, handed to everything. */
export type World = {
  config: Config
  db: Kysely<DB>
  log: Logger
  content: ContentVersion
  /** The build that is served; another one means reload. */
  version: string
  /** The version of the software, from package.json. */
  release: string
  /** `starting` until the database is migrated; `draining` from the moment the process is told to stop. */
  phase(): "starting" | "serving" | "draining"
}
