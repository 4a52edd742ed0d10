import { sql } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import { readConfig } from "#config/config.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { publishDue } from "#features/events/writing/commands.server.ts"
import { parse } from "#mail/dev-mail.ts"
import { openMailer } from "#mail/transport.ts"
import { mailServer } from "#test/elsewhere/mail-server.ts"
import { type EventFields, tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { gatherRecipients } from "./gather.server.ts"
import { sendNoticeMail } from "./mails.server.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let answering: SignedIn
let keeping: SignedIn
let following: SignedIn
const ends: (() => unknown)[] = []
beforeEach(async () => {
  here = await writingWorld()
  answering = await here.newcomer("answering")
  keeping = await here.newcomer("keeping")
  following = await here.newcomer("following")
  await here.newcomer("stranger")
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const address = (id: number) => `/api/contents/events/${id}/`
const ask = (method: string, path: string, body?: object) => here.ask(here.seuils.viewer, method, path, body)
const notices = () =>
  here.db
    .selectFrom("notices")
    .select(["id", "kind", "was", "becomes"])
    .where("kind", "<>", "confirmation")
    .orderBy("id")
    .execute()

/** Publishes an event that one person answered, another has in an agenda, and whose host a third one follows. */
async function publishes(said: EventFields = {}) {
  const event = await here.seuils.publishes({ title: "Radio Minuit", ...said })
  await here.db
    .insertInto("attendances")
    .values({ event_id: event.id, user_id: answering.userId, actor_id: here.nour.id, value: "confirmed" })
    .execute()
  const agenda = await here.db
    .insertInto("agendas")
    .values({ user_id: keeping.userId, name: "À voir", language: "fr" })
    .returning("id")
    .executeTakeFirstOrThrow()
  await here.db.insertInto("agenda_entries").values({ agenda_id: agenda.id, event_id: event.id }).execute()
  await here.db.insertInto("follows").values({ user_id: following.userId, actor_id: here.seuils.id }).execute()
  return event
}
async function gather() {
  const rows = await here.db.selectFrom("notices").select("id").where("gathered_at", "is", null).orderBy("id").execute()
  for (const { id } of rows) await gatherRecipients(here.db, id)
}
const inboxOf = async (viewer: SignedIn) => (await here.ask(viewer, "GET", "/api/me/notifications/")).body
const kindsOf = async (viewer: SignedIn) => (await inboxOf(viewer)).map(({ kind }: { kind: string }) => kind)

test.each([
  [
    "withdrawn",
    (id: number) => ask("PATCH", address(id), { workflow: "draft", withdrawn_reason: "La salle est fermée." }),
  ],
  ["deleted", (id: number) => ask("DELETE", address(id), { reason: "La salle est fermée." })],
])("people who answered, listed or follow are notified that an event was %s, with the reason", async (_, go) => {
  const event = await publishes()
  expect((await go(event.id)).status).toBeLessThan(300)
  await gather()
  for (const [who, because] of [
    [answering, "answer"],
    [keeping, "agenda"],
    [following, "follow"],
  ] as const) {
    expect(await inboxOf(who)).toMatchObject([
      {
        kind: "withdrawn",
        because,
        event: { title: { fr: "Radio Minuit" }, listed: false },
        actor: { fid: "seuils" },
        becomes: { reason: "La salle est fermée." },
      },
    ])
  }
  const all = await here.db
    .selectFrom("deliveries")
    .innerJoin("users", "users.id", "deliveries.user_id")
    .select(["username", "channel"])
    .where("because", "<>", "page")
    .execute()
  expect(all.map(({ username, channel }) => `${username} ${channel}`).sort()).toEqual(
    ["answering", "following", "keeping"].flatMap((name) => [`${name} app`, `${name} mail`]),
  )
})

test.each([
  [
    "fr",
    "Retiré de l’agenda\u00a0: Radio Minuit",
    "Raison\u00a0: La salle est fermée.",
    "Lieu\u00a0: Le Hangar",
    "Voir la page",
  ],
  ["en", "Taken off the agenda: Radio Minuit", "Reason: La salle est fermée.", "Venue: Le Hangar", "See the page of"],
  ["nl", "Uit de agenda gehaald: Radio Minuit", "Reden: La salle est fermée.", "Plek: Le Hangar", "De pagina van"],
])(
  "the mail about a deleted event is in %s, with reason and place, and links the organizer's page",
  async (language, subject, reason, place, action) => {
    const server = await mailServer()
    ends.push(server.end)
    const event = await publishes()
    await sql`update users set language = ${language} where id = ${answering.userId}`.execute(here.db)
    await ask("DELETE", address(event.id), { reason: "La salle est fermée." })
    await gather()
    const { id } = await here.db
      .selectFrom("deliveries")
      .select("id")
      .where("user_id", "=", answering.userId)
      .where("channel", "=", "mail")
      .executeTakeFirstOrThrow()
    const config = readConfig({ PUBLIC_URL: "https://foyer.example", SMTP_URL: server.url })
    const mailer = openMailer(config)
    ends.push(() => mailer.close())
    await sendNoticeMail(here.db, config, mailer, { deliveryId: id })
    const { subject: head, text } = parse(server.mails[0]?.source ?? "")
    expect(head).toBe(subject)
    for (const words of [reason, place, action, tomorrow().slice(0, 4)]) expect(text).toContain(words)
    expect(text).toContain("/actors/seuils")
    expect(text).not.toContain(`/events/${event.id}`)
  },
)

test("deleting a draft, a past event or a cancelled event makes no notice", async () => {
  const draft = await here.seuils.drafts()
  const over = await here.seuils.publishes({ starts: ["2020-01-01T20:00"] })
  const cancelled = await publishes()
  await ask("PATCH", address(cancelled.id), { status: "cancelled" })
  for (const { id } of [draft, over, cancelled]) expect((await ask("DELETE", address(id))).status).toBe(204)
  expect((await notices()).map(({ kind }) => kind)).toEqual(["cancelled"])
})

test("an event restored before its notice is sent makes no notice of that, but one of its new date", async () => {
  const event = await publishes()
  await ask("DELETE", address(event.id))
  await ask("POST", `${address(event.id)}restore/`)
  expect(await notices()).toEqual([])
  await ask("PATCH", address(event.id), { workflow: "draft" })
  await ask("PATCH", address(event.id), { start: `${tomorrow(2)}T21:15`, end: null })
  await ask("PATCH", address(event.id), { workflow: "published" })
  await gather()
  expect(await kindsOf(following)).toEqual(["dates"])
  expect(JSON.stringify((await inboxOf(answering))[0].becomes)).toContain(`${tomorrow(2)}T21:15`)
})

test("only people notified of a withdrawal are notified of the return, with the new date", async () => {
  const event = await publishes()
  await ask("PATCH", address(event.id), { workflow: "draft" })
  await gather()
  // Changes of the draft stay private.
  await ask("PATCH", address(event.id), { title: { fr: "Titre secret" }, start: `${tomorrow(3)}T21:15`, end: null })
  expect(JSON.stringify(await inboxOf(answering))).not.toContain("secret")
  const late = await here.newcomer("late")
  await here.db.insertInto("follows").values({ user_id: late.userId, actor_id: here.seuils.id }).execute()
  await ask("PATCH", address(event.id), { title: { fr: "Radio Minuit" }, workflow: "published" })
  await gather()
  expect(await kindsOf(late)).toEqual([])
  for (const who of [answering, keeping, following]) expect(await kindsOf(who)).toEqual(["returned", "withdrawn"])
  expect((await inboxOf(keeping))[0]).toMatchObject({ because: "agenda", event: { listed: true } })
  expect(JSON.stringify((await inboxOf(keeping))[0].becomes.dates)).toContain(`${tomorrow(3)}T21:15`)
  // Deleted and restored at once: nobody is notified.
  await ask("DELETE", address(event.id))
  await ask("POST", `${address(event.id)}restore/`)
  expect((await notices()).map(({ kind }) => kind)).toEqual(["withdrawn", "returned"])
})

test("an event deleted again before its return is notified leaves only the first notice", async () => {
  const event = await publishes()
  await ask("DELETE", address(event.id))
  await gather()
  await ask("POST", `${address(event.id)}restore/`)
  expect((await notices()).map(({ kind }) => kind)).toEqual(["withdrawn", "returned"])
  await ask("DELETE", address(event.id))
  expect((await notices()).map(({ kind }) => kind)).toEqual(["withdrawn"])
})

test("a move and a withdrawal before the notice is sent are one notice, without the new date", async () => {
  const event = await publishes()
  await ask("PATCH", address(event.id), { start: `${tomorrow(5)}T20:00`, end: null })
  await ask("PATCH", address(event.id), { workflow: "draft" })
  const all = await notices()
  expect(all.map(({ kind }) => kind)).toEqual(["withdrawn"])
  expect(JSON.stringify(all[0]?.was)).not.toContain(tomorrow(5))
})

test("a withdrawn event that is published again by its schedule is notified as returned", async () => {
  const event = await publishes()
  await ask("PATCH", address(event.id), { workflow: "scheduled", publish_at: `${tomorrow()}T08:00` })
  await gather()
  expect(await kindsOf(answering)).toEqual(["withdrawn"])
  await sql`update events set publish_at = now() - interval '1 minute' where id = ${event.id}`.execute(here.db)
  await publishDue(here.db)
  await gather()
  expect(await kindsOf(answering)).toEqual(["returned", "withdrawn"])
})

test("deleting and restoring a page notifies people who answered or listed its event, not its followers", async () => {
  await publishes({ place_id: null })
  expect((await ask("DELETE", "/api/actors/seuils/")).status).toBe(204)
  await gather()
  expect(await inboxOf(answering)).toMatchObject([{ kind: "withdrawn", actor: null }])
  expect(await kindsOf(keeping)).toEqual(["withdrawn"])
  expect(await kindsOf(following)).toEqual([])
  expect((await ask("POST", "/api/actors/seuils/restore/")).status).toBe(200)
  await gather()
  expect(await kindsOf(answering)).toEqual(["returned", "withdrawn"])
  expect(JSON.stringify((await inboxOf(answering))[0].was.place)).toBe(
    JSON.stringify((await inboxOf(answering))[0].becomes.place),
  )
})

test("managers of a withdrawn event see how many people were notified", async () => {
  const event = await publishes()
  await ask("PATCH", address(event.id), { workflow: "draft", withdrawn_reason: "Travaux" })
  await gather()
  const log = (await ask("GET", `${address(event.id)}notices/`)).body
  expect(log[0]).toMatchObject({
    kind: "withdrawn",
    becomes: { reason: "Travaux" },
    people: { answered: 1, others: 2 },
  })
  expect((await ask("DELETE", address(event.id), { reason: "x".repeat(501) })).status).toBe(400)
})
