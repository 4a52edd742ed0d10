import { sql } from "kysely"
import { expect, test } from "vitest"
import { webhookReceiver } from "#test/elsewhere/webhook-receiver.ts"
import { summaryOf, webhookWorld } from "#test/worlds/webhook-world.ts"
import { progressOf } from "./webhook.ts"

test("a failure at a webhook's former address does not count for the new address, which gets the delivery", async () => {
  const { adds, makes, tell, deliver, due, receiver, ask, hangar, path, deliveries } = await webhookWorld()
  const { id: hook } = await adds()
  const other = await webhookReceiver()
  const state = async () => (await ask(hangar.viewer, "GET", path)).body[0]
  const id = await makes()
  await tell()
  // The webhook gets another address while the former receiver is still answering.
  for (const [status, url] of [[410, other.url] as const, [500, `${other.url}/2`] as const]) {
    const answer = async () => {
      expect((await ask(hangar.viewer, "PATCH", `${path}${hook}/`, { url })).status).toBe(200)
      return { status }
    }
    receiver.answers(answer)
    other.answers(answer)
    await deliver()
    expect(await state()).toMatchObject({ is_active: true, off_reason: null, failing_since: null, url })
    expect((await deliveries(hook))[0]).toMatchObject({ state: "waiting", tries: 0, status: null })
    await due()
  }
  other.answers(() => undefined)
  other.taken()
  await deliver()
  expect(other.taken().map(summaryOf)).toEqual([`event.created ${id}`])

  // The former receiver accepted it, so it counts as delivered; that does not reset the failures of the new address.
  await makes()
  await tell()
  other.answers(async () => {
    await ask(hangar.viewer, "PATCH", `${path}${hook}/`, { url: receiver.url })
    return { status: 204 }
  })
  await deliver()
  expect((await deliveries(hook))[0]).toMatchObject({ state: "delivered", status: 204 })
})

test("an event that is a draft when its delivery is due is delivered once it is published again, in its new form", async () => {
  const { adds, makes, change, settle, tell, deliver, due, receiver, db } = await webhookWorld()
  await adds()
  const id = await makes()
  const next = await makes()
  await tell()
  await change(id, { workflow: "draft" })
  await deliver()
  expect(receiver.taken().map(summaryOf)).toEqual([`event.created ${next}`])
  await change(id, { workflow: "published" })
  await due()
  expect((await settle()).map(summaryOf)).toEqual([`event.created ${id}`])

  // An event corrected meanwhile is sent in its present form; its retracted words never are.
  const other = await makes({ title: { fr: "Canari" } })
  await tell()
  await change(other, { workflow: "draft" })
  await deliver()
  await change(other, { workflow: "published", title: { fr: "Corrigé" } })
  await tell()
  await due()
  await deliver()
  expect(receiver.taken().map(({ said: { type, data } }) => [type, data.title.fr])).toEqual([
    ["event.created", "Corrigé"],
  ])
  const { rows } = await sql<{ tries: number }>`select tries from webhook_deliveries where state = 'delivered'`.execute(
    db,
  )
  expect(rows.map(({ tries }) => tries)).toEqual([1, 1, 1])
})

test("the list of deliveries shows whether each is waiting, tried again, held or delivered, and if it has a due time", async () => {
  const { adds, makes, change, tell, deliver, due, receiver, deliveries } = await webhookWorld()
  const { id: hook } = await adds()
  /** The last deliveries, oldest first: the progress of each, and whether it has a time for its next try. */
  const seen = async () =>
    (await deliveries(hook))
      .map((one: Parameters<typeof progressOf>[0]) => [progressOf(one), one.due !== null])
      .toReversed()
  let whileAsked: unknown
  receiver.answers(async () => {
    whileAsked = await seen()
    return { status: 422 }
  })
  const id = await makes()
  await tell()
  expect(await seen()).toEqual([["waiting", false]])
  await deliver()
  expect(whileAsked).toEqual([["waiting", false]])
  // The receiver answered, so only deliveries about the same event wait.
  await change(id, { title: { fr: "Autrement" } })
  await makes()
  await tell()
  expect(await seen()).toEqual([
    ["again", true],
    ["held", true],
    ["waiting", false],
  ])
  receiver.answers(({ said: { data } }) => (data.id === id ? { status: 503 } : undefined))
  await deliver()
  await due()
  await deliver()
  await makes()
  await tell()
  expect(await seen()).toEqual([
    ["again", true],
    ["held", true],
    ["delivered", false],
    ["held", true],
  ])
})
