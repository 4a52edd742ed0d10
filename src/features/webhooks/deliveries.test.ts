import { expect, test } from "vitest"
import { logChange } from "#test/changes.ts"
import { summaryOf, webhookWorld } from "#test/worlds/webhook-world.ts"

test("a webhook for cancellations alone drops a cancellation that is withdrawn before its delivery", async () => {
  const { adds, makes, change, tell, deliver, due, receiver, deliveries } = await webhookWorld()
  const id = await makes()
  await tell()
  const { id: hook } = await adds({ events: ["event.cancelled"] })
  receiver.answers(() => ({ status: 503 }))
  await change(id, { status: "cancelled" })
  await tell()
  await deliver()
  expect(receiver.taken().map(summaryOf)).toEqual([`event.cancelled ${id}`])
  receiver.answers(() => undefined)
  await due()
  await change(id, { status: "scheduled" })
  await tell()
  await deliver()
  expect(receiver.taken()).toEqual([])
  expect((await deliveries(hook)).map(({ state }: { state: string }) => state)).toEqual(["dropped"])
})

test("a change of a page's number of upcoming events alone is not delivered as page.updated", async () => {
  const { adds, makes, settle, db, hangar, ask } = await webhookWorld()
  await adds({ events: ["page.updated"] })
  await makes()
  await logChange(db, { subject: { actor: hangar.id }, kind: "updated" })
  expect(await settle()).toEqual([])
  await ask(hangar.viewer, "PATCH", "/api/actors/hangar/", { summary: { fr: "Une nef" } })
  const [page] = await settle()
  expect(page?.said).toMatchObject({ type: "page.updated", data: { contents: { upcoming_events: 1 } } })
})
