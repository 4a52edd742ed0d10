import { globSync, readFileSync } from "node:fs"
import { matchRoutes } from "react-router"
import { expect, test } from "vitest"
import routes from "../routes.ts"
import { basenameOf, inLanguagePath, languageOfPrefix, outsidePaths, paths, search, withoutPrefix } from "./paths.ts"

test("withoutPrefix separates known prefixes from a path, and no word that only begins like one", () => {
  expect(withoutPrefix("/en/events/42")).toEqual({ prefix: "en", path: "/events/42" })
  expect(withoutPrefix("/de")).toEqual({ prefix: "de", path: "/" })
  expect(withoutPrefix("/es/")).toEqual({ prefix: "es", path: "/" })
  for (const path of ["/", "/events", "/english", "/nlx/1", "/EN/events", "/it/events"]) {
    expect(withoutPrefix(path)).toEqual({ prefix: undefined, path })
  }
})

test("languageOfPrefix knows the languages of the interface only", () => {
  expect(["fr", "en", "nl", "de", "es", undefined].map(languageOfPrefix)).toEqual([
    "fr",
    "en",
    "nl",
    undefined,
    undefined,
    undefined,
  ])
})

test("a path in another language has a prefix, and none in French", () => {
  expect(basenameOf("fr")).toBe("")
  expect(inLanguagePath("/", "fr")).toBe("/")
  expect(inLanguagePath("/", "en")).toBe("/en")
  expect(inLanguagePath("/events/42", "nl")).toBe("/nl/events/42")
})

test("addresses contain only the parameters that are set, escaped", () => {
  expect(paths.events({ q: "jazz & blues", rel: undefined })).toBe("/events?q=jazz+%26+blues")
  expect(paths.events()).toBe("/events")
  expect(search({ q: "" })).toBe("")
  expect(paths.actor("hangar")).toBe("/actors/hangar")
})

/** Every address, written with `42` and `?q=x`. */
const all = Object.entries({ ...paths, ...outsidePaths }).map(([name, address]) => {
  const write = address as (...args: unknown[]) => string
  const names = /^\((.*?)\)/.exec(String(address))?.[1]?.split(", ") ?? []
  return [
    name,
    write(...names.map((one) => (one === "query" ? { q: "x" } : one === "format" ? "atom" : "42"))),
  ] as const
})

