import { gunzipSync } from "node:zlib"
import { expect, test, vi } from "vitest"
import { answerCache } from "./answer-cache.ts"
import { contentVersion } from "./content-version.ts"

const plain = { acceptEncoding: undefined, ifNoneMatch: undefined }
const nothing = () => {}

/** A maker of answers that counts how often it was called. */
function counted(headers: Record<string, string> = {}) {
  return vi.fn<() => Promise<Response>>(async () =>
    Response.json([{ id: counted.times++, names: ["a"] }], {
      headers: { "content-type": "application/json", ...headers },
    }),
  )
}
counted.times = 0

test("held() counts cached answers and their bytes in every requested encoding, within the limit", async () => {
  const text = "une soirée ".repeat(1000)
  const bytes = Buffer.byteLength(text)
  const cache = answerCache(contentVersion(), 3 * bytes + 10_000)
  const make = async () => new Response(text, { headers: { "content-type": "text/plain" } })
  expect(cache.held()).toEqual({ entries: 0, bytes: 0 })
  await cache.answer("page /a", plain, make)
  const { bytes: one } = cache.held()
  expect(one).toBeGreaterThan(bytes)
  const zipped = await cache.answer("page /a", { ...plain, acceptEncoding: "gzip" }, make)
  expect(cache.held()).toEqual({ entries: 1, bytes: one + Number(zipped.headers.get("content-length")) })
  for (const path of ["/b", "/c", "/d", "/e"]) await cache.answer(`page ${path}`, plain, make)
  const { entries, bytes: all } = cache.held()
  expect(entries).toBe(3)
  expect(all).toBeLessThanOrEqual(3 * bytes + 10_000)
})

test("a cached answer is dropped after twelve hours", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const cache = answerCache(contentVersion())
  await cache.answer("page /a", plain, counted())
  vi.advanceTimersByTime(12 * 3_600_000)
  expect(cache.held().entries).toBe(1)
  vi.advanceTimersByTime(1)
  expect(cache.held()).toEqual({ entries: 0, bytes: 0 })
  vi.useRealTimers()
})

test("a read is shared for 1.5 seconds, and no reader can change its data", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const cache = answerCache(contentVersion())
  const make = counted()
  const [one, two] = await Promise.all([cache.read("fr /a", make, nothing), cache.read("fr /a", make, nothing)])
  const list = await one.json()
  expect(await two.json()).toBe(list)
  expect(() => list.push({})).toThrow(TypeError)
  expect(() => (list[0].names[0] = "b")).toThrow(TypeError)
  vi.advanceTimersByTime(1_499)
  await cache.read("fr /a", make, nothing)
  expect(make).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  await cache.read("fr /a", make, nothing)
  expect(make).toHaveBeenCalledTimes(2)
  vi.useRealTimers()
})

test("a content change ends a cached read, and an answer that sets a cookie is not cached", async () => {
  const content = contentVersion()
  const cache = answerCache(content)
  const make = counted()
  await cache.read("fr /a", make, nothing)
  await cache.read("fr /a", make, nothing)
  expect(make).toHaveBeenCalledTimes(1)
  content.changed()
  await cache.read("fr /a", make, nothing)
  expect(make).toHaveBeenCalledTimes(2)

  const personal = counted({ "set-cookie": "csrftoken=abc" })
  const first = await cache.read("fr /b", personal, nothing)
  expect(first.headers.getSetCookie()).toEqual(["csrftoken=abc"])
  await cache.read("fr /b", personal, nothing)
  expect(personal).toHaveBeenCalledTimes(2)
})

test("an answer cached by a page's read is served to others with all its headers", async () => {
  const cache = answerCache(contentVersion())
  const make = counted()
  const complete = (_body: Buffer, headers: Headers) => headers.set("x-frame-options", "DENY")
  for (let times = 0; times < 2; times++) await cache.read("fr /a", make, complete)
  make.mockClear()
  const answer = await cache.answer("fr /a", plain, make, complete)
  expect(make).not.toHaveBeenCalled()
  expect(answer.headers.get("x-frame-options")).toBe("DENY")
})

test("cached answers are served in the requested encoding, at once if it was requested before", async () => {
  const cache = answerCache(contentVersion())
  const text = "une soirée ".repeat(500)
  const make = async () => new Response(text, { headers: { "content-type": "text/plain" } })
  const zipped = { acceptEncoding: "gzip", ifNoneMatch: undefined }
  for (let times = 0; times < 2; times++) expect(await (await cache.answer("page /", plain, make)).text()).toBe(text)
  expect(cache.now("page /", plain)).toBeDefined()
  expect(cache.now("page /", zipped)).toBeUndefined()

  const first = await cache.answer("page /", zipped, make)
  expect(first.headers.get("content-encoding")).toBe("gzip")
  expect(gunzipSync(Buffer.from(await first.arrayBuffer())).toString()).toBe(text)
  const ready = cache.now("page /", zipped)
  expect(ready?.headers.get("content-encoding")).toBe("gzip")
  expect(Number(ready?.headers.get("content-length"))).toBeLessThan(text.length / 10)
  const known = cache.now("page /", { ...zipped, ifNoneMatch: ready?.headers.get("etag") ?? "" })
  expect(known?.status).toBe(304)
})

test("while the database is unavailable, answers cached since the last change are served, and others fail", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const content = contentVersion()
  const cache = answerCache(content)
  let isAway = false
  const make = (body: string) => async () => {
    if (isAway) throw Object.assign(new Error("connection lost"), { name: "DatabaseUnavailable" })
    return Response.json(body)
  }
  const say503 = async () => (isAway ? Response.json({}, { status: 503 }) : Response.json("b"))
  const given = async (key: string, how: () => Promise<Response>) => (await cache.answer(key, plain, how)).json()
  for (let times = 0; times < 2; times++) {
    await given("page /a", make("a"))
    await given("page /b", say503)
  }

  isAway = true
  content.doubted()
  vi.advanceTimersByTime(3_600_000)
  expect(await given("page /a", make("a"))).toBe("a")
  expect(await given("page /b", say503)).toBe("b")
  expect(await cache.now("page /b", plain)?.json()).toBe("b")
  expect(await (await cache.read("page /b", say503, nothing)).json()).toBe("b")
  await expect(given("page /c", make("c"))).rejects.toThrow("connection lost")
  expect((await cache.answer("page /d", plain, say503)).status).toBe(503)

  // The database is back: the first reader still gets the old answer while a new one is made in the background.
  isAway = false
  vi.advanceTimersByTime(1_001)
  expect(cache.now("page /a", plain)).toBeUndefined()
  expect(await given("page /a", make("a, later"))).toBe("a")
  await vi.waitFor(async () => expect(await cache.now("page /a", plain)?.json()).toBe("a, later"))

  // A reported change ends it: a withdrawn event is not shown while the database is down.
  content.changed()
  isAway = true
  content.doubted()
  await expect(given("page /a", make("a"))).rejects.toThrow("connection lost")
  vi.useRealTimers()
})

test("an answer that cannot be cached serves one waiting request, and each other gets its own", async () => {
  const cache = answerCache(contentVersion())
  let times = 0
  const make = async () => Response.json(++times, { status: 503 })
  const answers = await Promise.all([1, 2, 3].map(() => cache.answer("page /a", plain, make)))
  expect(await Promise.all(answers.map((answer) => answer.json()))).toEqual([1, 2, 3])
})
