import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let lena: SignedIn
let paul: SignedIn
beforeAll(async () => {
  here = await writingWorld()
  lena = await here.newcomer("lena")
  paul = await here.newcomer("paul", { isVerified: false })
})
afterAll(() => here.end())

const atelier = {
  type: "place",
  fid: "atelier_nord",
  name: "Atelier Nord",
  language: "fr",
  summary: { fr: "Une salle", en: " " },
  description: { fr: "<p onclick='x()'>Bonjour</p><script>alert(1)</script>" },
  category: "music",
  tags: ["Jazz", "jazz", "danse"],
  location: { street: "1 rue du Nord", locality: "Bruxelles", country: "be", lat: 50.8, lon: 4.3 },
  rooms: [
    { name: "Grande", capacity: 200, access: { step_free: "yes", checked: "2026-02-28" } },
    { name: "Petite", capacity: null },
  ],
  links: [{ url: "https://atelier.example", label: "Site" }],
  contacts: [
    { kind: "email", value: "public@atelier.example", is_public: true },
    { kind: "phone", value: "+32 2 000 00 00" },
  ],
}

test("a new page is a draft that only its maker can see, and is public once it is published", async () => {
  const made = await here.ask(lena, "POST", "/api/actors/", {
    ...atelier,
    id: 1,
    created_by: 1,
    version: 9,
    owner: "x",
  })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    fid: "atelier_nord",
    status: "draft",
    is_managed: true,
    my_relation: "owner",
    tags: ["jazz", "danse"],
    summary: { fr: "Une salle" },
    description: { fr: "<p>Bonjour</p>" },
    location: { country: "BE", locality: "Bruxelles" },
    version: 1,
  })
  expect(made.body.contacts).toHaveLength(2)
  const never = await here.ask(paul, "GET", "/api/actors/nobody_here/")
  for (const viewer of [null, paul]) {
    for (const [method, path, body] of [
      ["GET", "", undefined],
      ["PATCH", "", { name: "Volé" }],
      ["DELETE", "", undefined],
      ["PUT", "follow/", undefined],
      ["GET", "relations/", undefined],
      ["POST", "relations/", { email: "a@b.example", relation: "member" }],
      ["GET", "changes/", undefined],
    ] as const) {
      const answer = await here.ask(viewer, method, `/api/actors/atelier_nord/${path}`, body)
      expect([answer.status, answer.body], `${method} ${path}`).toEqual([404, never.body])
    }
  }

  const tag = made.headers.get("etag") as string
  const published = await here.ask(
    lena,
    "PATCH",
    "/api/actors/atelier_nord/",
    { status: "published" },
    { "if-match": tag },
  )
  expect(published.body).toMatchObject({ status: "published", version: 2, rooms: [{ name: "Grande" }, {}] })
  const seen = await here.ask(null, "GET", "/api/actors/atelier_nord/")
  expect(seen.body).toMatchObject({ is_managed: false, contacts: [{ value: "public@atelier.example" }] })
  expect(seen.body.may).toBeUndefined()

  const late = await here.ask(lena, "PATCH", "/api/actors/atelier_nord/", { name: "Autre" }, { "if-match": tag })
  expect([late.status, late.body.code]).toEqual([412, "stale"])
  const again = seen.headers.get("etag") as string
  expect((await here.ask(null, "GET", "/api/actors/atelier_nord/", undefined, { "if-none-match": again })).status).toBe(
    304,
  )
  expect(
    (await here.ask(lena, "PATCH", "/api/actors/atelier_nord/", { name: "Autre" }, { "if-match": `W/${again}` }))
      .status,
  ).toBe(200)
  const history = await here.ask(lena, "GET", "/api/actors/atelier_nord/changes/")
  expect(history.body.map(({ action }: { action: string }) => action)).toEqual(["updated", "published", "created"])
  expect(history.body[0].fields.name).toEqual(["Atelier Nord", "Autre"])
})

test("publishing a page needs a verified address, and a taken fid is refused", async () => {
  const page = { type: "group", fid: "trio_paul", name: "Trio Paul", status: "published" }
  expect(await here.ask(paul, "POST", "/api/actors/", page)).toMatchObject({
    status: 403,
    body: { code: "email_unverified" },
  })
  expect((await here.ask(paul, "POST", "/api/actors/", { ...page, status: "draft" })).status).toBe(201)
  expect((await here.ask(paul, "PATCH", "/api/actors/trio_paul/", { status: "published" })).status).toBe(403)
  for (const fid of ["hangar", "events", "admin"])
    expect((await here.ask(lena, "POST", "/api/actors/", { ...page, fid })).body.code).toBe("fid_taken")
  const racing = await Promise.all(
    Array.from({ length: 8 }, () => here.ask(lena, "POST", "/api/actors/", { ...page, fid: "un_seul" })),
  )
  expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  expect((await here.ask(null, "POST", "/api/actors/", page)).body.code).toBe("sign_in_needed")
})