test("the addresses of Foyer, which are linked, mailed and printed, have not changed", () => {
  expect(all.map(([name, address]) => `${name} ${address}`)).toMatchInlineSnapshot(`
    [
      "home /?q=x",
      "events /events?q=x",
      "event /events/42",
      "publishedEvent /events/published/42",
      "newEvent /events/new?q=x",
      "editEvent /events/edit/42",
      "manageEvent /events/manage/42?q=x",
      "shareEvent /events/share/42",
      "reportEvent /events/report/42?q=x",
      "printEvent /events/42/print?q=x",
      "answerEvent /events/42/answer?q=x",
      "eventCalendar /events/42/calendar.ics",
      "eventsCalendar /events/calendar.ics",
      "eventsFeed /events/feed.atom",
      "eventCard /events/42/card.png",
      "mapPicture /map/at/42/42.svg",
      "eventCode /events/42/qr.svg",
      "actors /actors?q=x",
      "actor /actors/42?q=x",
      "newActor /actors/new?q=x",
      "editActor /actors/edit/42?q=x",
      "openings /openings?q=x",
      "openingsOfActor /actors/openings/42?q=x",
      "tourOfActor /actors/tour/42",
      "webhooksOfActor /actors/webhooks/42?q=x",
      "documentsOfActor /actors/documents/42",
      "publishActor /actors/publish/42?q=x",
      "manageActor /actors/manage/42?q=x",
      "contactActor /actors/contact/42?q=x",
      "claimActor /actors/claim/42",
      "shareActor /actors/share/42",
      "reportActor /actors/report/42",
      "weekOfActor /actors/42/week",
      "followActor /actors/42/follow",
      "followFromElsewhere /actors/42/fediverse?q=x",
      "actorCalendar /actors/42/calendar.ics",
      "actorFeed /actors/42/feed.atom",
      "actorCard /actors/42/card.png",
      "activities /activities?q=x",
      "activitiesFeed /activities/feed.atom",
      "agenda /agendas/42",
      "shareAgenda /agendas/share/42",
      "agendaCalendar /agendas/42.ics",
      "agendaFeed /agendas/42/feed.atom",
      "fediverseAccounts /fediverse?q=x",
      "sounds /audio?q=x",
      "sound /audio/42",
      "actorPodcast /actors/42/podcast.rss",
      "about /about",
      "server /server",
      "source /source.tar.gz",
      "worker /sw.js",
      "menu /menu",
      "login /login",
      "register /register",
      "logout /logout",
      "resetPassword /password/reset?q=x",
      "manageNewsletter /me/newsletter?q=x",
      "newsletter /newsletters/42",
      "me /me",
      "outings /me/outings?q=x",
      "personalCalendarPage /me/cal?q=x",
      "inbox /me/inbox?q=x",
      "confirmations /me/confirmations",
      "managedPages /me/pages",
      "invitations /me/invitations",
      "emails /me/emails?q=x",
      "channels /me/emails#notify",
      "places /me/places",
      "lists /me/lists?q=x",
      "list /me/lists/42?q=x",
      "fediverse /me/fediverse",
      "account /me/account",
      "programs /me/account/programs?q=x",
      "claims /moderation/claims?q=x",
      "reports /moderation/reports?q=x",
      "admin /admin/42?q=x",
      "apiDocs /api/docs/",
      "offline /offline.html",
      "verify /verify?q=x",
      "unsubscribe /unsubscribe?q=x",
      "confirmNewsletter /subscriptions/confirm?q=x",
      "personalCalendar /calendars/42.ics",
      "soundTranscript /audio/42/transcript.txt",
      "soundChapters /audio/42/chapters.json",
    ]
  `)
})

test("every address of a page matches a route", () => {
  const pages = all.map(([, address]) => address.replace(/[?#].*/, "")).filter((path) => !/\.\w+$|^\/api\//.test(path))
  const [screens] = routes
  const known = (screens?.children ?? [])
    .filter(({ path }) => path !== "*")
    .map(({ path, index }) => (index ? { index } : { path }))
  const lost = pages.filter((path) => !matchRoutes(known as { path: string }[], path))

  expect(pages.length).toBeGreaterThan(30)
  expect(lost).toEqual([])
})

test("addresses of pages are written only in paths.ts", () => {
  const first = new Set(
    all.map(([, address]) => /^\/(\w*)/.exec(address)?.[1] ?? "").filter((word) => word && word !== "api"),
  )
  const written = new RegExp(`["'\`}]/(${[...first].join("|")})(?=[/?#"'\`$])(?!/:)[^:]*["'\`$]`)
  const files = globSync("src/**/*.{ts,tsx}").filter(
    (file) =>
      !/\.test\.tsx?$|^src\/(routes|addresses|sample\/|ui\/showcase\/|i18n\/gen\/)|^src\/web\/paths\.ts$/.test(file),
  )
  const literal = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      // Handlers state the patterns of their addresses, also for the files of the map; comments and API descriptions mention
      // addresses.
      .filter(
        (line) =>
          !/^\s*(\*|\/\/|\/\*)|\.get\(|description:|"\/api\/|"\/map\/(\*|region)/.test(line) && written.test(line),
      )
      .map((line) => `${file}: ${line.trim()}`),
  )

  for (const line of ['to="/events"', "`/actors/edit/${fid}`", "`${base}/login`"]) expect(line).toMatch(written)
  expect(files.length).toBeGreaterThan(500)
  expect(literal).toEqual([])
})
