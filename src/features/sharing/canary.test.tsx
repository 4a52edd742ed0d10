import type { ComponentType } from "react"
import { renderToString } from "react-dom/server"
import {
  createStaticHandler,
  createStaticRouter,
  Outlet,
  RouterContextProvider,
  StaticRouterProvider,
  useLoaderData,
} from "react-router"
import { afterAll, beforeAll, expect, test } from "vitest"
import { actorCards } from "#features/actors/card.server.ts"
import { eventCards } from "#features/events/card.server.ts"
import { shownDate } from "#features/events/dates/shown-date.ts"
import { posterWords } from "#features/events/ui/event-words.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type Language, languages } from "#i18n/languages.ts"
import { MessagesProvider } from "#i18n/messages-context.ts"
import { posterSheet } from "#ui/poster/poster-sheet.ts"
import { makeApi } from "#web/api.ts"
import { refusalsIn } from "#web/page/refusals.server.ts"
import { pageRequest } from "#web/page/request.ts"
import { heavyWork } from "#http/limits/heavy-work.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { qrCodes } from "./codes.server.ts"
import { embeds } from "./embeds.server.tsx"
import * as actorPage from "./pages/actor.tsx"
import * as eventPage from "./pages/event.tsx"
import * as sheetPage from "./pages/sheet.tsx"
import * as weekPage from "./pages/week.tsx"

// Every user-written text carries code that would run if it were rendered unescaped.

const mark = "zqx7"
const short = `"'><svg/onload=${mark}()>`
const evil = [
  `"'><script>alert('${mark}')</script>`,
  `<img src=x onerror=alert('${mark}')>`,
  `<svg><animate onbegin=alert('${mark}')>`,
  `</title></style></textarea>javascript:alert('${mark}') &lt;script&gt;${mark}`,
].join("")
const evilHtml = `<p onclick="${mark}()">${evil}</p><a href="java&#9;script:${mark}()">a</a><svg><script>${mark}()</script></svg>`
const all = { fr: evil, en: evil, nl: evil }
const allHtml = { fr: evilHtml, en: evilHtml, nl: evilHtml }
const location = { name: evil, street: evil.slice(0, 190), locality: short, region: short, country: "BE" }
const site = { name: "Foyer", url: "https://foyer.example", timezone: "Europe/Brussels", build: "1" }

