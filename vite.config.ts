import optimizeLocales from "@react-aria/optimize-locales-plugin"
import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"
import { lostScreens } from "./scripts/vite-lost-screens.ts"
import { messages, wordsAhead, wordsOfScreens } from "./scripts/vite-words.ts"

// Many small files travel worse than a few, and what is compressed together is smaller: what every page runs is one file
// (the rows of an agenda are on nearly all of them), and so is what several screens share.
// entry.client.tsx stays out of it: it may only run once the router has what the page was made of.
const frame = {
  name: "frame",
  test: /\/src\/(root\.tsx|web\/layout\/screen\.tsx|i18n\/(browser-words|messages)\.ts|features\/(events\/(ui\/event-row\.tsx|kept-event\.ts|categories\.ts)|places\/access\.ts|actors\/ui\/type-glyph\.tsx)|ui\/(fold|note)\.tsx|lib\/time\.ts|web\/(meta|page)\.tsx?)$/,
  priority: 2,
}
const vendor = {
  name: "vendor",
  test: /\/node_modules\/(react|react-dom|scheduler|react-router|@lingui)\//,
  priority: 4,
}
const icons = { name: "icons", test: /\/src\/ui\/icons-elsewhere\.tsx$/, priority: 3 }
const iconsOfEvents = { name: "icons-of-events", test: /\/src\/ui\/icons-of-events\.tsx$/, priority: 3 }
const agenda = { name: "agenda", test: /\/features\/events\/ui\/(agenda-(list|filters)|date-line)\.tsx$/, priority: 0 }
const event = {
  name: "event",
  test: /\/features\/events\/ui\/event-(head|text|facts|dates|credits)\.tsx$/,
  priority: 1,
}
// These parts of an event are on other screens too, which need not the rest.
const eventParts = {
  name: "event-parts",
  test: /\/events\/ui\/(attendance|date-block)\.tsx$|\/agendas\/ui\/add-to-agenda\.tsx$/,
  priority: 2,
}
const actorKinds = {
  name: "actor-kinds",
  test: /\/features\/actors\/(actor-types\.ts|ui\/(type-label\.tsx|actor-craft\.ts))$/,
  priority: 1,
}
// What the screens behind signing in are built of. In one file, and not in twenty that the router's list of screens names
// for each of them: everybody is sent that list.
const forms = {
  name: "forms",
  test: /\/src\/(web\/(form|form-parts|read-form|pager|sure)\.tsx?|ui\/(reveal|field|text-field|text-area|select|choice|hidden-value|panel-part|confirm-dialog|copy-handle)\.tsx|features\/(accounts\/ui\/(parts|personal|signed-in-only|gate|gate-heading)\.tsx|(actors\/picked|notices\/notice|accounts\/letter)\.ts))$/,
  priority: 0,
}
const groups = [vendor, icons, iconsOfEvents, frame, agenda, event, eventParts, actorKinds, forms]

export default defineConfig({
  plugins: [
    messages(),
    wordsOfScreens(),
    wordsAhead(),
    lostScreens(),
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
          output: { codeSplitting: { groups } },
        },
      },
    },
  },
})
