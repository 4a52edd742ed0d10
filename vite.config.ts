import optimizeLocales from "@react-aria/optimize-locales-plugin"
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"
import { browserFiles, isInEveryDocument } from "./scripts/vite/browser-files.ts"
import { firstSheet } from "./scripts/vite/first-sheet.ts"
import { lostScreens } from "./scripts/vite/lost-screens.ts"
import { mapFiles } from "./scripts/vite/map-files.ts"
import { messages, wordsAhead, wordsOfScreens } from "./scripts/vite/words.ts"

/**
 * What stays a package: what is no JavaScript, reads files of its own, is hardly ever needed, chooses by NODE_ENV what it is, or
 * does what Node warns of outside of packages.
 */
const ofNode = [
  "@aws-sdk/client-s3",
  "@node-rs/argon2",
  "pino",
  "sharp",
  "web-push",
  "react",
  "react-dom",
  "react-dom/server",
  "react/jsx-runtime",
]

export default defineConfig(({ command }) => ({
  plugins: [
    messages(),
    wordsOfScreens(),
    wordsAhead(),
    lostScreens(),
    firstSheet(),
    mapFiles(),
    { ...optimizeLocales.vite({ locales: ["fr-FR", "en-US", "nl-NL"] }), enforce: "pre" },
    tailwindcss(),
    reactRouter(),
  ],
  build: {
    target: "es2022",
    modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !isInEveryDocument(file)) },
  },
  // The app and the pages share React Router's contexts, so they are one bundle; with the packages, of whose 1,500 files Node would
  // read each at every start.
  environments: {
    ssr: {
      build: { rolldownOptions: { input: "./src/app.ts" } },
      ...(command === "build" ? { resolve: { noExternal: true, external: ofNode } } : {}),
    },
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: browserFiles } },
        },
      },
    },
  },
}))
