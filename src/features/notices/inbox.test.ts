import { sql } from "kysely"
import { beforeEach, expect, test } from "vitest"
import { followAll } from "#test/changes.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { gatherRecipients } from "./gather.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeEach(async () => {
  here = await writingWorld()
})

const inbox = "/api/me/notifications/"

async function gatherAll() {
  await followAll(here.db)
  const rows = await here.db.selectFrom("notices").select("id").where("gathered_at", "is", null).orderBy("id").execute()
  for (const { id } of rows) await gatherRecipients(here.db, id)
}
async function answers(username: string, eventId: number, value = "confirmed") {
  const viewer = await here.newcomer(username)
  await here.db
    .insertInto("attendances")
    .values({ event_id: eventId, user_id: viewer.userId, actor_id: here.nour.id, value })
    .execute()
  return viewer
}

test("a performer is notified once when the event is published, and their answer ends the waiting confirmation", async () => {
  const { seuils, hangar, nour } = here
  const event = await seuils.drafts({ lineup: [{ name: "Nour", role: "chant", actor_id: nour.id }] })
  const path = `/api/contents/events/${event.id}/`
  await here.ask(seuils.viewer, "PATCH", path, { tags: ["a"] })
  expect(await here.db.selectFrom("notices").select("id").execute()).toEqual([])
  await here.ask(seuils.viewer, "PATCH", path, { workflow: "published" })
  await followAll(here.db)
  await here.ask(seuils.viewer, "PATCH", path, { tags: ["b"] })
  // The place answers before it is asked.
  const answer = { fid: "hangar", answer: "accept", part: "place" }
  expect((await here.ask(hangar.viewer, "POST", `${path}confirmations/`, answer)).status).toBe(200)
  await gatherAll()
  const asked = await here.ask(nour.viewer, "GET", inbox)
  expect(asked.headers.get("x-total-count")).toBe("1")
  expect(asked.body).toMatchObject([
    {
      kind: "confirmation",
      actor: { fid: "nour" },
      event: { id: event.id, listed: true },
      becomes: { part: ["performer"] },
      because: "page",
      read: false,
    },
  ])
  expect((await here.ask(hangar.viewer, "GET", inbox)).body).toEqual([])

  const waiting = await here.ask(nour.viewer, "GET", "/api/me/confirmations/")
  expect(waiting.body).toMatchObject([
    { event: { id: event.id }, actor: { fid: "nour" }, parts: ["performer"], role: "chant", is_over: false },
  ])
  await here.ask(nour.viewer, "POST", `${path}confirmations/`, { fid: "nour", answer: "untag" })
  expect((await here.ask(nour.viewer, "GET", "/api/me/confirmations/")).body).toEqual([])
  expect((await here.ask(hangar.viewer, "GET", "/api/me/confirmations/")).body).toEqual([])
  expect(here.errors).toEqual([])
})

test("an invitation of a page is in the inbox of its owner, an invitation by e-mail address is not", async () => {
  const { hangar, nour } = here
  await here.ask(hangar.viewer, "POST", "/api/actors/hangar/relations/", { fid: "nour", relation: "member" })
  await here.ask(hangar.viewer, "POST", "/api/actors/hangar/relations/", {
    email: "seuils@foyer.example",
    relation: "member",
  })
  await gatherAll()
  expect((await here.ask(nour.viewer, "GET", inbox)).body).toMatchObject([
    { kind: "invitation", actor: { fid: "hangar" }, becomes: { relation: "member" } },
  ])
  expect((await here.ask(here.seuils.viewer, "GET", inbox)).body).toEqual([])
  const mailed = await here.db.selectFrom("deliveries").select("id").where("channel", "=", "mail").execute()
  expect(mailed, "the mail is that of the invitation").toEqual([])
  // Notices of events and of pages have separate settings.
  const lou = await here.newcomer("lou")
  await here.ask(lou, "POST", "/api/actors/", { type: "person", fid: "lou", name: "Lou", status: "published" })
  await here.ask(lou, "PATCH", "/api/me/", { identity: "lou", notify_app: ["invitation"] })
  await here.ask(hangar.viewer, "POST", "/api/actors/hangar/relations/", { fid: "lou", relation: "member" })
  await gatherAll()
  expect((await here.ask(lou, "GET", "/api/me/invitations/")).body).toHaveLength(1)
  expect((await here.ask(lou, "GET", inbox)).body).toEqual([])
})

