// How messages reach the browser (docs/decisions/0011): loaded with the modules that use them, and preloaded by the document.
import type { Plugin, Rolldown } from "vite"
import { compileMessages, wordFilesOf } from "../i18n.mjs"

export const messages = (): Plugin => ({
  name: "foyer-messages",
  buildStart() {
    compileMessages()
  },
  handleHotUpdate({ file }) {
    if (/src\/i18n\/messages\/\w\w\/\w+\.json$/.test(file)) compileMessages()
  },
})

/** In the browser, makes each module that uses messages of a screen import their file, so that they are loaded first. */
export const wordsOfScreens = (): Plugin => ({
  name: "foyer-words",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /\/src\/(?!i18n\/).*\.tsx?(\?|$)/ },
    handler(code) {
      const imports = wordFilesOf(code).map((file) => `import "#i18n/gen/screens/${file}.ts";`)
      return imports.length > 0 ? { code: imports.join("") + code, map: null } : undefined
    },
  },
})

/** Provides the server with the message files of each screen, for `web/speed/words-ahead.tsx`. Empty in development. */
export function wordsAhead(): Plugin {
  const id = "virtual:words-of-screens"
  let found = {}
  return {
    name: "foyer-words-ahead",
    sharedDuringBuild: true, // the browser's code is built first, and the server's build then contains the result
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load: (source) => (source === `\0${id}` ? `export const wordsOfScreens = ${JSON.stringify(found)}` : undefined),
    generateBundle(_options, bundle) {
      if (this.environment.name === "client") found = wordFilesOfRoutes(bundle)
    },
  }
}

/** Returns, by route id and language, the addresses of the message files that its modules wait for. */
function wordFilesOfRoutes(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
  const addresses: Record<string, Record<string, string>> = {}
  for (const { moduleIds, fileName } of chunks) {
    for (const id of moduleIds) {
      const [, file = "", language] = /\/i18n\/gen\/(?:screens\/([\w-]+)\.)?(\w\w)(?:\.browser)?\.ts$/.exec(id) ?? []
      if (language) (addresses[language] ??= {})[file] = `/${fileName}`
    }
  }

  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const awaited = (chunk: Rolldown.OutputChunk, seen = new Set<Rolldown.OutputChunk>()): string[] => {
    if (seen.has(chunk)) return []
    seen.add(chunk)
    const here = chunk.moduleIds.flatMap((id) => /\/i18n\/gen\/screens\/([\w-]+)\.ts$/.exec(id)?.[1] ?? [])
    const below = chunk.imports.flatMap((name) => {
      const imported = byName.get(name)
      return imported ? awaited(imported, seen) : []
    })
    return [...here, ...below]
  }

  const routes: Record<string, Record<string, string[]>> = {}
  for (const chunk of chunks) {
    const route = /\/src\/(.+)\.tsx\?__react-router-build-client-route$/.exec(chunk.facadeModuleId ?? "")?.[1]
    if (!route) continue
    // The root also needs the common messages, which entry.client.tsx loads.
    const files = route === "root" ? ["", ...awaited(chunk)] : awaited(chunk)
    routes[route] = Object.fromEntries(
      Object.entries(addresses).map(([language, addressOf]) => [
        language,
        files.flatMap((file) => addressOf[file] ?? []),
      ]),
    )
  }
  return routes
}
