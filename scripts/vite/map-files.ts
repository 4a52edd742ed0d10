// The embedded base map (docs/decisions/0046): generated once a build, stored under /map/ with a hash of its content in the name.
import { createHash } from "node:crypto"
import type { Plugin } from "vite"
import { baseShapes, townNames } from "../map/base.ts"
import { packedMap, packedModule } from "../map/drawn.ts"

type Files = { addresses: Record<string, unknown>; texts: Map<string, string> }

/**
 * Provides `virtual:map-files`, the addresses of the base map, with the files themselves beside the browser's code; and
 * `virtual:packed-map`, the same map for the server, which draws pictures of places from it.
 */
export function mapFiles(): Plugin {
  const [id, packed] = ["virtual:map-files", "virtual:packed-map"]
  let made: Files | undefined
  const files = () => (made ??= make())
  return {
    name: "foyer-map",
    sharedDuringBuild: true,
    resolveId: (source) => (source === id || source === packed ? `\0${source}` : undefined),
    load(source) {
      if (source === `\0${id}`) return `export const mapFiles = ${JSON.stringify(files().addresses)}`
      return source === `\0${packed}` ? packedModule(packedMap()) : undefined
    },
    generateBundle() {
      if (this.environment.name !== "client") return
      for (const [address, source] of files().texts)
        this.emitFile({ type: "asset", fileName: address.slice(1), source })
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const text = request.url?.startsWith("/map/") ? files().texts.get(request.url) : undefined
        if (text === undefined) return next()
        response.setHeader("Content-Type", "application/json")
        response.end(text)
      })
    },
  }
}

function make(): Files {
  const texts = new Map<string, string>()
  const add = (name: string, content: unknown) => {
    const text = JSON.stringify(content)
    const address = `/map/${name}-${createHash("sha256").update(text).digest("base64url").slice(0, 10)}.json`
    texts.set(address, text)
    return address
  }
  const names = townNames()
  const inEach = (kind: keyof typeof names) =>
    Object.fromEntries(
      Object.entries(names[kind]).map(([language, one]) => [language, add(`${kind}-${language}`, one)]),
    )
  const addresses = { base: add("base", baseShapes()), towns: inEach("towns"), villages: inEach("villages") }
  return { addresses, texts }
}