let here: Awaited<ReturnType<typeof writingWorld>>
let event: number
let bare: number
beforeAll(async () => {
  here = await writingWorld()
  const { viewer } = here.hangar
  const make = async (path: string, body: object) => {
    const answer = await here.ask(viewer, "POST", path, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    return answer.body
  }
  await make("/api/actors/", {
    type: "place",
    fid: "canary",
    name: evil.slice(0, 200),
    summary: all,
    description: allHtml,
    tags: [short],
    location,
    rooms: [{ name: short }],
    links: [{ url: `https://a.example/?x="><script>${mark}()</script>`, label: short }],
    contacts: [{ kind: "other", label: short, value: evil, is_public: true }],
    status: "published",
  })
  const page = (await here.ask(null, "GET", "/api/actors/canary/")).body
  const said = {
    title: all,
    summary: all,
    description: allHtml,
    category: "music",
    tags: [short],
    organizers: ["canary"],
    occurrences: [{ start: `${tomorrow()}T20:30` }, { start: `${tomorrow(3)}T20:30` }],
    lineup: [{ name: evil.slice(0, 200), role: short }],
    prices: [{ label: short, amount: 3 }],
    status: "postponed",
    status_reason: evil,
    mode: "hybrid",
    online_url: `https://a.example/?x="><script>${mark}()</script>`,
    ticket_url: `https://a.example/?x='><img src=x onerror=${mark}()>`,
    workflow: "published",
  }
  event = (await make("/api/contents/events/", { ...said, place: "canary", room: page.rooms[0].id })).id
  bare = (await make("/api/contents/events/", { ...said, location })).id
})
afterAll(() => here.end())

type PageModule = {
  loader: (args: never) => unknown
  default: ComponentType<never>
}

/** Renders the page at this address as the server does, with its own loader over the API. */
async function screen(module: PageModule, pattern: string, path: string, language: Language): Promise<string> {
  const context = new RouterContextProvider()
  context.set(pageRequest, {
    api: makeApi((address, writing) =>
      Promise.resolve(here.api.request(address, { method: writing?.method ?? "GET" })),
    ),
    language,
    messages: messagesIn(language),
    viewer: null,
    isFromHere: true,
    refusalOf: refusalsIn(messagesIn(language)),
    nonce: undefined,
    site,
    letFormsLeadAway: () => undefined,
    report: (error) => here.errors.push(error),
  })
  const Page = module.default as ComponentType<{ loaderData: unknown }>
  const Shown = () => <Page loaderData={useLoaderData()} />
  const loader = module.loader as never
  const handler = createStaticHandler([
    {
      id: "root",
      loader: () => ({ site }),
      Component: Outlet,
      children: [{ path: pattern, loader, Component: Shown }],
    },
  ])
  const read = await handler.query(new Request(site.url + path), { requestContext: context })
  if (read instanceof Response) throw new Error(`${path} answered ${read.status}`)
  expect(read.errors, path).toBeNull()
  return renderToString(
    <MessagesProvider value={messagesIn(language)}>
      <StaticRouterProvider router={createStaticRouter(handler.dataRoutes, read)} context={read} hydrate={false} />
    </MessagesProvider>,
  )
}

type Tag = { name: string; attributes: [name: string, value: string][] }

const attribute = /\s+([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g
const tag = /<\/?([a-z][\w:-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'))?)*)\s*\/?>/gi

/** Splits a document into its tags and the remaining text. */
function parted(markup: string): { tags: Tag[]; text: string } {
  const read = markup
    .replace(/^<!doctype html>/i, "")
    .replaceAll(/<!--.*?-->/gs, "")
    // Style sheets are our own, as long as they contain no user text.
    .replaceAll(/<style>([^<]*)<\/style>/g, (all, style: string) => (style.includes(mark) ? all : ""))
  const tags = [...read.matchAll(tag)].map(([, name = "", rest = ""]): Tag => ({
    name: name.toLowerCase(),
    attributes: [...rest.matchAll(attribute)].map(([, key = "", one, other]) => [
      key.toLowerCase(),
      decoded(one ?? other ?? ""),
    ]),
  }))
  return { tags, text: read.replaceAll(tag, "") }
}

function decoded(value: string) {
  return value
    .replaceAll(/&#(x[0-9a-f]+|\d+);/gi, (_, code: string) =>
      String.fromCodePoint(code.startsWith("x") ? Number.parseInt(code.slice(1), 16) : Number(code)),
    )
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
}

const addresses = /^(href|src|srcset|action|formaction|xlink:href|poster|data|cite|background)$/
const words = /^(alt|title|content|value|aria-label|aria-description|placeholder)$/

/** Returns everything that could run, and user text that is neither content nor part of an address. */
function dangersIn(markup: string): string[] {
  const { tags, text } = parted(markup)
  const found = [...text.matchAll(/.{0,40}[<>].{0,40}/gs)].map(([cut]) => `no tag: ${cut}`)
  for (const { name, attributes } of tags) {
    if (/^(script|style|animate|set|foreignobject|object|embed|base)$/.test(name)) found.push(`<${name}>`)
    for (const [key, value] of attributes) {
      const isAddress = addresses.test(key)
      // oxlint-disable-next-line no-control-regex -- browsers leave them out of a protocol
      const address = isAddress ? value.replaceAll(/[\x00-\x20]/g, "") : ""
      const isBad = /^on|^srcdoc$/.test(key) || /^(javascript|vbscript|data):/i.test(address)
      if (isBad || (value.includes(mark) && !isAddress && !words.test(key))) found.push(`<${name} ${key}="${value}">`)
    }
  }
  return found
}

test("the checker of this test detects markup that would run, and accepts escaped text", () => {
  for (const bad of [
    evil,
    short,
    `<p title="${short}">a</p>`,
    `<a href="java&#9;script:${mark}()">a</a>`,
    `<p onclick="${mark}()">a</p>`,
    `<p class="${mark}">a</p>`,
    `<style>a{}${mark}</style>`,
    `<svg><script>1</script></svg>`,
  ])
    expect(dangersIn(bad), bad).not.toEqual([])
  expect(dangersIn(`<p title="&quot;&gt;&lt;script&gt;${mark}">&lt;script&gt;${mark}<br/></p>`)).toEqual([])
})

test("javascript:, data: and vbscript: addresses are refused as ticket, online and page links", async () => {
  const { viewer } = here.hangar
  for (const bad of [
    "javascript:alert(1)",
    "java\tscript:alert(1)",
    " JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
  ]) {
    for (const body of [{ ticket_url: bad }, { online_url: bad }])
      expect((await here.ask(viewer, "PATCH", `/api/contents/events/${event}/`, body)).status, bad).toBe(400)
    expect((await here.ask(viewer, "PATCH", "/api/actors/canary/", { links: [{ url: bad }] })).status, bad).toBe(400)
  }
})

test.each(languages)("screens for sharing and printing show user text escaped (%s)", async (language) => {
  const shown: Record<string, string> = {}
  for (const id of [event, bare]) {
    shown[`share ${id}`] = await screen(eventPage, "events/share/:id", `/events/share/${id}`, language)
    // Query parameters are user text, too.
    const asked = `?instance=${encodeURIComponent(evil)}&look=${encodeURIComponent(short)}&theme=${encodeURIComponent(short)}`
    shown[`share ${id} asked`] = await screen(eventPage, "events/share/:id", `/events/share/${id}${asked}`, language)
    for (const size of ["a4", "a5", "a6", encodeURIComponent(short)])
      shown[`print ${id} ${size}`] = await screen(
        sheetPage,
        "events/:id/print",
        `/events/${id}/print?size=${size}`,
        language,
      )
  }
  shown.page = await screen(
    actorPage,
    "actors/share/:fid",
    `/actors/share/canary?instance=${encodeURIComponent(evil)}`,
    language,
  )
  shown.week = await screen(weekPage, "actors/:fid/week", "/actors/canary/week", language)
  shown.weekAsked = await screen(
    weekPage,
    "actors/:fid/week",
    `/actors/canary/week?week=${encodeURIComponent(short)}`,
    language,
  )
  for (const [name, html] of Object.entries(shown)) {
    expect(html, `${name} says it`).toContain("&lt;script&gt;")
    expect(dangersIn(html)).toEqual([])
  }
  expect(here.errors).toEqual([])
})

test("embed cards, QR codes, oEmbed and posters contain no markup from user text", async () => {
  const { world } = testSite(here.db)
  const get = async (door: { request(path: string): Response | Promise<Response> }, path: string) => {
    const answer = await door.request(path)
    expect(`${path} ${answer.status}`).toBe(`${path} 200`)
    return answer
  }
  const asked = encodeURIComponent(short)
  for (const prefix of ["", "/en", "/nl"]) {
    for (const path of [
      `/embed/events/${event}`,
      `/embed/events/${bare}?look=poster&theme=${asked}`,
      `/embed/events/${event}?look=${asked}`,
      `/embed/actors/canary?theme=dark`,
    ]) {
      const html = await (await get(embeds(world), prefix + path)).text()
      expect(html).toContain("&lt;script&gt;")
      expect(dangersIn(html)).toEqual([])
    }
  }
  for (const path of [`/events/${event}/qr.svg`, "/actors/canary/qr.svg"]) {
    const svg = await (await get(qrCodes(world, heavyWork(false)), path)).text()
    expect(svg).not.toContain(mark)
    expect(dangersIn(svg.replace(/^<\?xml[^>]*\?>/, ""))).toEqual([])
  }
  for (const path of [`/events/${event}`, `/nl/events/${bare}`, "/en/actors/canary"]) {
    const { body } = await here.ask(null, "GET", `/api/oembed/?url=${encodeURIComponent(site.url + path)}`)
    expect(body.title).toContain(mark)
    expect(dangersIn(body.html)).toEqual([])
  }
  // The pictures are drawn from text: markup in it must not become markup.
  const { body } = await here.ask(null, "GET", `/api/contents/events/${event}/`)
  for (const format of ["preview", "a4", "a5"] as const) {
    const { svg } = posterSheet(posterWords(messagesIn("fr"), body, shownDate(body)), format)
    expect(svg).not.toContain(mark)
    expect(dangersIn(svg)).toEqual([])
  }
  for (const [door, path] of [
    [eventCards(world), `/events/${event}/card.png`],
    [actorCards(world), "/actors/canary/card.png"],
  ] as const)
    expect((await get(door, path)).headers.get("content-type")).toBe("image/png")
})
