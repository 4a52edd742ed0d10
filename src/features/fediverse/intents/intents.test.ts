import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { apiWorld } from "#test/worlds/api-world.ts"
import { findIntentTarget } from "./fetching.server.ts"
import { intendedAddress, readHomeServer, usualAddress } from "./intent.ts"

const object = "https://foyer.example/ap/actors/hangar"
const given = { object, text: "Viens !" }
const follow = "https://w3id.org/fep/3b86/Follow"
const subscribe = "http://ostatus.org/schema/1.0/subscribe"
const create = "https://w3id.org/fep/3b86/Create"
const of = (...links: object[]) => ({ links })
const strict = { hosts: ["scene.example"], isPlainAllowed: false }

test.each([
  ["@anna@scene.example", { host: "scene.example", handle: "anna@scene.example" }],
  ["anna@Scene.example", { host: "scene.example", handle: "anna@scene.example" }],
  ["https://scene.example/@anna", { host: "scene.example", handle: undefined }],
  ["scene.example", { host: "scene.example", handle: undefined }],
  ["", undefined],
  ["localhost", undefined],
  ["@anna@127.0.0.1", undefined],
  ["http://[::1]/", undefined],
  ["javascript:alert(1)", undefined],
  ["a b", undefined],
])("%j is read as the home server %j", (written, server) => {
  expect(readHomeServer(written)).toEqual(server)
})

test("where private hosts are allowed, a home server is read with its port", () => {
  for (const written of ["@anna@127.0.0.1:8080", "anna@localhost:8080"])
    expect(readHomeServer(written, true)?.host).toMatch(/:8080$/)
  expect(readHomeServer("http://localhost:8080/x", true)).toEqual({ host: "localhost:8080", handle: undefined })
  expect(readHomeServer("no server", true)).toBeUndefined()
})

test("the newest template that a server names is used, filled in with the object or the text", () => {
  const both = of(
    { rel: subscribe, template: "https://scene.example/authorize?uri={uri}" },
    { rel: follow, template: "https://scene.example/follow?of={object}&back={on-success}" },
    { rel: create, template: "https://scene.example/new?text={content}&in={inReplyTo}" },
  )
  expect(intendedAddress("follow", of(both.links[0] as object), given, strict)).toBe(
    `https://scene.example/authorize?uri=${encodeURIComponent(object)}`,
  )
  expect(intendedAddress("follow", both, given, strict)).toContain(`follow?of=${encodeURIComponent(object)}`)
  expect(intendedAddress("share", both, given, strict)).toBe("https://scene.example/new?text=Viens%20!&in=")
  expect(usualAddress("follow", "https://scene.example", given)).toBe(
    `https://scene.example/authorize_interaction?uri=${encodeURIComponent(object)}`,
  )
})

test.each([
  "javascript:alert({uri})//https://scene.example/",
  "data:text/html,{uri}",
  "http://scene.example/?{uri}",
  "https://evil.example/?{uri}",
  "//evil.example/{uri}",
  "/authorize?uri={uri}",
  "https://scene.example@evil.example/{uri}",
  "https://anna:secret@scene.example/{uri}",
  "https://{uri}/",
  "https://scene.example.evil.example/{uri}",
  "https://scene.example:8443/{uri}",
  "https://scene.example{uri}.evil.example/",
  "https://scene.example/",
  "{uri}",
  "",
  `https://scene.example/{uri}${"x".repeat(3000)}`,
])("a template with an unsafe address is ignored: %s", (template) => {
  expect(intendedAddress("follow", of({ rel: subscribe, template }), given, strict)).toBeUndefined()
})

test.each([null, 3, "x", [], { links: 3 }, { links: [null, 3, { rel: subscribe }, { rel: subscribe, template: 3 }] }])(
  "a malformed WebFinger answer yields no address: %j",
  (answer) => {
    expect(intendedAddress("follow", answer, given, strict)).toBeUndefined()
  },
)

/** A server on this machine; `host` includes its port. */
async function serverThat(answers: RequestListener): Promise<{ host: string; asked: string[] }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? "")
    answers(request, response)
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}
const json =
  (value: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(200, { "content-type": "application/jrd+json" })
    response.end(JSON.stringify(value))
  }