test("a renamed page redirects from its old address; a deleted page is a 404 and its fid stays taken", async () => {
  await here.ask(lena, "POST", "/api/actors/", { ...atelier, fid: "avant", status: "published" })
  const member = await here.gives(await here.newcomer("membre"), await idOf("avant"), "member")
  expect((await here.ask(member, "PATCH", "/api/actors/avant/", { fid: "apres" })).body.code).toBe("not_allowed")
  expect((await here.ask(member, "DELETE", "/api/actors/avant/")).status).toBe(403)
  const renamed = await here.ask(lena, "PATCH", "/api/actors/avant/", { fid: "apres" })
  expect([renamed.status, renamed.body.fid, renamed.headers.get("content-location")]).toEqual([
    200,
    "apres",
    "/api/actors/apres/",
  ])
  const moved = await here.ask(null, "GET", "/api/actors/avant/")
  expect([moved.status, moved.headers.get("location")]).toEqual([308, "/api/actors/apres/"])
  expect((await here.ask(lena, "POST", "/api/actors/", { ...atelier, fid: "avant" })).body.code).toBe("fid_taken")

  const event = await here.nour.publishes({ title: "Ailleurs", place_id: await idOf("apres") })
  expect((await here.ask(lena, "DELETE", "/api/actors/apres/", undefined, { "if-match": '"v1-x"' })).status).toBe(412)
  expect((await here.ask(lena, "DELETE", "/api/actors/apres/")).status).toBe(204)
  for (const viewer of [null, lena]) {
    for (const fid of ["apres", "avant"])
      expect((await here.ask(viewer, "GET", `/api/actors/${fid}/`)).status, fid).toBe(404)
    expect((await here.ask(viewer, "GET", `/api/contents/events/${event.id}/`)).body.place).toBeNull()
  }
  expect((await here.ask(lena, "DELETE", "/api/actors/apres/")).status).toBe(404)
  expect((await here.ask(lena, "POST", "/api/actors/", { ...atelier, fid: "apres" })).body.code).toBe("fid_taken")
  const managed = await here.ask(lena, "GET", "/api/actors/managed/")
  expect(managed.body.map(({ fid }: { fid: string }) => fid)).not.toContain("apres")
})

test("a deleted page can be restored by its owner only, with the events that were deleted with it", async () => {
  await here.ask(lena, "POST", "/api/actors/", { ...atelier, fid: "revenant", status: "published" })
  const soir = { title: { fr: "Soir" }, category: "music", organizers: ["revenant"], start: `${tomorrow(30)}T20:00` }
  const events = "/api/contents/events/"
  const [shown, alone] = await Promise.all(
    ["Un", "Deux"].map((fr) => here.ask(lena, "POST", events, { ...soir, title: { fr }, workflow: "published" })),
  )
  await here.ask(lena, "DELETE", `${events}${alone?.body.id}/`)
  await here.ask(lena, "DELETE", "/api/actors/revenant/")
  expect((await here.ask(null, "GET", `${events}${shown?.body.id}/`)).status).toBe(404)
  for (const viewer of [null, paul, here.hangar.viewer])
    expect((await here.ask(viewer, "POST", "/api/actors/revenant/restore/")).status).toBe(404)
  expect((await here.ask(lena, "POST", "/api/actors/%00/restore/")).body.code).toBe("actor_not_found")
  for (let times = 0; times < 2; times++) {
    const back = await here.ask(lena, "POST", "/api/actors/revenant/restore/")
    expect(back.body).toMatchObject({ fid: "revenant", status: "published", version: 3 })
  }
  expect((await here.ask(null, "GET", "/api/actors/revenant/")).status).toBe(200)
  expect((await here.ask(null, "GET", `${events}${shown?.body.id}/`)).body.organizers).toMatchObject([
    { fid: "revenant" },
  ])
  // An event that was deleted on its own stays deleted until it is restored itself.
  expect((await here.ask(null, "GET", `${events}${alone?.body.id}/`)).status).toBe(404)
  expect((await here.ask(here.nour.viewer, "POST", `${events}${alone?.body.id}/restore/`)).status).toBe(404)
  expect((await here.ask(lena, "POST", `${events}${alone?.body.id}/restore/`)).body.workflow).toBe("published")
  expect((await here.ask(null, "GET", `${events}?q=deux`)).body).toMatchObject([{ id: alone?.body.id }])
})

