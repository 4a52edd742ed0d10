import type { Plugin } from "vite"

/**
 * The script of a screen that cannot be loaded, since a newer build is served: React Router loads the page one is leaving
 * anew, again and again, and never goes where one wanted to. Here it fails as anything of a page does: at the new address,
 * where web/layout/screen.tsx loads it anew once, and then says what is the matter.
 */
export function lostScreens(): Plugin {
  // What it is read with fails, and where it is read without script of its own, what it is drawn with.
  const fails = "() { throw error; }"
  const standIn = `return { default${fails}, clientLoader${fails}, clientAction${fails} };`
  const given = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/
  let isFound = false
  return {
    name: "foyer-lost-screens",
    applyToEnvironment: ({ name }) => name === "client",
    apply: "build",
    transform: {
      filter: { id: /react-router\/dist\/.*routeModules\.m?js$/ },
      handler(code) {
        if (!given.test(code)) return undefined
        isFound = true
        return { code: code.replace(given, standIn), map: null }
      },
    },
    buildEnd(error) {
      if (!error && !isFound)
        this.error("React Router loads its screens otherwise now: see scripts/vite-lost-screens.ts")
    },
  }
}
