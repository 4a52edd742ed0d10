import optimizeLocales from "@react-aria/optimize-locales-plugin"
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"
import { browserFiles } from "./scripts/browser-files.ts"
import { firstSheet } from "./scripts/vite-first-sheet.ts"
import { lostScreens } from "./scripts/vite-lost-screens.ts"
import { mapFiles } from "./scripts/vite-map.ts"
import { messages, wordsAhead, wordsOfScreens } from "./scripts/vite-words.ts"

export default defineConfig({
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
  build: { target: "es2022" },
  // The app and the pages share React Router's contexts, so they are one bundle.
  environments: {
    ssr: { build: { rolldownOptions: { input: "./src/app.ts" } } },
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: browserFiles } },
        },
      },
    },
  },
})
