import { rmSync } from "node:fs"
import type { TestProject } from "vitest/node"
import { startServer } from "../server.ts"
import { copyData, temporaryDirectory } from "../temporary.ts"

declare module "vitest" {
  export interface ProvidedContext {
    siteUrl: string
    sampleData: string
  }
}

/** One running product with its sample content for all browser tests that only read, and its data for the others to copy. */
export default async function setup(project: TestProject) {
  const [sampleData, dataDir] = [temporaryDirectory("sample"), temporaryDirectory("server")]
  const first = await startServer({ DATA_DIR: sampleData })
  await first.stop()
  copyData(sampleData, dataDir)
  const server = await startServer({ DATA_DIR: dataDir })
  project.provide("siteUrl", server.url)
  project.provide("sampleData", sampleData)

  return async () => {
    await server.stop()
    for (const folder of [sampleData, dataDir]) rmSync(folder, { recursive: true, force: true })
  }
}
