import { rmSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { chromium } from "playwright-core"
import type { TestProject } from "vitest/node"
import { browserPath } from "../../../scripts/browser.mjs"
import { type RunningServer, type Site, startServer } from "../../instances/server.ts"
import { copyData, isolateTemporaryFiles, temporaryDirectory } from "../../temporary.ts"

declare module "vitest" {
  export interface ProvidedContext {
    siteUrl: string
    sampleData: string
    /** Address at which a worker gets its own server (`sharedServer`). */
    sharedServers: string
    /** Browser features that Playwright turns off. */
    disabledFeatures: string
  }
}

/** Starts one product with sample content for all tests that only read, and provides its data for the others to copy. */
export default async function setup(project: TestProject) {
  const removeTemporaryFiles = isolateTemporaryFiles()
  const [sampleData, dataDir] = [temporaryDirectory("sample"), temporaryDirectory("server")]
  const features = disabledFeatures()
  const first = await startServer({ DATA_DIR: sampleData })
  await first.stop()
  copyData(sampleData, dataDir)
  const server = await startServer({ DATA_DIR: dataDir })
  project.provide("siteUrl", server.url)
  project.provide("sampleData", sampleData)
  const shared = await sharedServers(sampleData)
  project.provide("sharedServers", shared.url)
  project.provide("disabledFeatures", await features)

  return async () => {
    await Promise.all([server.stop(), shared.stop()])
    removeTemporaryFiles()
  }
}

/** Starts a server for each worker that requests one, in this process, because workers are killed without warning. */
async function sharedServers(sampleData: string) {
  const started = new Map<string, Promise<RunningServer>>()
  const start = () => {
    const dataDir = temporaryDirectory("server")
    copyData(sampleData, dataDir)
    return startServer({ LIMITS: "0", DATA_DIR: dataDir })
  }
  const desk = createServer(async (request, answer) => {
    const worker = request.url ?? ""
    const server = started.get(worker) ?? start()
    started.set(worker, server)
    try {
      const { url, dataDir } = await server
      answer.end(JSON.stringify({ url, dataDir } satisfies Site))
    } catch (error) {
      started.delete(worker)
      answer.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((ready) => desk.listen(0, "127.0.0.1", ready))
  return {
    url: `http://127.0.0.1:${(desk.address() as AddressInfo).port}`,
    async stop() {
      desk.close()
      const all = await Promise.allSettled(started.values())
      await Promise.all(
        all.map(async (one) => {
          if (one.status === "rejected") return
          await one.value.stop()
          rmSync(one.value.dataDir, { recursive: true, force: true })
        }),
      )
    },
  }
}

/** Returns the features that Playwright turns off. Chromium obeys only the last such switch, so ours has to repeat them. */
async function disabledFeatures(): Promise<string> {
  const browser = await chromium.launchServer({ executablePath: browserPath, args: ["--no-sandbox"] })
  const given = browser.process().spawnargs.find((one) => one.startsWith("--disable-features="))
  await browser.close()
  if (!given) throw new Error("Playwright turns no features off any more")
  return given.slice("--disable-features=".length)
}
