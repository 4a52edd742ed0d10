import optimizeLocales from "@react-aria/optimize-locales-plugin"
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig, type Plugin } from "vite"
import { compileMessages, wordFilesOf } from "./scripts/i18n.mjs"

const messages = (): Plugin => ({
  name: "foyer-messages",
  buildStart() {
    compileMessages()
  },
  handleHotUpdate({ file }) {
    if (/src\/i18n\/messages\/\w\w\/\w+\.json$/.test(file)) compileMessages()
  },
})

/** In the browser the words of a screen come with its modules: whichever says one has them loaded first. */
const wordsOfScreens = (): Plugin => ({
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

// Many small files travel worse than a few: what every page runs is one file, and so is what events and agendas share.
// entry.client.tsx stays out of it: it may only run once the router has what the page was made of.
const frame = { name: "frame", test: /\/src\/(root\.tsx|i18n\/browser-words\.ts)$/, priority: 2 }
const vendor = {
  name: "vendor",
  test: /\/node_modules\/(react|react-dom|scheduler|react-router|@lingui)\//,
  priority: 4,
}
const icons = { name: "icons", test: /\/src\/ui\/icons-elsewhere\.tsx$/, priority: 3 }
const iconsOfEvents = { name: "icons-of-events", test: /\/src\/ui\/icons-of-events\.tsx$/, priority: 3 }
// What else these files share with the rest of the pages stands in `rows` too, lest an event brings the whole agenda along.
const rows = {
  name: "rows",
  test: /\/features\/(events\/(ui\/event-row\.tsx|kept-event\.ts|categories\.ts)|places\/access\.ts|actors\/ui\/type-glyph\.tsx)$|\/src\/(ui\/(fold|note)\.tsx|lib\/time\.ts|web\/(meta|page)\.tsx?)$/,
  priority: 1,
}
// What the screens behind signing in are built of. In one file, and not in twenty that the router's list of screens names
// for each of them: everybody is sent that list.
const forms = {
  name: "forms",
  test: /\/src\/(web\/(form|form-parts|read-form|pager)\.tsx?|ui\/(reveal|field|text-field|text-area|select|choice|hidden-value|panel-part|confirm-dialog|copy-handle)\.tsx|features\/accounts\/ui\/(parts|personal|signed-in-only|gate|gate-heading)\.tsx)$/,
  priority: 0,
}
const agenda = { name: "agenda", test: /\/features\/events\/ui\/agenda-(list|filters)\.tsx$/, priority: 0 }

export default defineConfig({
  plugins: [
    messages(),
    wordsOfScreens(),
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
          output: { codeSplitting: { groups: [vendor, icons, iconsOfEvents, frame, rows, agenda, forms] } },
        },
      },
    },
  },
})
