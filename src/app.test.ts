import { Agent, createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { getRequestListener } from "@hono/node-server"
import { expect, test, vi } from "vitest"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { createApp } from "./app.ts"

/** Resolves when the pages of the flood may be finished. */
const released = Promise.withResolvers<void>()

// What the pages show does not matter here, only how long they take: the build that renders them exists in the product alone.
vi.mock("#web/page/page-renderer.server.ts", () => ({
  pageRenderer: () => async (request: Request) => {
    if (new URL(request.url).searchParams.has("q")) await released.promise
    return new Response("<!DOCTYPE html>", { headers: { "content-type": "text/html" } })
  },
  canonicalPath: () => undefined,
  methodsAt: () => ["GET"],
}))

test("a network that floods the site delays nobody else, also not at an address that it asked for itself", async () => {
  const { world } = await fediverseWorld({ CACHE: "1", LIMITS: "1", TRUST_PROXY: "1" }, { hasKeys: false })
  const app = createApp(world)
  const get = async (path: string, network: string) =>
    app.fetch(new Request(`https://foyer.example${path}`, { headers: { "x-forwarded-for": network } }))
  const flood = Array.from({ length: 20 }, (_, nth) => get(`/en/events?q=${nth}`, "203.0.113.9"))
  const behind = get("/en/about", "203.0.113.9")
  await pause(100)
  const another = await Promise.race([get("/en/about", "198.51.100.7"), pause(5000, "still waiting" as const)])
  expect(another).toMatchObject({ status: 200 })
  released.resolve()
  expect((await behind).status).toBe(200)
  expect(new Set((await Promise.all(flood)).map(({ status }) => status))).toEqual(new Set([200]))
  // Everybody behind one address, such as a proxy that was not declared, may open the same page at once.
  const crowd = Array.from({ length: 600 }, () => get("/en/map", "203.0.113.9"))
  expect(new Set((await Promise.all(crowd)).map(({ status }) => status))).toEqual(new Set([200]))
})

test("a body that is too large is read to its end, or its connection closed, so that no other request waits behind it", async () => {
  const { world } = await fediverseWorld({}, { hasKeys: false })
  const server = createServer(getRequestListener(createApp(world).fetch))
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = (announced: number, sent = announced) =>
    new Promise<unknown[]>((answered, failed) => {
      const headers = { "content-type": "application/json", "content-length": announced }
      const asking = request({ port, method: "POST", path: "/api/auth/login/", headers, agent }, (answer) => {
        answer.resume()
        answered([answer.statusCode, answer.headers.connection])
      }).on("error", failed)
      if (sent === announced) asking.end(Buffer.alloc(sent, " "))
      else asking.write(Buffer.alloc(sent, " "))
    })
  expect(await send(2_000_000)).toEqual([413, "keep-alive"])
  expect(await send(1000)).toEqual([403, "keep-alive"])
  expect(await send(2_000_000, 500_000)).toEqual([413, "close"])
  agent.destroy()
  server.closeAllConnections()
  server.close()
})

test("HEAD of a public call has the status and headers of GET, and every shared answer says how long it may be kept", async () => {
  const { world } = await fediverseWorld({ CACHE: "1" }, { hasKeys: false })
  const app = createApp(world)
  const ask = async (method: string, path: string) => {
    const { status, headers, body } = await app.fetch(new Request(`https://foyer.example${path}`, { method }))
    headers.delete("x-request-id")
    return { status, headers: Object.fromEntries(headers), isEmpty: body === null }
  }
  for (const path of ["/api/actors/", "/api/actors/nobody/", "/.well-known/nodeinfo", "/api/openapi.json"]) {
    const head = await ask("HEAD", path)
    const { isEmpty: _, ...got } = await ask("GET", path)
    expect(head, path).toEqual({ ...got, isEmpty: true })
    expect(got.headers, path).toMatchObject({
      etag: expect.any(String),
      vary: expect.stringContaining("Accept-Language"),
      "cache-control": "public, max-age=0, must-revalidate",
    })
  }
})

test("a page that gets its former address back can be reached by who followed the redirect before", async () => {
  const { world, db, hangar } = await fediverseWorld({ CACHE: "1" }, { hasKeys: false })
  await db.insertInto("former_fids").values({ fid: "filature", actor_id: hangar.id }).execute()
  const moved = await createApp(world).fetch(new Request("https://foyer.example/api/actors/filature/"))
  expect([moved.status, moved.headers.get("location")]).toEqual([308, "/api/actors/hangar/"])
  // Browsers keep a permanent redirect for ever unless told otherwise, and the two would then lead to each other.
  expect(moved.headers.get("cache-control")).toBe("no-cache")
})

test("scripts of other sites can follow the feed of a renamed page, and read that a file is missing", async () => {
  const { world, db, hangar } = await fediverseWorld({ CACHE: "1" }, { hasKeys: false })
  await db.insertInto("former_fids").values({ fid: "filature", actor_id: hangar.id }).execute()
  const app = createApp(world)
  for (const [path, status] of [
    ["/actors/filature/feed.json", 301],
    ["/en/actors/filature/calendar.ics", 301],
    ["/actors/nobody/feed.json", 404],
    ["/events/feed.json?category=nothing", 400],
  ] as const) {
    const answer = await app.fetch(new Request(`https://foyer.example${path}`))
    expect([path, answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([path, status, "*"])
  }
})
