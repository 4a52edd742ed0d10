import optimizeLocales from "@react-aria/optimize-locales-plugin"
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, type Plugin } from "vite"
import { compileMessages } from "./scripts/i18n.mjs"

const messages = (): Plugin => ({
  name: "foyer-messages",
  buildStart() {
    compileMessages()
  },
  handleHotUpdate({ file }) {
    if (/src\/i18n\/messages\/\w\w\/\w+\.json$/.test(file)) compileMessages()
  },
})

export default defineConfig({
  plugins: [
    messages(),
    { ...optimizeLocales.vite({ locales: ["fr-FR", "en-US", "nl-NL"] }), enforce: "pre" },
    tailwindcss(),
    reactRouter(),
  ],
  build: { target: "es2022" },
  // The app and the pages share React Router's contexts, so they are one bundle.
  environments: { ssr: { build: { rollupOptions: { input: "./src/app.ts" } } } },
})
