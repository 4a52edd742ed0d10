import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pino } from "pino"
import { readConfig } from "#config/config.ts"
import { contentVersion } from "#http/caching/content-version.ts"
import type { World } from "#http/world.ts"
import { world } from "./world.ts"

/** The world as an instance of the Fediverse at https://foyer.example, which may ask servers on this machine. */
export async function fediverseWorld(settings: Record<string, string> = {}) {
  const there = await world()
  const config = readConfig({
    PUBLIC_URL: "https://foyer.example",
    DATA_DIR: mkdtempSync(join(tmpdir(), "foyer-fediverse-")),
    OUTBOUND_PRIVATE: "1",
    CACHE: "0",
    ...settings,
  })
  const around: World = {
    config,
    db: there.db,
    log: pino({ level: "silent" }),
    content: contentVersion(),
    version: "build-1",
    release: "0.1.0",
    phase: () => "serving",
  }
  return { ...there, config, world: around }
}
