import { expect, test } from "vitest"
import { processApi } from "./process-api.server.ts"

const site = "https://foyer.example"

function asking(headers: Record<string, string>, cookies: Record<string, string[]> = {}) {
  const calls: { line: string; headers: Headers; isSame: boolean }[] = []
  const page = new Request(`${site}/login`, { method: "POST", headers })
  const called = async (call: Request, isSame: boolean) => {
    const line = `${call.method} ${new URL(call.url).pathname}`
    calls.push({ line, headers: call.headers, isSame })
    const answer = new Headers()
    for (const cookie of cookies[line] ?? []) answer.append("Set-Cookie", cookie)
    return Response.json({}, { headers: answer })
  }
  const { api, setCookies } = processApi(page, site, called, isCall)
  return { api, setCookies, calls }
}
const isCall = (path: string) => path === "/api/contents/events/month/"

test("calls carry the visitor's cookies, browser and address, and the cookies that earlier calls set", async () => {
  const { api, calls, setCookies } = asking(
    { cookie: "locale=nl", origin: site, "user-agent": "Firefox", "x-forwarded-for": "203.0.113.9" },
    {
      "GET /api/auth/csrf/": ["csrftoken=abc; Path=/"],
      "POST /api/auth/login/": ["sessionid=s1; Path=/; HttpOnly", "csrftoken=def; Path=/"],
    },
  )
  await api.post("/api/auth/login/", { username: "a", password: "b" })
  await api.get("/api/me/")
  expect(calls.map(({ line }) => line)).toEqual(["GET /api/auth/csrf/", "POST /api/auth/login/", "GET /api/me/"])
  expect(Object.fromEntries(calls[1]?.headers ?? [])).toMatchObject({
    cookie: "locale=nl; csrftoken=abc",
    "x-csrftoken": "abc",
    origin: site,
    "user-agent": "Firefox",
    "x-forwarded-for": "203.0.113.9",
  })
  expect(calls[2]?.headers.get("cookie")).toBe("locale=nl; csrftoken=def; sessionid=s1")
  expect(calls.map(({ isSame }) => isSame)).toEqual([true, true, false])
  expect(setCookies).toHaveLength(3)
})

test("a write has the Origin of the page's request, else that of its Referer, else null", async () => {
  const origins = []
  for (const headers of [{ origin: "https://ailleurs.example" }, { referer: `${site}/login?x` }, {}] as Record<
    string,
    string
  >[]) {
    const { api, calls } = asking({ cookie: "csrftoken=abc", ...headers })
    await api.post("/api/auth/logout/")
    origins.push(calls[0]?.headers.get("origin"))
  }
  expect(origins).toEqual(["https://ailleurs.example", site, "null"])
})

test("simultaneous reads of one address are one call, which is repeated after a write", async () => {
  const { api, calls } = asking({ cookie: "csrftoken=abc", origin: site })
  await Promise.all([api.get("/api/me/"), api.get("/api/me/")])
  await api.patch("/api/me/", { name: "Mirelle" })
  await api.get("/api/me/")
  expect(calls.map(({ line }) => line)).toEqual(["GET /api/me/", "PATCH /api/me/", "GET /api/me/"])
})

test("an id that is the name of another call is replaced, so that it finds no event", async () => {
  const { api, calls } = asking({})
  await api.get("/api/contents/events/{id}/", { id: "month" })
  await api.get("/api/contents/events/{id}/", { id: "12" })
  await api.get("/api/contents/events/month/", { month: "2026-11" })
  const lines = ["GET /api/contents/events/-/", "GET /api/contents/events/12/", "GET /api/contents/events/month/"]
  expect(calls.map(({ line }) => line)).toEqual(lines)
})

/** Records which shared answers are read with these headers of the page, and which headers are passed on. */
function sharing(headers: Record<string, string>) {
  const shared: string[] = []
  const told: Headers[] = []
  const { api } = processApi(
    new Request(`${site}/`, { headers: { origin: site, ...headers } }),
    site,
    async (call) => {
      told.push(call.headers)
      return Response.json({ from: "call" })
    },
    isCall,
    (address) => (make) => {
      shared.push(address)
      return make()
    },
  )
  return { api, shared, told }
}

test("a shared answer is requested without the visitor's headers, and another call with them", async () => {
  const nobody = sharing({ cookie: "locale=nl; csrftoken=abc", "user-agent": "Firefox", "x-forwarded-for": "::1" })
  await nobody.api.get("/api/contents/events/days/", {})
  expect(nobody.shared).toEqual(["/api/contents/events/days/"])
  expect(Object.fromEntries(nobody.told[0] ?? [])).toEqual({ accept: "application/json", "x-forwarded-for": "::1" })
  await nobody.api.post("/api/auth/logout/")
  expect(nobody.shared).toHaveLength(1)
  expect(nobody.told[1]?.get("cookie")).toBe("locale=nl; csrftoken=abc")
})

test.each([
  "sessionid=s1",
  "sessionid=; sessionid=s1",
  "SessionID=s1",
  "a=sessionid",
  "a=1;\tsessionid =s1",
  "sessionid",
])("no answer is shared with a cookie header of %j", async (cookie) => {
  const somebody = sharing({ cookie })
  await somebody.api.get("/api/contents/events/days/", {})
  expect(somebody.shared).toEqual([])
})
