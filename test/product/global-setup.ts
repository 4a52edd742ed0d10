import type { TestProject } from "vitest/node"
import { startServer } from "../server.ts"

declare module "vitest" {
  export interface ProvidedContext {
    siteUrl: string
  }
}

/** One running product with its sample content for all browser tests that only read. */
export default async function setup(project: TestProject) {
  const server = await startServer()
  project.provide("siteUrl", server.url)

  return async () => {
    await server.stop()
  }
}
