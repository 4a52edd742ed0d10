import { afterAll, beforeAll, expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { processApi } from "#web/api/process-api.server.ts"
import { confirmPart } from "../pages/manage-forms.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let id: number
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const hangar = () => here.hangar.viewer
const at = (rest = "") => `/api/contents/events/${id}/${rest}`
const eventNow = async () => (await here.ask(hangar(), "GET", at())).body
const names = async () => (await eventNow()).lineup.map(({ name }: { name: string }) => name)
const organizers = async () =>
  (await here.ask(hangar(), "GET", at("organizers/"))).body.map(
    ({ actor, status }: { actor: { fid: string }; status: string }) => `${actor.fid} ${status}`,
  )

async function event(more: object = {}) {
  const made = await here.ask(hangar(), "POST", "/api/contents/events/", {
    title: { fr: "Radio Minuit" },
    language: "fr",
    category: "music",
    organizers: ["hangar"],
    start: "2031-03-14T20:30",
    timezone: "Europe/Brussels",
    workflow: "published",
    lineup: [{ name: "Ana" }, { name: "Bo", role: "voix" }],
    ...more,
  })
  expect(made.status).toBe(201)
  id = made.body.id
}

test("simultaneous changes of a line-up by two people are all applied", async () => {
  await event()
  const colleague = await here.gives(await here.newcomer("collegue"), here.hangar.id, "assistant")
  const entries = (await here.ask(null, "GET", at("lineup/"))).body
  expect(entries).toMatchObject([
    { name: "Ana", actor: null },
    { name: "Bo", role: "voix" },
  ])
  const answers = await Promise.all([
    here.ask(hangar(), "POST", at("lineup/"), { name: "Cy" }),
    here.ask(colleague, "POST", at("lineup/"), { name: "Di", role: "basse" }),
    here.ask(colleague, "DELETE", at(`lineup/${entries[0].id}/`)),
    here.ask(hangar(), "POST", at("lineup/"), { fid: "nour" }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 204, 201])
  expect((await names()).toSorted()).toEqual(["Bo", "Cy", "Di", "Nour Alvérane"].toSorted())
  expect(answers[3]?.body).toMatchObject({ actor: { fid: "nour" }, confirmed: false })
  expect(answers[3]?.headers.get("location")).toBe(at(`lineup/${answers[3]?.body.id}/`))
})

test("adding the same line-up entry again changes nothing, and deleting it twice is refused", async () => {
  await event()
  const first = await here.ask(hangar(), "POST", at("lineup/"), { name: "Cy", role: "son" })
  const { version } = await eventNow()
  const again = await here.ask(hangar(), "POST", at("lineup/"), { name: "cy", role: "son" })
  expect([again.status, again.body.id]).toEqual([200, first.body.id])
  expect((await eventNow()).version).toBe(version)
  expect((await here.ask(hangar(), "DELETE", at(`lineup/${first.body.id}/`))).status).toBe(204)
  const gone = await here.ask(hangar(), "DELETE", at(`lineup/${first.body.id}/`))
  expect([gone.status, gone.body.code]).toEqual([404, "performer_not_found"])
  expect(await names()).toEqual(["Ana", "Bo"])
})

test("a line-up entry can be edited and moved, keeps its id when the list is sent, and belongs to one event", async () => {
  await event({ lineup: [{ name: "Ana" }, { name: "Bo" }, { name: "Cy" }] })
  const entries = (await here.ask(null, "GET", at("lineup/"))).body
  const cy = `lineup/${entries[2].id}/`
  const moved = await here.ask(hangar(), "PATCH", at(cy), { position: 0, role: "lumière" })
  expect([moved.status, moved.body.role]).toEqual([200, "lumière"])
  expect(await names()).toEqual(["Cy", "Ana", "Bo"])
  const { version } = await eventNow()
  expect((await here.ask(hangar(), "PATCH", at(cy), { position: 0, role: "lumière" })).status).toBe(200)
  expect((await here.ask(hangar(), "PATCH", at(cy), {})).status).toBe(200)
  expect((await eventNow()).version).toBe(version)

  await here.ask(hangar(), "PATCH", at(), {
    lineup: [{ name: "Di" }, { name: "Ana" }, { name: "Cy", role: "lumière" }],
  })
  const after = (await here.ask(null, "GET", at("lineup/"))).body
  expect(after.slice(1).map((one: { id: number }) => one.id)).toEqual([entries[0].id, entries[2].id])
  const other = id
  await event()
  expect((await here.ask(hangar(), "PATCH", at(cy), { role: "x" })).status).toBe(404)
  expect((await here.ask(hangar(), "DELETE", at(cy))).status).toBe(404)
  expect(id).not.toBe(other)
})

test("changes of line-up and organizers with an outdated If-Match are refused with 412", async () => {
  await event()
  const seen = await here.ask(hangar(), "GET", at("lineup/"))
  const tag = { "If-Match": seen.headers.get("etag") as string }
  expect((await here.ask(hangar(), "POST", at("lineup/"), { name: "Cy" }, tag)).status).toBe(201)
  expect((await here.ask(hangar(), "POST", at("lineup/"), { name: "Di" }, tag)).status).toBe(412)
  expect((await here.ask(hangar(), "DELETE", at(`lineup/${seen.body[0].id}/`), undefined, tag)).status).toBe(412)
  expect((await here.ask(hangar(), "POST", at("organizers/"), { fid: "nour" }, tag)).status).toBe(412)
  expect(await names()).toEqual(["Ana", "Bo", "Cy"])
})

test("a co-organizer is invited once, stays removed after other changes, and is not invited after declining", async () => {
  await event()
  const asked = await here.ask(hangar(), "POST", at("organizers/"), { fid: "nour" })
  expect([asked.status, asked.body.status]).toEqual([201, "pending"])
  expect((await here.ask(hangar(), "POST", at("organizers/"), { fid: "nour" })).status).toBe(200)
  expect((await here.ask(null, "GET", at("organizers/"))).body).toMatchObject([
    { actor: { fid: "hangar" }, is_host: true },
  ])
  expect(await organizers()).toEqual(["hangar accepted", "nour pending"])
  // The performer is added from a page that still shows them.
  await here.ask(hangar(), "DELETE", at("organizers/nour/"))
  await here.ask(hangar(), "POST", at("lineup/"), { name: "Cy" })
  expect(await organizers()).toEqual(["hangar accepted"])
  expect((await here.ask(hangar(), "DELETE", at("organizers/nour/"))).body.code).toBe("organizer_not_found")
  expect((await here.ask(hangar(), "POST", at("organizers/"), { fid: "personne" })).body).toHaveProperty("fid")

  await here.ask(hangar(), "POST", at("organizers/"), { fid: "nour" })
  await here.ask(here.nour.viewer, "POST", at("confirmations/"), { fid: "nour", answer: "decline", part: "organizer" })
  expect((await here.ask(hangar(), "POST", at("organizers/"), { fid: "nour" })).status).toBe(400)
  const own = await here.ask(here.nour.viewer, "DELETE", at("organizers/nour/"))
  expect(own.status).toBe(403)
})

test("the host can be removed only after a co-organizer has accepted and made their own page the host", async () => {
  await event()
  const gone = await here.ask(hangar(), "DELETE", at("organizers/hangar/"))
  expect([gone.status, gone.body.code]).toEqual([409, "host_stays"])
  await here.ask(hangar(), "POST", at("organizers/"), { fid: "nour" })
  expect((await here.ask(hangar(), "PATCH", at("organizers/nour/"), { position: 0 })).status).toBe(403)
  await here.ask(here.nour.viewer, "POST", at("confirmations/"), { fid: "nour", answer: "accept", part: "organizer" })
  expect((await here.ask(hangar(), "PATCH", at("organizers/nour/"), { position: 0 })).status).toBe(403)
  const taken = await here.ask(here.nour.viewer, "PATCH", at("organizers/nour/"), { position: 0 })
  expect([taken.status, taken.body.is_host]).toEqual([200, true])
  expect((await here.ask(here.nour.viewer, "DELETE", at("organizers/hangar/"))).status).toBe(204)
  expect((await here.ask(null, "GET", at("organizers/"))).body.map((one: any) => one.actor.fid)).toEqual(["nour"]) // oxlint-disable-line typescript/no-explicit-any
})

test("adding a line-up entry is logged in the event's changes, adding it again is not", async () => {
  await event()
  await here.ask(hangar(), "POST", at("lineup/"), { name: "Cy" })
  await here.ask(hangar(), "POST", at("lineup/"), { name: "Cy" })
  const changes = (await here.ask(hangar(), "GET", at("changes/"))).body
  expect(changes.map(({ action }: { action: string }) => action)).toEqual(["updated", "created"])
  expect(Object.keys(changes[0].fields)).toEqual(["lineup"])
})

test("the form with which a page declines to be named asks first, since it cannot be undone", async () => {
  await event({ lineup: [{ fid: "nour" }] })
  const site = "https://foyer.example"
  const call = async (request: Request) => here.api.fetch(request, { viewer: here.nour.viewer })
  const { api } = processApi(new Request(site, { headers: { origin: site } }), site, call, () => false)
  const answers = (fields: Record<string, string>) =>
    confirmPart({
      api,
      values: new URLSearchParams({ fid: "nour", ...fields }),
      file: () => undefined,
      params: { id: String(id) },
      url: new URL(site),
      t: messagesIn("fr"),
    })
  for (const fields of [{ answer: "decline" }, { answer: "untag" }, {}] as Record<string, string>[])
    await expect(answers(fields)).rejects.toMatchObject({ init: { status: 400 } })
  expect((await eventNow()).lineup).toMatchObject([{ actor: { fid: "nour" } }])
  await answers({ answer: "decline", sure: "yes" })
  expect((await eventNow()).lineup).toMatchObject([{ actor: null }])
})
