import { expect, test, vi } from "vitest"
import { Hono } from "hono"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { createApp } from "../../../app.ts"
import { decideHosts } from "../hosts/commands.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { signerOfGet } from "../signatures/reading.server.ts"
import { signedReads } from "./gate.server.ts"

// HTML pages do not matter here; the product's browser tests cover them.
vi.mock("#web/page/page-renderer.server.ts", () => ({
  pageRenderer: () => async () => new Response("<!DOCTYPE html>"),
}))

const here = "https://foyer.example"
const hangar = "/ap/actors/hangar"
const activity = { accept: "application/activity+json" }

/** The whole application, and a remote actor that sends requests to it. */
async function asked(settings: Record<string, string> = {}) {
  const [there, peer] = [await fediverseWorld(settings), await fediversePeer()]
  const app = createApp(there.world)
  const get = async (path: string, request?: Request) =>
    app.fetch(request ?? new Request(`${here}${path}`, { headers: activity }))
  const signed = (path: string, how: Parameters<typeof peer.signedGet>[2] = {}) =>
    peer.signedGet("anna", `${here}${path}`, how)
  const signerOf = async (request: Request) => (await signerOfGet(there.db, there.config, request))?.uri
  return { ...there, peer, get, signed, signerOf }
}

test("the signer of a GET is identified by either kind of signature, with or without the query signed", async () => {
  const { peer, signed, signerOf } = await asked()
  const outbox = `${hangar}/outbox?page=1`

  expect(await signerOf(await signed(hangar))).toBe(peer.id("anna"))
  expect(await signerOf(await signed(hangar, { spec: "rfc9421" }))).toBe(peer.id("anna"))
  expect(await signerOf(await signed(outbox))).toBe(peer.id("anna"))
  expect(await signerOf(await signed(outbox, { query: true }))).toBe(peer.id("anna"))
  expect(await signerOf(new Request(`${here}${hangar}`))).toBeUndefined()
})

test("a signature for another path, host or date, or with a changed character, is refused", async () => {
  const { signed, signerOf } = await asked()
  const outbox = `${hangar}/outbox?page=1`
  const other = async (path: string, query: boolean, change: (headers: Headers) => void) => {
    const { headers } = await signed(outbox, { query })
    change(headers)
    return signerOf(new Request(`${here}${path}`, { headers }))
  }
  const nothing = () => {}

  expect(await other(outbox, true, nothing)).toBeDefined()
  expect(await other(`${hangar}/outbox?page=2`, true, nothing)).toBeUndefined()
  expect(await other(`${hangar}/followers`, false, nothing)).toBeUndefined()
  for (const query of [true, false]) {
    expect(await other(outbox, query, (all) => all.set("date", new Date(0).toUTCString()))).toBeUndefined()
    expect(
      await other(outbox, query, (all) => {
        const said = all.get("signature") ?? ""
        all.set(
          "signature",
          said.replace(/signature="(.)/, (_, one) => `signature="${one === "A" ? "B" : "A"}`),
        )
      }),
    ).toBeUndefined()
  }
  // A request signed for another host, which passes it on.
  expect(await signerOf(await signed(hangar, { host: "elsewhere.example" }))).toBeUndefined()
  expect(await signerOf(await signed(hangar, { without: "host" }))).toBeUndefined()
})

test("with authorized fetch, unsigned requests get 401, except for the instance, WebFinger, NodeInfo and HTML pages", async () => {
  const { db, config, get, signed, peer } = await asked({ FEDERATION_AUTHORIZED_FETCH: "1", CACHE: "1" })
  const paths = [hangar, "/actors/hangar", `${hangar}/outbox?page=1`, `${hangar}/followers`]
  for (const path of [...paths, ...paths]) {
    const refused = await get(path)
    expect([path, refused.status, refused.headers.get("cache-control")]).toEqual([path, 401, "no-store"])
    const answer = await get(path, await signed(path))
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get("cache-control")).toMatch(/private/)
    expect(answer.headers.get("vary")).toMatch(/Signature/)
  }
  for (const path of [
    "/ap/instance",
    "/.well-known/webfinger?resource=acct:hangar@foyer.example",
    "/.well-known/nodeinfo",
  ])
    expect([path, (await get(path)).status]).toEqual([path, 200])
  const page = await get("/actors/hangar", new Request(`${here}/actors/hangar`, { headers: { accept: "text/html" } }))
  expect(page.status).not.toBe(401)

  await decideHosts(db, config, [new URL(peer.origin).hostname], "block")
  expect((await get(hangar, await signed(hangar))).status).toBe(404)
})

test("a signed request from a blocked host gets 404 where others get the page, with the cache on", async () => {
  const { db, config, get, signed, peer } = await asked({ CACHE: "1" })
  const before = [await get(hangar), await get(hangar, await signed(hangar)), await get(hangar)]
  expect(before.map(({ status }) => status)).toEqual([200, 200, 200])

  await decideHosts(db, config, [new URL(peer.origin).host], "block")
  const after = [await get(hangar), await get(hangar, await signed(hangar)), await get(hangar)]
  expect(after.map(({ status }) => status)).toEqual([200, 404, 200])
  expect(await after[1]?.text()).toBe(await (await get("/ap/actors/nobody")).text())
})

test("a document shown to a signer alone is served as private, and answers 404 without a signature", async () => {
  const { world, signed, peer } = await asked()
  const secrets = new Hono<{ Bindings: { signer?: RemoteActor } }>().get("/ap/*", (c) =>
    c.env.signer ? c.text(`for ${c.env.signer.uri}`, 200, { ETag: '"1"' }) : c.text("nothing", 404),
  )
  const app = new Hono()
    .get(
      "/ap/*",
      signedReads(
        world,
        (_c, work) => work(),
        (c, read) => secrets.fetch(c.req.raw, read),
      ),
    )
    .get("/ap/*", (c) => secrets.fetch(c.req.raw, {}))

  expect((await app.fetch(new Request(`${here}/ap/secret`))).status).toBe(404)
  const answer = await app.fetch(await signed("/ap/secret"))
  expect([answer.status, await answer.text()]).toEqual([200, `for ${peer.id("anna")}`])
  expect(answer.headers.get("cache-control")).toBe("private, no-cache")
})
