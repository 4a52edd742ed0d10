import type { Plugin } from "vite"

/**
 * Handles the script of a screen that cannot be loaded because a newer build is served. React Router reloads the present page
 * again and again, and never navigates. With this plugin the load fails like any other: at the new address, where
 * web/layout/screen.tsx reloads once, and then shows the error.
 */
export function lostScreens(): Plugin {
  // The loaders of the screen fail, and for a screen without loaders its component.
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
        this.error("React Router loads its screens otherwise now: see scripts/vite/lost-screens.ts")
    },
  }
}
