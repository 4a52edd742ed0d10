import { onTestFinished } from "vitest"
import { pino } from "pino"
import type { Db } from "#db/connection.ts"
import { readConfig } from "#config/config.ts"
import { contentVersion } from "#http/caching/content-version.ts"
import { createApi } from "../../src/api.ts"
import { world } from "./world.ts"

/** Returns the world with the API over it. */
export async function apiWorld(people?: Awaited<ReturnType<typeof world>>, settings: Record<string, string> = {}) {
  const there = people ?? (await world())
  if (!people) {
    try {
      onTestFinished(there.end)
    } catch {
      // Outside a test the caller ends the world.
    }
  }
  return { ...there, ...apiOver(there.db, settings) }
}

/**
 * Returns the API over a database, as an external program uses it, at https://foyer.example unless the settings say otherwise.
 */
export function apiOver(db: Db, settings: Record<string, string> = {}) {
  const errors: unknown[] = []
  const log = pino({ level: "error" }, { write: (line: string) => void errors.push(JSON.parse(line)) })
  const content = contentVersion()
  const api = createApi({
    // No cache, because tests change the database directly.
    config: readConfig({ PUBLIC_URL: "https://foyer.example", CACHE: "0", ...settings }),
    db,
    log,
    content,
    version: "build-1",
    release: "0.1.0",
    phase: () => "serving",
  })

  /** Sends a request, as a browser's fetch would. */
  const get = async (path: string, headers: Record<string, string> = {}, method = "GET") =>
    api.request(path, { method, headers })
  /** Returns the JSON of a response; throws on any status but 200. */
  const json = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await get(path, headers)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }
  /** Returns the French (or only) titles of a list of events. */
  const titles = async (query: string) =>
    ((await json(`/api/contents/events/${query}`)) as { title: Record<string, string> }[]).map(
      ({ title }) => title.fr ?? title.en ?? title.nl,
    )
  return { api, content, get, json, titles, errors }
}
