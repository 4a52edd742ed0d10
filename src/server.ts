import { existsSync, readFileSync } from "node:fs"
import { enableCompileCache } from "node:module"
import { resolve } from "node:path"
import { getRequestListener } from "@hono/node-server"

// The file that Node runs. Everything else is the bundle of app.ts: a single one, because a module that is loaded twice has two
// states, and because Node needs half as long for it as for a thousand files. In development Vite loads the application, again
// after each change.

const root = resolve(import.meta.dirname, "..")
const isDevelopment = process.argv.includes("--dev")
process.env.NODE_ENV ||= isDevelopment ? "development" : "production"
await (isDevelopment ? develop() : serve())

async function serve() {
  // V8's compiled code is cached for the next start; a new build empties the cache (scripts/project.mjs).
  enableCompileCache(resolve(root, "node_modules/.cache/foyer-compiled"))
  const bundle = resolve(root, "build/server/index.js")
  if (!existsSync(bundle)) {
    console.error("Foyer could not start: there is no build yet; run `npm run build`")
    process.exit(1)
  }
  const built = (await import(bundle)) as typeof import("./app.ts")
  const version = readFileSync(resolve(root, "build/version"), "utf8").trim()
  await built.run(version, async (world) => ({
    listener: getRequestListener(built.createApp(world).fetch),
    application: async () => built,
    close: async () => {},
  }))
}

/** Vite in middleware mode: pages reload on save; jobs continue with the code they started with. */
async function develop() {
  const { createServer } = await import("vite")
  const { run } = await import("./process.ts")
  await run("development", async (world) => {
    const vite = await createServer({ root, server: { middlewareMode: true }, appType: "custom" })
    const application = () => vite.ssrLoadModule("/src/app.ts") as Promise<typeof import("./app.ts")>
    const answer = getRequestListener(async (request) => {
      const { createApp } = await application()
      return createApp(world).fetch(request)
    })
    return {
      listener: (request, response) => vite.middlewares(request, response, () => void answer(request, response)),
      application,
      close: () => vite.close(),
    }
  })
}
