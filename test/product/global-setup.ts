import { rmSync } from "node:fs"
import { chromium } from "playwright-core"
import type { TestProject } from "vitest/node"
import { browserPath } from "../../scripts/browser.mjs"
import { startServer } from "../server.ts"
import { copyData, temporaryDirectory } from "../temporary.ts"

declare module "vitest" {
  export interface ProvidedContext {
    siteUrl: string
    sampleData: string
    /** What Playwright has the browser turn off. */
    disabledFeatures: string
  }
}

/** One running product with its sample content for all browser tests that only read, and its data for the others to copy. */
export default async function setup(project: TestProject) {
  const [sampleData, dataDir] = [temporaryDirectory("sample"), temporaryDirectory("server")]
  const features = disabledFeatures()
  const first = await startServer({ DATA_DIR: sampleData })
  await first.stop()
  copyData(sampleData, dataDir)
  const server = await startServer({ DATA_DIR: dataDir })
  project.provide("siteUrl", server.url)
  project.provide("sampleData", sampleData)
  project.provide("disabledFeatures", await features)

  return async () => {
    await server.stop()
    for (const folder of [sampleData, dataDir]) rmSync(folder, { recursive: true, force: true })
  }
}

/** Read from a browser that it starts: of two such switches the browser obeys the last, so that ours has to repeat the first. */
async function disabledFeatures(): Promise<string> {
  const browser = await chromium.launchServer({ executablePath: browserPath, args: ["--no-sandbox"] })
  const given = browser.process().spawnargs.find((one) => one.startsWith("--disable-features="))
  await browser.close()
  if (!given) throw new Error("Playwright turns no features off any more")
  return given.slice("--disable-features=".length)
}
