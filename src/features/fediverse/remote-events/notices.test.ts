import { sql } from "kysely"
import { expect, test } from "vitest"
import { answerEvent } from "#features/events/attendance/commands.server.ts"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { sendNoticeMail } from "#features/notices/mails.server.ts"
import type { Mail } from "#mail/transport.ts"
import { elsewhereWorld, soon } from "#test/elsewhere/fediverse-elsewhere.ts"

/** The world with an event of a followed remote account that nour has answered. */
async function answeredElsewhere() {
  const world = await elsewhereWorld()
  const { db, config, nour, lena, befriends, creates, idOf } = world
  for (const viewer of [nour.viewer, lena]) await befriends(viewer, "salle")
  await creates("salle", "1")
  const id = Number(await idOf("1"))
  await answerEvent(db, nour.viewer, id, { value: "interested" }, config)

  let days = 10
  const updates = (more: object, slug = "1") =>
    world.updates("salle", slug, { ...more, updated: `2026-11-${++days}T10:00:00Z` })
  /** Hands out the notices that were written, and returns what somebody was told, newest first. */
  const told = async (viewer = nour.viewer) => {
    const { rows } = await sql<{ id: number }>`select id from notices where gathered_at is null order by id`.execute(db)
    for (const notice of rows) await gatherRecipients(db, notice.id)
    const { body } = await world.ask(viewer, "GET", "/api/me/notifications/")
    return body as { kind: string; event: { id: number | null; listed: boolean } }[]
  }
  return { ...world, id, updates, told }
}

test("who answered a remote event is told when it is cancelled, moved or deleted; others are not", async () => {
  const { db, config, lena, id, updates, told, does, event, here } = await answeredElsewhere()
  await updates({ "ical:status": "CANCELLED" })
  expect(await told()).toMatchObject([{ kind: "cancelled", event: { id, listed: true } }])
  const mails: Mail[] = []
  const mailer = { send: async (mail: Mail) => void mails.push(mail), close() {} }
  const { rows } = await sql<{ id: number }>`select id from deliveries where channel = 'mail'`.execute(db)
  for (const { id: deliveryId } of rows) await sendNoticeMail(db, config, mailer, { deliveryId })
  expect(mails).toMatchObject([{ text: expect.stringContaining(`${here}/events/${id}`) }])

  await updates({ startTime: `${soon}T18:00:00Z` })
  expect((await told()).map(({ kind }) => kind)).toEqual(["restored", "cancelled"])
  await does("salle", { type: "Delete", object: event("salle", "1") })
  expect(await told()).toMatchObject([
    { kind: "withdrawn", event: { id: null, title: { fr: "Nuit des lanternes" }, listed: false } },
    { kind: "cancelled" },
  ])
  expect(await told(lena)).toEqual([])
})

test("a remote event that nobody answered or listed causes no notices; one that changes all day at most five", async () => {
  const { db, creates, updates, told } = await answeredElsewhere()
  await creates("salle", "2")
  await updates({ "ical:status": "CANCELLED" }, "2")
  expect((await sql`select from notices`.execute(db)).rows).toHaveLength(0)

  for (const status of ["CANCELLED", "CONFIRMED", "CANCELLED", "CONFIRMED", "CANCELLED", "CONFIRMED", "CANCELLED"]) {
    await updates({ "ical:status": status })
    await told()
  }
  expect(await told()).toHaveLength(5)
})
