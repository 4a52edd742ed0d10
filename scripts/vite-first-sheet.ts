import type { Plugin } from "vite"

/**
 * The sheet of every page stays in front of those of the screens. Whatever is loaded later names it among what it needs, and
 * Vite, which does not know it by the address React Router gave it, would put it once more behind all the others: rules of a
 * screen would hold until something is loaded, and then those of the frame. Each names the frame’s script instead, which is
 * there.
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
          this.error("What is loaded later names its style sheets otherwise now: see scripts/vite-first-sheet.ts")
      },
    },
  }
}
