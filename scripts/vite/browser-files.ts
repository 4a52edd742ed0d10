import { existsSync } from "node:fs"
import { resolve } from "node:path"

const source = resolve(import.meta.dirname, "../../src")

/** Returns a test for these files of src/. Fails the build when one of them no longer exists. */
function among(...files: string[]): (id: string) => boolean {
  const paths = new Set(files.map((file) => resolve(source, file)))
  for (const path of paths) if (!existsSync(path)) throw new Error(`scripts/vite/browser-files.ts: there is no ${path}`)
  return (id) => paths.has(id.split("?")[0] ?? "")
}

/** Returns a test for the generated module that loads these messages. */
const wordsOf = (name: string) => (id: string) => id.endsWith(`/i18n/gen/screens/${name}.ts`)

const anyOf =
  (...tests: ((id: string) => boolean)[]) =>
  (id: string) =>
    tests.some((test) => test(id))

/**
 * Returns whether every document loads this chunk, so that preload lists of later parts need not name it; this saves 170 bytes of
 * an actor page's scripts.
 */
export const isInEveryDocument = (file: string): boolean => /^assets\/(frame|icons|rolldown-runtime|vendor)-/.test(file)

/**
 * The chunks the browser is sent. By default the bundler makes a chunk of every set of modules that screens share: 75 files of
 * 174 KB, compressed, for a first visit of the home page, instead of 11 of 158 KB; over HTTP/1.1, six at a time on a slow phone,
 * that delays the usable page by a second and more. Imports of these modules are included.
 */