test("a notification can be marked read and unread and archived, by its recipient alone", async () => {
  const event = await here.seuils.publishes()
  const [lou, mira] = [await answers("lou", event.id), await answers("mira", event.id, "interested")]
  const change = (body: object) => here.ask(here.seuils.viewer, "PATCH", `/api/contents/events/${event.id}/`, body)
  await change({ status: "postponed" })
  await gatherAll()
  await change({ status: "scheduled" })
  await gatherAll()
  const { body } = await here.ask(lou, "GET", inbox)
  expect(body).toMatchObject([{ kind: "restored", because: "answer" }, { kind: "postponed" }])
  expect((await here.ask(lou, "GET", "/api/me/")).body.unread).toBe(2)
  const [newest, oldest] = body as { id: number }[]
  expect((await here.ask(mira, "PATCH", `${inbox}${newest?.id}/`, { read: true })).status).toBe(404)
  expect((await here.ask(mira, "DELETE", `${inbox}${newest?.id}/`)).status).toBe(404)
  expect((await here.ask(lou, "PATCH", `${inbox}${newest?.id}/`, { read: true })).status).toBe(204)
  expect((await here.ask(lou, "GET", `${inbox}?state=unread`)).body).toMatchObject([{ id: oldest?.id }])
  await here.ask(lou, "PATCH", `${inbox}${newest?.id}/`, { read: false })
  await here.ask(lou, "POST", inbox, { read_up_to: oldest?.id })
  expect((await here.ask(lou, "GET", `${inbox}?state=unread`)).body).toMatchObject([{ id: newest?.id }])
  for (const _ of [1, 2]) expect((await here.ask(lou, "DELETE", `${inbox}${oldest?.id}/`)).status).toBe(204)
  expect((await here.ask(lou, "GET", inbox)).headers.get("x-total-count")).toBe("1")
  expect((await here.ask(null, "GET", inbox)).status).toBe(403)

  const notices = await here.ask(here.seuils.viewer, "GET", `/api/contents/events/${event.id}/notices/`)
  const told = notices.body.map((one: { kind: string; app: object }) => [one.kind, one.app])
  expect(Object.fromEntries(told)).toEqual({
    restored: { sent: 2, read: 0 },
    postponed: { sent: 2, read: 1 },
    confirmation: { sent: 1, read: 0 },
  })
})

test("a message goes to people who answered, not to followers, and managers see only the former by name", async () => {
  const event = await here.seuils.publishes()
  const path = `/api/contents/events/${event.id}/notices/`
  const { viewer } = here.seuils
  await answers("oui", event.id)
  await answers("peut", event.id, "interested")
  await answers("non", event.id, "declined")
  const fan = await here.newcomer("fan")
  await here.db.insertInto("follows").values({ user_id: fan.userId, actor_id: here.seuils.id }).execute()

  expect((await here.ask(viewer, "GET", `${path}audience/`)).body).toMatchObject({ answered: 2, others: 1 })
  expect((await here.ask(viewer, "GET", `${path}audience/?to=interested,declined`)).body).toMatchObject({
    answered: 2,
    others: 0,
  })
  for (const [body, field] of [
    [{ subject: "", text: "x" }, "subject"],
    [{ subject: "a\nBcc: x@y.be", text: "x" }, "subject"],
    [{ subject: "a" }, "text"],
    [{ subject: "a", text: "x".repeat(5001) }, "text"],
    [{ subject: "a", text: "x", to: [] }, "to"],
  ] as const) {
    const answer = await here.ask(viewer, "POST", path, body)
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, [field]])
  }
  expect((await here.ask(here.nour.viewer, "POST", path, { subject: "a", text: "x" })).status).toBe(403)
  const sent = await here.ask(viewer, "POST", path, { subject: "Les portes", text: "À 20 h.\n\nÀ vendredi !" })
  expect(sent.status).toBe(201)
  // Followers are notified of changes, but do not get messages to attendees.
  await here.ask(viewer, "PATCH", `/api/contents/events/${event.id}/`, { status: "cancelled" })
  await gatherAll()
  const log = (await here.ask(viewer, "GET", path)).body as { id: number; kind: string }[]
  expect(log.filter(({ kind }) => kind !== "confirmation")).toMatchObject([
    { kind: "cancelled", people: { answered: 2, others: 1 } },
    { kind: "message", subject: "Les portes", people: { answered: 2, others: 0 } },
  ])
  const cancelled = log.find(({ kind }) => kind === "cancelled")
  const named = await here.ask(viewer, "GET", `${path}${cancelled?.id}/deliveries/`)
  expect(named.headers.get("x-total-count")).toBe("2")
  expect(named.body).toMatchObject([
    {
      actor: { fid: "nour" },
      channels: [
        { channel: "mail", state: "queued" },
        { channel: "app", state: "sent" },
      ],
    },
    { actor: { fid: "nour" } },
  ])
  expect(JSON.stringify(named.body)).not.toContain("@")
  const other = await here.seuils.publishes({ title: "Autre" })
  expect(
    (await here.ask(viewer, "GET", `/api/contents/events/${other.id}/notices/${cancelled?.id}/deliveries/`)).status,
  ).toBe(404)
  expect(here.errors).toEqual([])
})