test("rooms can exchange their names, and a room of another page is not touched", async () => {
  const made = await here.ask(lena, "POST", "/api/actors/", { ...atelier, fid: "deux_salles" })
  const [big, small] = made.body.rooms
  const names = async (rooms: object[]) => {
    const { status, body } = await here.ask(lena, "PATCH", "/api/actors/deux_salles/", { rooms })
    return [status, body.rooms?.map((room: { id: number; name: string }) => [room.id, room.name])]
  }
  expect(
    await names([
      { ...big, name: "Petite" },
      { ...small, name: "Grande" },
    ]),
  ).toEqual([
    200,
    [
      [big.id, "Petite"],
      [small.id, "Grande"],
    ],
  ])
  expect(await names([{ id: big.id, name: "Grande" }])).toEqual([200, [[big.id, "Grande"]]])
  expect(
    (
      await names([
        { id: big.id, name: "A" },
        { id: big.id, name: "B" },
      ])
    )[0],
  ).toBe(200)
  expect((await names([{ id: 1, name: "Grande nef" }]))[0]).toBe(200)
  const nef = await here.db.selectFrom("rooms").select("actor_id").where("id", "=", 1).executeTakeFirstOrThrow()
  expect(nef.actor_id).toBe(here.hangar.id)
  expect(here.errors).toEqual([])
})

test("following a page needs a login, and repeated follows count once", async () => {
  expect((await here.ask(null, "PUT", "/api/actors/hangar/follow/")).body.code).toBe("follow_needs_login")
  const followed = await Promise.all(
    Array.from({ length: 10 }, () => here.ask(paul, "PUT", "/api/actors/hangar/follow/")),
  )
  expect(new Set(followed.map(({ status }) => status))).toEqual(new Set([200]))
  expect(followed[0]?.body).toMatchObject({ fid: "hangar", is_followed: true })
  const list = await here.ask(paul, "GET", "/api/actors/followed/?q=hangar")
  expect(list.body).toMatchObject([{ fid: "hangar", is_followed: true }])
  expect(list.headers.get("x-total-count")).toBe("1")
  expect((await here.ask(paul, "GET", "/api/actors/")).body.filter((one: any) => one.is_followed)).toHaveLength(1) // oxlint-disable-line typescript/no-explicit-any
  for (let times = 0; times < 2; times++)
    expect((await here.ask(paul, "DELETE", "/api/actors/hangar/follow/")).status).toBe(204)
  expect((await here.ask(paul, "GET", "/api/actors/followed/")).body).toEqual([])
})

test("invalid fields of a page are refused by field, and odd names are accepted", async () => {
  const base = { type: "place", fid: "bizarre", name: "Bizarre" }
  const cases: [object, string][] = [
    [{ name: "" }, "name"],
    [{ name: "a".repeat(201) }, "name"],
    [{ name: "\ud800" }, "name"],
    [{ name: "a\0b" }, "name"],
    [{ fid: "É" }, "fid"],
    [{ fid: "../../etc" }, "fid"],
    [{ fid: "nour@ailleurs.example" }, "fid"],
    [{ type: "robot" }, "type"],
    [{ links: [{ url: "javascript:alert(1)" }] }, "links.0.url"],
    [{ links: [{ url: "https://a:b@x.example" }] }, "links.0.url"],
    [{ location: { lat: 50 } }, "location"],
    [{ location: { lat: 500, lon: 4 } }, "location.lat"],
    [{ access: { checked: "2026-02-30" } }, "access.checked"],
    [{ rooms: [{ name: "A", capacity: -1 }] }, "rooms.0.capacity"],
    [{ description: { fr: "&".repeat(60_000) } }, "description"],
    [{ tags: ["x".repeat(61)] }, "tags.0"],
    [{ status: "gone" }, "status"],
    [{ category: "jazz" }, "category"],
  ]
  for (const [said, field] of cases) {
    const answer = await here.ask(lena, "POST", "/api/actors/", { ...base, ...said })
    expect([answer.status, Object.keys(answer.body)], JSON.stringify(said).slice(0, 80)).toEqual([400, [field]])
  }
  for (const text of ["[]", "null", "7", '"x"', '{"__proto__":{"x":1}}', "{"])
    expect((await here.ask(lena, "POST", "/api/actors/", text)).status, text).toBe(400)
  const odd = [
    "﷽".repeat(20),
    "Ω≈ç√∫",
    "👩‍👩‍👧‍👦",
    "'; drop table actors; --",
    "<script>alert(1)</script>",
    "%s%n$1 {0} ${7*7}",
  ]
  for (const [at, name] of odd.entries()) {
    const answer = await here.ask(lena, "POST", "/api/actors/", {
      ...base,
      fid: `odd_${at}`,
      name,
      status: "published",
    })
    expect([answer.status, answer.body.name]).toEqual([201, name])
  }
  expect(here.errors).toEqual([])
})

async function idOf(fid: string) {
  return (await here.db.selectFrom("actors").select("id").where("fid", "=", fid).executeTakeFirstOrThrow()).id
}
