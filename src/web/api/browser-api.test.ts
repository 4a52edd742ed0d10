import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { browserApi, forgetAll, runForm, onRefreshed } from "./browser-api.ts"
import { failureOf } from "./problems.ts"

// Browser functions are stubbed; all of our own code is real.

type Call = { method: string; path: string; headers: Record<string, string>; body: unknown }
let calls: Call[]
let answers: Record<string, { status?: number; body?: unknown; cookie?: string }[]>

beforeEach(() => {
  calls = []
  answers = {}
  forgetAll()
  vi.stubGlobal("document", { cookie: "", documentElement: { lang: "nl" } })
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    const method = init.method ?? "GET"
    const body = typeof init.body === "string" ? JSON.parse(init.body) : undefined
    calls.push({ method, path, headers: init.headers as Record<string, string>, body })
    const queue = answers[`${method} ${path}`] ?? []
    const answer = (queue.length > 1 ? queue.shift() : queue[0]) ?? { body: {} }
    if (answer.cookie) document.cookie = answer.cookie
    const isEmpty = answer.status === 204
    return new Response(isEmpty ? null : JSON.stringify(answer.body ?? {}), { status: answer.status ?? 200 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const csrf = "/api/auth/csrf/"
const said = () => calls.map(({ method, path }) => `${method} ${path}`)

test("a write sends the CSRF token of the cookie, which is fetched first if there is none", async () => {
  answers[`GET ${csrf}`] = [{ cookie: "csrftoken=abc" }]
  answers["POST /api/auth/login/"] = [{ body: { id: 1 } }]
  expect(await browserApi.post("/api/auth/login/", { username: "a", password: "b" })).toEqual({ id: 1 })
  expect(said()).toEqual([`GET ${csrf}`, "POST /api/auth/login/"])
  expect(calls[1]).toMatchObject({ headers: { "X-CSRFToken": "abc" }, body: { username: "a", password: "b" } })

  await browserApi.delete("/api/me/emails/{id}/", undefined, { id: 7 })
  expect(said().at(-1)).toBe("DELETE /api/me/emails/7/")
  expect(calls).toHaveLength(3)
  expect(calls[2]?.headers["X-Page-Language"]).toBe("nl")
})

test("a refused CSRF token is replaced once, and a second refusal is an error", async () => {
  document.cookie = "csrftoken=old"
  answers[`GET ${csrf}`] = [{ cookie: "csrftoken=new" }]
  answers["POST /api/auth/logout/"] = [{ status: 403, body: { code: "csrf_failed" } }, { status: 204 }]
  await browserApi.post("/api/auth/logout/")
  expect(calls.map(({ headers }) => headers["X-CSRFToken"])).toEqual(["old", undefined, "new"])

  answers["POST /api/auth/logout/"] = [{ status: 403, body: { code: "csrf_failed", detail: "Non." } }]
  const error = await browserApi.post("/api/auth/logout/").catch((thrown: unknown) => thrown)
  expect(failureOf(error)).toMatchObject({ status: 403, said: { code: "csrf_failed", detail: "Non." } })
})

test("an HTML answer with status 200 from another server counts as no answer", async () => {
  document.cookie = "csrftoken=abc"
  vi.stubGlobal("fetch", async () => new Response("<html>Sign in to the hotel</html>"))
  const error = await browserApi.post("/api/me/lists/", { name: "a" }).catch((thrown: unknown) => thrown)
  expect(failureOf(error)).toMatchObject({ status: 0 })
})

test("after a write, reads of its address and the one above it are current, and onRefreshed listeners are called", async () => {
  document.cookie = "csrftoken=abc"
  const address = "/api/contents/events/42/"
  const heard = vi.fn()
  const stop = onRefreshed(heard)
  answers[`GET ${address}`] = [{ body: { id: 42, title: "avant" } }]
  await browserApi.get("/api/contents/events/{id}/", { id: "42" })
  const write = browserApi as unknown as Record<"patch" | "put", (path: string, body: object) => Promise<unknown>>

  answers[`PATCH ${address}`] = [{ body: { id: 42, title: "après" } }]
  await write.patch(address, { title: "après" })
  answers[`GET ${address}`] = [{ body: { id: 42, title: "après" } }]
  expect(await browserApi.get("/api/contents/events/{id}/", { id: "42" })).toMatchObject({ title: "après" })
  expect(heard).toHaveBeenCalledTimes(1)

  answers[`PUT ${address}attendance/`] = [{ body: { value: "confirmed" } }]
  await write.put(`${address}attendance/`, { value: "confirmed" })
  answers[`GET ${address}`] = [{ body: { id: 42, my_attendance: "confirmed" } }]
  expect(await browserApi.get("/api/contents/events/{id}/", { id: "42" })).toMatchObject({ my_attendance: "confirmed" })
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
})

test("a response requested before a write or a logout is not cached when it arrives afterwards", async () => {
  document.cookie = "csrftoken=abc"
  const address = "/api/contents/events/42/"
  const write = browserApi as unknown as Record<"put", (path: string, body: object) => Promise<unknown>>
  const get = () => browserApi.get("/api/contents/events/{id}/", { id: "42" })
  const at = async (path: string, body: object) => {
    answers[`GET ${path}`] = [{ body }]
    const { fetch } = globalThis
    let goOn = () => {}
    const held = new Promise<void>((done) => (goOn = done))
    vi.stubGlobal("fetch", async (...given: Parameters<typeof fetch>) => {
      const answer = await fetch(...given)
      if (given[0] === path) await held
      return answer
    })
    return () => {
      vi.stubGlobal("fetch", fetch)
      goOn()
    }
  }
  answers[`GET ${address}`] = [{ body: { id: 42, my_attendance: null } }]
  await get()
  const before = await at(address, { id: 42, my_attendance: null })
  const first = get() // the cached answer, which is refreshed in the background
  await write.put(`${address}attendance/`, { value: "confirmed" })
  before()
  await first
  await new Promise((resolve) => setTimeout(resolve))
  answers[`GET ${address}`] = [{ body: { id: 42, my_attendance: "confirmed" } }]
  expect(await get()).toMatchObject({ my_attendance: "confirmed" })

  const out = await at(address, { id: 42, my_attendance: "confirmed" })
  const second = get()
  forgetAll()
  out()
  await second
  await new Promise((resolve) => setTimeout(resolve))
  answers[`GET ${address}`] = [{ body: { id: 42, my_attendance: null } }]
  expect(await get()).toMatchObject({ my_attendance: null })
})

test("onRefreshed listeners are not called for the writes of a form, but are once the form has failed", async () => {
  document.cookie = "csrftoken=abc"
  const page = "/api/actors/{fid}/"
  answers["GET /api/actors/hangar/"] = [{ body: { fid: "hangar" } }]
  answers["PATCH /api/actors/hangar/"] = [{ body: { fid: "hangar", name: "Le Hangar" } }]
  const heard = vi.fn()
  const stop = onRefreshed(heard)
  await browserApi.get(page, { fid: "hangar" })
  const save = () => browserApi.patch(page, { name: "Le Hangar" }, { fid: "hangar" })

  await runForm(save)
  expect(heard).not.toHaveBeenCalled()
  const wrong = new Error("a later call failed")
  await expect(
    runForm(async () => {
      await save()
      throw wrong
    }),
  ).rejects.toBe(wrong)
  expect(heard).toHaveBeenCalledTimes(1)
  await save()
  expect(heard).toHaveBeenCalledTimes(2)
  stop()
})
