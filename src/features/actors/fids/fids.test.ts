import { readdirSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import routes from "../../../routes.ts"
import { fidPattern } from "../actor-types.ts"
import { isReservedFid } from "./reserved-fids.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let lena: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  lena = await here.newcomer("lena")
})
afterAll(() => here.end())

const asked = async (fid: string) =>
  (await here.ask(lena, "GET", `/api/actors/${encodeURIComponent(fid)}/availability/`)).body

test("an unused fid is available; a used fid is not, and the next free number is suggested", async () => {
  expect(await asked("theatre-du-port")).toEqual({ available: true, suggestion: "theatre-du-port" })
  expect(await asked("hangar")).toEqual({ available: false, suggestion: "hangar-2" })
  await here.ask(lena, "POST", "/api/actors/", { type: "place", fid: "hangar-2", name: "Hangar 2" })
  expect(await asked("hangar")).toEqual({ available: false, suggestion: "hangar-3" })
})

test("the former fid of a renamed page is not available", async () => {
  await here.ask(lena, "POST", "/api/actors/", { type: "group", fid: "ancien", name: "Ancien" })
  await here.ask(lena, "PATCH", "/api/actors/ancien/", { fid: "nouveau" })
  expect(await asked("ancien")).toEqual({ available: false, suggestion: "ancien-2" })
})

test.each(["agenda", "admin", "new"])("the fid %s is reserved for the site", async (fid) => {
  expect((await asked(fid)).available).toBe(false)
})

test("path segments of the site and of the API are reserved fids", async () => {
  // The first path segment, and for addresses beside pages the second: `tour` of `actors/tour/:fid`.
  const ofPages = (routes[0]?.children ?? []).flatMap(({ path = "" }) => {
    const [first = "", second = ""] = path.split("/")
    return first === "actors" ? [first, second] : [first]
  })
  const ofCalls = here.api.described.flatMap(({ path }) => {
    const [, first = "", second = "", third = ""] = path.split("/")
    return second === "actors" ? [first, third] : [first]
  })
  const ofFiles = ["sitemap.xml", "sitemap-pages.xml", "sitemap-events-1.xml", "calendars", "source.tar.gz", "sw.js"]
  const answered = readFileSync("src/app.ts", "utf8").matchAll(/app\.\w+\("\/([\w.-]+)/g)
  const ofServer = [...answered].map(([, word = ""]) => word)
  const words = [...ofPages, ...ofCalls, ...ofFiles, ...ofServer, ...readdirSync("public")]
  expect(words).toContain("healthz")
  expect(words).toContain("letters")
  expect(words).toContain("tour")
  expect(words).toContain("subscriptions")
  const free = words.filter((word) => fidPattern.test(word) && !isReservedFid(word))
  expect(free).toEqual([])
})

test.each(["Ça", "a", "x".repeat(31), "-hangar", "deux mots", "a\0b"])(
  "the malformed fid %j is not available",
  async (fid) => {
    expect((await asked(fid)).available).toBe(false)
  },
)

test("a visitor cannot check whether a fid is available", async () => {
  expect(await here.ask(null, "GET", "/api/actors/hangar/availability/")).toMatchObject({ status: 403 })
})

const makes = (said: object, viewer = lena) => here.ask(viewer, "POST", "/api/actors/", said)

test("a page made without a fid gets a unique one from its name", async () => {
  const made = await makes({ type: "group", name: "L’Œil du Théâtre" })
  expect([made.status, made.body.fid, made.headers.get("location")]).toEqual([
    201,
    "l-oeil-du-theatre",
    "/api/actors/l-oeil-du-theatre/",
  ])
  expect((await makes({ type: "place", name: "l'oeil du théâtre" })).body.fid).toBe("l-oeil-du-theatre-2")
  expect((await makes({ type: "place", name: "Agenda" })).body.fid).toBe("agenda-2")
  expect((await makes({ type: "person", name: "大阪" })).body.fid).toBe("person")
  expect((await makes({ type: "person", name: "名古屋" })).body.fid).toBe("person-2")
  const long = await makes({ type: "group", name: "Compagnie Internationale des Arts de la Rue et du Cirque" })
  expect(long.body.fid).toMatch(/^[a-z0-9_][a-z0-9_.-]{1,28}[a-z0-9_]$/)
})

test("a page made without a fid does not get the former fid of another page", async () => {
  await makes({ type: "group", name: "Jadis" })
  await here.ask(lena, "PATCH", "/api/actors/jadis/", { fid: "naguere" })
  expect((await makes({ type: "group", name: "Jadis" })).body.fid).toBe("jadis-2")
})

test("twelve pages of one name made at the same time get twelve different fids", async () => {
  const people = await Promise.all(Array.from({ length: 12 }, (_, at) => here.newcomer(`foule_${at}`)))
  const made = await Promise.all(people.map((one) => makes({ type: "group", name: "La Foule" }, one)))
  expect(made.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 201))
  expect(new Set(made.map(({ body }) => body.fid)).size).toBe(12)
})

test("all errors of a page are reported in one answer", async () => {
  const answer = await makes({ type: "castle", fid: "hangar", name: "", avatar: 987_654, links: [{ url: "no" }] })
  expect([answer.status, Object.keys(answer.body).sort()]).toEqual([
    400,
    ["avatar", "fid", "links.0.url", "name", "type"],
  ])
  const faces = await makes({ type: "place", fid: "hangar", name: "H", avatar: 987_654, banner: 987_655 })
  expect([faces.status, Object.keys(faces.body).sort()]).toEqual([400, ["avatar", "banner", "fid"]])
  expect((await makes({ type: "place", fid: "hangar", name: "H" })).body.code, "alone it is a conflict").toBe(
    "fid_taken",
  )
  const change = await here.ask(here.hangar.viewer, "PATCH", "/api/actors/hangar/", {
    name: "",
    avatar: 987_654,
    fid: "nour",
  })
  expect([change.status, Object.keys(change.body).sort()]).toEqual([400, ["avatar", "fid", "name"]])
  const stranger = await here.ask(lena, "PATCH", "/api/actors/hangar/", { name: "", avatar: 987_654 })
  expect(Object.keys(stranger.body), "who may not edit it learns nothing more").toEqual(["name"])
})
