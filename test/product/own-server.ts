import { rmSync } from "node:fs"
import { inject } from "vitest"
import { type RunningServer, startServer } from "../server.ts"
import { copyData, temporaryDirectory } from "../temporary.ts"

/**
 * The built product for the tests of one file alone, as it stands after a first start with its sample content: from a copy
 * of such data, which takes a third of the time.
 */
export async function ownServer(variables: Record<string, string> = { LIMITS: "0" }): Promise<RunningServer> {
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
