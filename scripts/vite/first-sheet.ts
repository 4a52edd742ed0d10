import type { Plugin } from "vite"

/**
 * Keeps the common style sheet before those of the screens. Every lazily loaded chunk lists it as a dependency, and Vite does not
 * recognise it by the address React Router gave it: it would insert it again behind all others, and the common rules would then
 * override those of a screen. The plugin makes each chunk depend on the frame's script instead, which is already loaded.
 */
export function firstSheet(): Plugin {
  return {
    name: "foyer-first-sheet",
    applyToEnvironment: ({ name }) => name === "client",
    apply: "build",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk")
        const frame = chunks.find(({ name }) => name === "frame")
        const sheets = [...(frame?.viteMetadata?.importedCss ?? [])]
        let found = 0
        for (const chunk of chunks)
          for (const sheet of sheets)
            chunk.code = chunk.code.replaceAll(JSON.stringify(sheet), () => {
              found++
              return JSON.stringify(frame?.fileName)
            })
        if (found === 0)
          this.error("What is loaded later names its style sheets otherwise now: see scripts/vite/first-sheet.ts")
      },
    },
  }
}