export const browserFiles = [
  { name: "vendor", test: /\/node_modules\/(react|react-dom|scheduler|react-router|@lingui)\//, priority: 4 },
  // The parts of React Aria that everything opening over a page needs: one file instead of three, which each opener would have to
  // name.
  {
    name: "aria",
    test: /\/react-aria(-components)?\/dist\/private\/(focus\/FocusScope|Button|Heading)\.mjs/,
    priority: 3,
  },
  { name: "icons", test: among("ui/icons.tsx"), priority: 3 },
  { name: "seldom-icons", test: among("ui/seldom-icons.tsx"), priority: 3 },
  // Modules that every page runs, with the rows of an agenda, which are on nearly all pages. entry.client.tsx is not among them:
  // it may only run once the router has the data of the page.
  {
    name: "frame",
    test: among(
      "root.tsx",
      "web/layout/screen.tsx",
      "web/page/meta.tsx",
      "web/page/page.ts",
      "web/lists/start-in.ts",
      "i18n/browser-words.ts",
      "i18n/day-span.ts",
      "i18n/messages.ts",
      "ui/fold.tsx",
      "ui/note.tsx",
      "ui/tabs/current-in-view.ts",
      "ui/overlays/dialog-link.ts",
      "features/events/ui/agenda/rows/event-row.tsx",
      "features/events/listing/list-event.ts",
      "features/places/access.ts",
      "features/places/map/box-text.ts",
    ),
    priority: 2,
  },
  // Modules shared by the agenda and an actor's page, and by an actor's page and an event, so that neither loads the other's
  // code.
  {
    name: "parts",
    test: among(
      "ui/empty.tsx",
      "ui/loading/load-more.tsx",
      "ui/relations.ts",
      "ui/loading/skeleton.tsx",
      "ui/fields/relation-links.tsx",
      "ui/fields/search-field.tsx",
      "ui/fields/segmented.tsx",
      "ui/overlays/popover.tsx",
      "web/following/subject.ts",
      "features/events/categories.ts",
    ),
    priority: 1,
  },
  // Modules an actor's page shares with the directory, the feed and the audio screens.
  {
    name: "pages",
    test: among(
      "features/actors/actor-types.ts",
      "features/actors/listing/listed-actor.ts",
      "features/actors/ui/page/actor-craft.ts",
      "features/actors/ui/type-label.tsx",
      "features/follows/ui/follow.tsx",
      "web/lists/use-more.ts",
    ),
    priority: 1,
  },
  // Messages have chunks of their own, so that code which needs only them does not load other users of the same messages.
  { name: "actors", test: wordsOf("actors"), priority: 1 },
  { name: "agenda-words", test: wordsOf("agenda"), priority: 1 },
  { name: "fields", test: anyOf(wordsOf("fields"), among("ui/in-browser.ts")), priority: 2 },
  { name: "add-to", test: among("web/add-to/add-to.tsx"), priority: 1 },
  {
    name: "add-to-agenda",
    test: among("features/agendas/ui/add-to-agenda.tsx", "features/events/price-label.ts", "ui/poster/title-size.ts"),
    priority: 1,
  },
  { name: "place-map", test: among("features/places/ui/place-map.tsx"), priority: 1 },
  {
    name: "event",
    test: among(
      "features/events/ui/page/event-head.tsx",
      "features/events/ui/page/event-text.tsx",
      "features/events/ui/page/event-facts.tsx",
      "features/events/ui/page/event-dates.tsx",
      "features/events/ui/page/event-credits.tsx",
      "features/events/ui/answering/attendance.tsx",
    ),
    priority: 1,
  },
  {
    name: "agenda",
    test: among(
      "features/events/ui/agenda/agenda-day-list.tsx",
      "features/events/ui/agenda/agenda-list.tsx",
      "features/events/ui/agenda/filters/agenda-filters.tsx",
      "features/events/ui/date-line.tsx",
    ),
    priority: 0,
  },
  {
    name: "actor",
    test: anyOf(
      wordsOf("runs"),
      among(
        "features/actors/ui/page/actor-head.tsx",
        "features/actors/ui/page/about-actor.tsx",
        "features/actors/ui/page/actor-events.tsx",
        "ui/tabs/tabs.tsx",
      ),
    ),
    priority: 0,
  },
  // Modules of the screens behind sign-in: the route manifest, which every visitor gets, names the files of each screen.
  {
    name: "forms",
    test: among(
      "web/editing/form.ts",
      "web/editing/form-parts.tsx",
      "web/editing/read-form.ts",
      "web/editing/demand-confirmation.ts",
      "web/lists/pager.tsx",
      "ui/reveal.ts",
      "ui/fields/field.tsx",
      "ui/fields/text-field.tsx",
      "ui/fields/text-area.tsx",
      "ui/fields/select.tsx",
      "ui/fields/choice.tsx",
      "ui/fields/hidden-value.tsx",
      "ui/editing/panel-part.tsx",
      "ui/overlays/confirm-dialog.tsx",
    ),
    priority: 1,
  },
  // Separate from the form fields, which an actor's page needs without it.
  {
    name: "account",
    test: among(
      "features/accounts/ui/parts.tsx",
      "features/accounts/ui/personal.tsx",
      "features/accounts/ui/sign-in/signed-in-only.tsx",
      "features/accounts/ui/sign-in/sign-in-layout.tsx",
      "features/accounts/ui/sign-in/sign-in-heading.tsx",
    ),
    priority: 0,
  },
  {
    name: "sign-in",
    test: anyOf(
      wordsOf("account"),
      among("features/accounts/ui/sign-in/sign-in.tsx", "features/accounts/ui/sign-in/sign-in-call.ts"),
    ),
    priority: 0,
  },
  // Editors: the pickers, the common parts, those that page and event editors share, and those of events alone. A chunk that
  // contains a module another screen needs is sent to that screen whole.
  { name: "combobox", test: among("ui/fields/combobox.tsx", "ui/editing/folded-part.tsx"), priority: 0 },
  { name: "picked", test: among("features/actors/picked.ts", "web/editing/rename-fields.ts"), priority: 0 },
  {
    name: "place-field",
    test: anyOf(
      wordsOf("places"),
      among(
        "features/places/ui/place-field.tsx",
        "features/places/ui/place-combobox.tsx",
        "ui/dates/date-field.tsx",
        "web/editing/chosen-town.ts",
      ),
    ),
    priority: 0,
  },
  {
    name: "editor",
    test: anyOf(
      wordsOf("editor"),
      among(
        "web/editing/draft.ts",
        "web/editing/edit-form.tsx",
        "web/editing/edit-rows.tsx",
        "web/editing/use-rounds.ts",
      ),
    ),
    priority: 0,
  },
  {
    name: "address",
    test: among(
      "features/actors/countries.ts",
      "features/actors/ui/edit/address-fields.tsx",
      "features/actors/writing/form-location.ts",
      "web/editing/edit-live.ts",
    ),
    priority: 0,
  },
  {
    name: "cancel-event",
    test: anyOf(wordsOf("cancel"), among("features/events/ui/manage/cancel-event.tsx")),
    priority: 0,
  },
  { name: "errors", test: wordsOf("errors"), priority: 0 },
  {
    name: "event-dates",
    test: among(
      "features/events/editor/form/form-event.ts",
      "features/events/editor/form/form-values.ts",
      "features/events/editor/pasted/groups.ts",
      "ui/dates/part-name.ts",
    ),
    priority: 0,
  },
]