test("a server's WebFinger answer is fetched once and reused, and found through host-meta on another host too", async () => {
  const { config } = await fediverseWorld()
  const social = await serverThat((request, response) => {
    const host = request.headers.host as string
    json(of({ rel: subscribe, template: `http://${host}/authorize?uri={uri}` }))(request, response)
  })
  const handle = `anna@${social.host}`
  for (let time = 0; time < 2; time++)
    expect(await findIntentTarget(config, { host: social.host, handle }, "follow", given)).toEqual({
      url: `http://${social.host}/authorize?uri=${encodeURIComponent(object)}`,
      host: social.host,
      is_known: true,
    })
  expect(social.asked).toEqual([`/.well-known/webfinger?resource=${encodeURIComponent(`acct:${handle}`)}`])

  const apex = await serverThat((request, response) => {
    if (!request.url?.includes("host-meta")) return response.writeHead(404).end()
    response.writeHead(200)
    return response.end(`<XRD><Link rel="lrdd" template="http://${social.host}/wf?resource={uri}"/></XRD>`)
  })
  const way = await findIntentTarget(config, { host: apex.host, handle: `anna@${apex.host}` }, "follow", given)
  expect(way.url).toContain(`http://${social.host}/authorize`)
})

test.each([
  ["says nothing", () => {}],
  ["is huge", (_request, response) => void response.writeHead(200).end(`{"links":["${"x".repeat(2_000_000)}"]}`)],
  ["has no such thing", (_request, response) => void response.writeHead(404).end()],
  ["sends no JSON", (_request, response) => void response.writeHead(200).end("<html>")],
  ["leads in circles", (request, response) => void response.writeHead(302, { location: request.url ?? "" }).end()],
  ["names a script", json(of({ rel: subscribe, template: "javascript:alert(1)//{uri}" }))],
  ["names another host", json(of({ rel: subscribe, template: "https://evil.example/{uri}" }))],
] satisfies [string, RequestListener][])(
  "for a server that %s, the usual address is returned and marked as not known",
  async (_what, answers) => {
    const { config } = await fediverseWorld()
    const { host } = await serverThat(answers)
    const from = performance.now()
    expect(await findIntentTarget(config, { host, handle: `anna@${host}` }, "follow", given)).toEqual({
      url: `http://${host}/authorize_interaction?uri=${encodeURIComponent(object)}`,
      host,
      is_known: false,
    })
    expect(performance.now() - from).toBeLessThan(9_000)
  },
)

test("a home server on a private address is not contacted", async () => {
  const { config } = await fediverseWorld({ OUTBOUND_PRIVATE: "0" })
  const { host, asked } = await serverThat(json(of({ rel: subscribe, template: "https://x.example/{uri}" })))
  const way = await findIntentTarget(config, { host, handle: `anna@${host}` }, "follow", given)
  expect(way.is_known).toBe(false)
  expect(asked).toEqual([])
})

test("the intents endpoint reports every invalid field, accepts only local objects, and does not redirect", async () => {
  const { get } = await apiWorld()
  const at = (query: Record<string, string>) => get(`/api/fediverse/intents/?${new URLSearchParams(query)}`)
  const wrong = await at({ handle: "no server", object: "https://evil.example/actors/x" })
  expect(wrong.status).toBe(400)
  expect(Object.keys((await wrong.json()) as object).toSorted()).toEqual(["handle", "object"])
  for (const address of ["https://foyer.example/actors/nobody", "https://foyer.example.evil.example/actors/hangar", ""])
    expect((await at({ handle: "scene.invalid", object: address })).status).toBe(400)
  expect(Object.keys((await (await at({ handle: "scene.invalid", intent: "share" })).json()) as object)).toEqual([
    "text",
  ])

  const way = await at({ handle: "@anna@scene.invalid", object: "https://foyer.example/en/actors/hangar" })
  expect(way.status).toBe(200)
  expect(way.headers.get("location")).toBeNull()
  expect(way.headers.get("cache-control")).toContain("no-store")
  expect(await way.json()).toEqual({
    url: `https://scene.invalid/authorize_interaction?uri=${encodeURIComponent(object)}`,
    host: "scene.invalid",
    is_known: false,
  })
  const shared = await at({ handle: "scene.invalid", intent: "share", text: "Viens !" })
  expect(await shared.json()).toMatchObject({ url: "https://scene.invalid/share?text=Viens%20!" })
})