test("a one-click unsubscription ends mails of its kind, opening its address only redirects", async () => {
  const lou = await here.newcomer("lou")
  const { stop_key } = await here.db
    .selectFrom("users")
    .select("stop_key")
    .where("id", "=", lou.userId)
    .executeTakeFirstOrThrow()
  const stop = `https://foyer.example/api/notices/stop/?token=change.${stop_key}`
  const chosen = async () =>
    await here.db
      .selectFrom("users")
      .select(["notify", "notify_app"])
      .where("id", "=", lou.userId)
      .executeTakeFirstOrThrow()
  const opened = await here.api.fetch(new Request(stop, { redirect: "manual" }))
  expect([opened.status, opened.headers.get("location")]).toEqual([
    302,
    `https://foyer.example/unsubscribe?token=change.${stop_key}`,
  ])
  expect((await chosen()).notify).toContain("change")
  // As RFC 8058 prescribes: no cookie, no origin, a form.
  const press = (address: string) =>
    here.api.fetch(
      new Request(address, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: "List-Unsubscribe=One-Click",
      }),
    )
  expect((await press(stop)).status).toBe(204)
  expect((await press(stop)).status).toBe(204)
  expect(await chosen()).toEqual({
    notify: ["invitation", "page", "new"],
    notify_app: ["invitation", "page", "change", "answer", "new"],
  })
  for (const token of ["change.x", `other.${stop_key}`, stop_key, "invitation.00000000-0000-0000-0000-000000000000"])
    expect((await press(`https://foyer.example/api/notices/stop/?token=${token}`)).status).toBe(204)
  const { rows } = await sql<{
    all: number
  }>`select count(*)::int as all from users where cardinality(notify) = 4`.execute(here.db)
  expect(rows[0]?.all).toBe(4)
  expect(here.errors).toEqual([])
})

test("people choose the kinds of notifications by mail and in the inbox, and unknown kinds are refused", async () => {
  const lou = await here.newcomer("lou")
  const { body } = await here.ask(lou, "PATCH", "/api/me/", { notify: [], notify_app: ["change"] })
  expect(body).toMatchObject({ notify: [], notify_app: ["change"] })
  expect((await here.ask(lou, "PATCH", "/api/me/", { notify_app: ["x"] })).status).toBe(400)
})

test("the same message to the audience sent twice is one message; another text or audience is another one", async () => {
  const { id } = await here.seuils.publishes()
  const write = (text: string, to = ["confirmed"]) =>
    here.ask(here.seuils.viewer, "POST", `/api/contents/events/${id}/notices/`, { subject: "Les portes", text, to })
  const [first, again] = await Promise.all([write("À 20 h."), write("À 20 h.")])
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.body).toEqual(first.body)
  expect((await write("À 21 h.")).body).not.toEqual(first.body)
  expect((await write("À 20 h.", ["interested"])).body).not.toEqual(first.body)
})

test("an event's sixth message of a day is refused, a message about another event is not", async () => {
  const [event, other] = [await here.seuils.publishes(), await here.seuils.publishes()]
  const write = (id: number) =>
    here.ask(here.seuils.viewer, "POST", `/api/contents/events/${id}/notices/`, {
      subject: "Les portes",
      text: "À 20 h.",
    })
  for (let n = 0; n < 5; n++) expect((await write(event.id)).status).toBe(201)
  const sixth = await write(event.id)
  expect([sixth.status, sixth.headers.get("ratelimit-policy")]).toEqual([429, '"message";q=5;w=86400'])
  expect(Number(sixth.headers.get("retry-after"))).toBeGreaterThan(0)
  expect((await write(other.id)).status).toBe(201)
})
