import { rmSync } from "node:fs"
import { inject } from "vitest"
import { startEmbedded } from "#db/embedded.ts"
import { type RunningServer, startServer } from "../../instances/server.ts"
import { copyData, temporaryDirectory } from "../../temporary.ts"
import { givePage, somebody } from "../people/page-people.ts"

/**
 * Starts the built product for the tests of one file alone, as it is after a first start with sample content: from a copy of such
 * data, which takes a third of the time.
 */
export async function dedicatedServer(variables: Record<string, string> = { LIMITS: "0" }): Promise<RunningServer> {
  const dataDir = temporaryDirectory("server")
  copyData(inject("sampleData"), dataDir)
  const server = await startServer({ ...variables, DATA_DIR: dataDir })
  return {
    ...server,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Starts the database of such a product without the product, for tests that start their own on it: PostgreSQL alone takes a
 * quarter of the time of a whole server.
 */
export async function dedicatedDatabase() {
  const dataDir = temporaryDirectory("database")
  copyData(inject("sampleData"), dataDir)
  const server = await startEmbedded(dataDir)
  return {
    dataDir,
    url: server.url,
    async stop() {
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** Starts such a server that others can reach and that may send requests to this machine, with a venue: `La Petite Forge`. */
export async function reachableServer(stem: string) {
  const server = await dedicatedServer({ LIMITS: "0", OUTBOUND_PRIVATE: "1" })
  const owner = await somebody(server, stem)
  const fid = `${owner.name}_lieu`
  await givePage(owner, { fid, name: "La Petite Forge" })
  return { server, owner, fid }
}
