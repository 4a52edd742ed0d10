import { sql } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import { readConfig } from "#config/config.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { bySystem } from "#features/changes/change.ts"
import { changed } from "#features/changes/commands.server.ts"
import { publishDue } from "#features/events/writing/commands.server.ts"
import { parse } from "#mail/dev-mail.ts"
import { openMailer } from "#mail/transport.ts"
import { followAll } from "#test/changes.ts"
import { mailServer } from "#test/elsewhere/mail-server.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { gatherRecipients } from "../gather.server.ts"
import { sendNoticeMails } from "../mails.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
const ends: (() => unknown)[] = []
beforeEach(async () => {
  here = await writingWorld()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const follow = (viewer: SignedIn, fid: string) => here.ask(viewer, "PUT", `/api/actors/${fid}/follow/`)
const choose = (viewer: SignedIn, fid: string, notify: unknown) =>
  here.ask(viewer, "PATCH", `/api/actors/${fid}/follow/`, { notify })
async function atOnce(username: string, ...fids: string[]) {
  const viewer = await here.newcomer(username)
  for (const fid of fids) {
    await follow(viewer, fid)
    expect((await choose(viewer, fid, "now")).status).toBe(200)
  }
  return viewer
}
const draft = async (said: Record<string, unknown> = {}, as = here.seuils) => {
  const made = await here.ask(as.viewer, "POST", "/api/contents/events/", {
    title: { fr: "Radio Minuit" },
    category: "theatre",
    organizers: [as.fid],
    start: `${tomorrow()}T20:30`,
    ...said,
  })
  expect(made.status).toBe(201)
  return made.body.id as number
}
const change = (id: number, body: unknown, as = here.seuils) =>
  here.ask(as.viewer, "PATCH", `/api/contents/events/${id}/`, body)
const publish = (id: number, as = here.seuils) => change(id, { workflow: "published" }, as)
/** Runs the follow-up jobs and sends every waiting notice now. */
async function tellAll(size?: number) {
  await followAll(here.db)
  const rows = await here.db.selectFrom("notices").select("id").where("gathered_at", "is", null).orderBy("id").execute()
  for (const { id } of rows) await gatherRecipients(here.db, id, size)
}
type Told = {
  kind: string
  becomes: { count: number }
  event: { id: number } | null
  actor: { fid: string } | null
}
const inbox = async (viewer: SignedIn) =>
  ((await here.ask(viewer, "GET", "/api/me/notifications/")).body as Told[]).filter(({ kind }) => kind === "published")

test("a follower chooses how a page notifies them, and following it again leaves that choice", async () => {
  const lou = await here.newcomer("lou")
  expect((await choose(lou, "seuils", "now")).body.code).toBe("not_followed")
  expect((await choose(null as unknown as SignedIn, "seuils", "now")).body.code).toBe("follow_needs_login")
  expect((await follow(lou, "seuils")).body).toMatchObject({ is_followed: true, notify: "newsletter" })
  expect((await choose(lou, "seuils", "sometimes")).status).toBe(400)
  expect((await choose(lou, "seuils", "now")).body).toMatchObject({ is_followed: true, notify: "now" })
  expect((await follow(lou, "seuils")).body.notify).toBe("now")
  expect((await here.ask(lou, "GET", "/api/actors/followed/")).body).toMatchObject([{ fid: "seuils", notify: "now" }])
  expect((await here.ask(here.nour.viewer, "GET", "/api/actors/seuils/")).body).not.toHaveProperty("notify")
  expect((await here.ask(lou, "GET", "/api/actors/hangar/")).body).not.toHaveProperty("notify")
})

test("a publication is notified at once to followers who chose that, to nobody else and only once", async () => {
  const [lou, ada, tess] = [await atOnce("lou", "seuils"), await here.newcomer("ada"), await here.newcomer("tess")]
  await follow(ada, "seuils")
  await follow(tess, "seuils")
  await choose(tess, "seuils", "agenda")
  await atOnce("far", "rhizome")
  await follow(here.seuils.viewer, "seuils")
  await choose(here.seuils.viewer, "seuils", "now")
  const id = await draft()
  await tellAll()
  expect(await inbox(lou), "a draft is nobody’s news").toEqual([])
  expect((await publish(id)).status).toBe(200)
  await tellAll()
  expect(await inbox(lou)).toMatchObject([
    { event: { id, listed: true }, actor: { fid: "seuils" }, becomes: { count: 1 } },
  ])
  for (const nobody of [ada, tess, here.seuils.viewer]) expect(await inbox(nobody)).toEqual([])
  const { rows } = await sql<{ username: string; channel: string }>`
    select username, channel from deliveries d join users u on u.id = d.user_id join notices n on n.id = d.notice_id
    where n.kind = 'published' order by channel`.execute(here.db)
  expect(rows).toEqual([
    { username: "lou", channel: "app" },
    { username: "lou", channel: "mail" },
  ])
  // Edited, withdrawn and published again, the event is no news.
  await change(id, { tags: ["a"] })
  await change(id, { workflow: "draft" })
  await tellAll()
  await publish(id)
  await tellAll()
  expect(await inbox(lou)).toHaveLength(1)
  expect(here.errors).toEqual([])
})

test("an undone publication is not notified until it is repeated; cancelled, deleted and past events are not", async () => {
  const lou = await atOnce("lou", "seuils")
  const id = await draft()
  await publish(id)
  await followAll(here.db)
  await change(id, { workflow: "draft" })
  await tellAll()
  expect(
    (await here.ask(lou, "GET", "/api/me/notifications/")).body,
    "neither that it is there nor that it is gone",
  ).toEqual([])
  await publish(id)
  await tellAll()
  expect(await inbox(lou)).toMatchObject([{ event: { id } }])
  // Nor are events announced that are cancelled, deleted or over by then.
  const [off, gone] = [await draft(), await draft()]
  for (const one of [off, gone]) await publish(one)
  await followAll(here.db)
  await change(off, { status: "cancelled" })
  await here.ask(here.seuils.viewer, "DELETE", `/api/contents/events/${gone}/`)
  await publish(await draft({ start: "2020-01-01T20:30" }))
  await tellAll()
  expect(await inbox(lou)).toHaveLength(1)
  await here.ask(here.seuils.viewer, "POST", `/api/contents/events/${gone}/restore/`)
  await tellAll()
  expect((await inbox(lou)).map(({ event }) => event?.id)).toEqual([gone, id])
})

test("several publications are one notice with their number, once for a follower of three of the pages", async () => {
  const lou = await atOnce("lou", "seuils", "hangar", "nour")
  const ada = await atOnce("ada", "nour")
  const ids: number[] = []
  for (let nth = 1; nth <= 5; nth++) {
    const lineup = nth === 3 ? [{ fid: "nour" }] : []
    ids.push(await draft({ title: { fr: `Nuit ${nth}` }, start: `${tomorrow()}T1${nth}:00`, place: "hangar", lineup }))
  }
  for (const id of ids) await publish(id)
  await followAll(here.db)
  // Both pages agree within the two minutes.
  for (const id of ids)
    await here.ask(here.hangar.viewer, "POST", `/api/contents/events/${id}/confirmations/`, {
      fid: "hangar",
      answer: "accept",
    })
  await here.ask(here.nour.viewer, "POST", `/api/contents/events/${ids[2]}/confirmations/`, {
    fid: "nour",
    answer: "accept",
  })
  await tellAll()
  expect(await inbox(lou)).toMatchObject([{ event: { id: ids[0] }, actor: { fid: "seuils" }, becomes: { count: 5 } }])
  expect(await inbox(ada)).toMatchObject([{ event: { id: ids[2] }, actor: { fid: "nour" }, becomes: { count: 1 } }])
  expect(here.errors).toEqual([])
})

test("a page's followers are notified after it has accepted, unless they already were", async () => {
  const [lou, ada, tess] = [
    await atOnce("lou", "hangar"),
    await atOnce("ada", "seuils", "hangar"),
    await atOnce("tess", "seuils"),
  ]
  const id = await draft({ place: "hangar" })
  await publish(id)
  await tellAll()
  expect(await inbox(lou)).toEqual([])
  expect([(await inbox(ada)).length, (await inbox(tess)).length]).toEqual([1, 1])
  await here.ask(here.hangar.viewer, "POST", `/api/contents/events/${id}/confirmations/`, {
    fid: "hangar",
    answer: "accept",
  })
  await tellAll()
  expect(await inbox(lou)).toMatchObject([{ event: { id }, actor: { fid: "hangar" } }])
  expect([(await inbox(ada)).length, (await inbox(tess)).length]).toEqual([1, 1])
})

test("a scheduled publication is notified except to its author, an import once, sample content never", async () => {
  const lou = await atOnce("lou", "seuils")
  await follow(here.seuils.viewer, "seuils")
  await choose(here.seuils.viewer, "seuils", "now")
  const id = await draft()
  expect((await change(id, { workflow: "scheduled", publish_at: `${tomorrow()}T08:00` })).status).toBe(200)
  await here.db.updateTable("events").set({ publish_at: new Date() }).where("id", "=", id).execute()
  await publishDue(here.db)
  await tellAll()
  expect(await inbox(lou)).toMatchObject([{ event: { id } }])
  expect(await inbox(here.seuils.viewer)).toEqual([])

  const brought = async (through: "import" | "sample", count: number) => {
    const made = await Promise.all(Array.from({ length: count }, () => here.seuils.publishes({ title: "Importé" })))
    for (const some of [made.slice(0, 3), made.slice(3)])
      await here.db.transaction().execute((tx) =>
        changed(
          tx,
          some.map((event) => ({
            by: bySystem(through),
            subject: { event: event.id },
            kind: "created",
            isPublic: true,
          })),
        ),
      )
  }
  await brought("sample", 4)
  await tellAll()
  expect(await inbox(lou)).toHaveLength(1)
  await brought("import", 7)
  await tellAll()
  expect((await inbox(lou))[0]).toMatchObject({ becomes: { count: 7 }, actor: { fid: "seuils" } })
  expect(await inbox(lou)).toHaveLength(2)
})

test("only the last job of a notice with several events notifies the followers, in steps and once each", async () => {
  const people: number[] = []
  for (let nth = 0; nth < 23; nth++) people.push((await atOnce(`person${nth}`, "seuils")).userId)
  for (const nth of [1, 2]) await publish(await draft({ title: { fr: `Nuit ${nth}` } }))
  await followAll(here.db)
  const notice = await here.db
    .selectFrom("notices")
    .selectAll()
    .where("kind", "=", "published")
    .executeTakeFirstOrThrow()
  expect(notice.rounds).toBe(2)
  await gatherRecipients(here.db, notice.id, 7, 1)
  expect(
    await here.db.selectFrom("deliveries").select("id").execute(),
    "the first job leaves it to the second",
  ).toEqual([])
  await Promise.all([gatherRecipients(here.db, notice.id, 7, 2), gatherRecipients(here.db, notice.id, 7, 2)])
  const told = await here.db.selectFrom("deliveries").selectAll().where("channel", "=", "app").execute()
  expect(told.map(({ user_id }) => user_id).sort()).toEqual(people.sort())
  expect(told.every(({ events }) => events === 2)).toBe(true)
})

test("an event with tell false is not notified, even if that is set after publication", async () => {
  const lou = await atOnce("lou", "seuils")
  const quiet = await draft({ workflow: "published", tell: false })
  const late = await draft()
  await publish(late)
  await followAll(here.db)
  expect((await change(late, { tell: false })).body.tell).toBe(false)
  expect((await here.ask(null, "GET", `/api/contents/events/${late}/`)).body).not.toHaveProperty("tell")
  await tellAll()
  expect(await inbox(lou)).toEqual([])
  expect((await here.ask(here.seuils.viewer, "GET", `/api/contents/events/${quiet}/`)).body.tell).toBe(false)
})

test("the mail of a publication links the event, gives the reason and unsubscribes; of several it lists them", async () => {
  const server = await mailServer()
  ends.push(server.end)
  const config = readConfig({ PUBLIC_URL: "https://foyer.example", SMTP_URL: server.url })
  const mailer = openMailer(config)
  ends.push(() => mailer.close())
  const lou = await atOnce("lou", "seuils")
  const send = async () => {
    await tellAll()
    const rows = await here.db
      .selectFrom("deliveries")
      .select("id")
      .where("channel", "=", "mail")
      .where("state", "=", "queued")
      .execute()
    await sendNoticeMails(here.db, config, mailer, { deliveryIds: rows.map(({ id }) => id) })
    return parse(server.mails.at(-1)?.source ?? "")
  }
  const id = await draft()
  await publish(id)
  const mail = await send()
  expect(mail.subject).toBe("Nouvel événement\u00a0: Radio Minuit")
  expect(mail.text).toContain(`https://foyer.example/events/${id}`)
  expect(mail.text).toContain("parce que vous suivez Compagnie des Seuils")
  const source = server.mails[0]?.source ?? ""
  expect(source).toMatch(/List-Unsubscribe-Post: List-Unsubscribe=One-Click/)
  await here.db.updateTable("users").set({ language: "nl" }).where("id", "=", lou.userId).execute()
  for (const nth of [1, 2, 3])
    await publish(await draft({ title: { fr: `Nuit ${nth}` }, start: `${tomorrow()}T1${nth}:00` }))
  const several = await send()
  expect(several.subject).toBe("3 nieuwe evenementen: Compagnie des Seuils")
  expect(several.text).toContain("Nuit 1")
  expect(several.text).toContain("Nuit 3")
  expect(several.text).toContain("https://foyer.example/nl/actors/seuils")
  // One press ends these mails; notifications in the inbox stay.
  const token = /stop\/\?token=([a-z]+\.[0-9a-f-]+)/.exec(source.replaceAll("=\r\n", "").replaceAll("=3D", "="))?.[1]
  expect(token).toMatch(/^new\./)
  expect((await here.ask(null, "POST", `/api/notices/stop/?token=${token}`)).status).toBe(204)
  await publish(await draft({ title: { fr: "Encore" } }))
  await send()
  expect(server.mails).toHaveLength(2)
  expect(await inbox(lou)).toHaveLength(3)
  // An event withdrawn after its recipients were gathered, but before the mail left, is not mailed.
  await here.db
    .updateTable("users")
    .set({ notify: ["new"] })
    .where("id", "=", lou.userId)
    .execute()
  const last = await draft({ title: { fr: "Trop tard" } })
  await publish(last)
  await tellAll()
  await change(last, { workflow: "draft" })
  await send()
  expect(server.mails.map(({ source: each }) => parse(each).subject)).not.toContain("Nieuw evenement: Trop tard")
  expect((await inbox(lou))[0]?.event, "nor named where it was told").toBeNull()
})
