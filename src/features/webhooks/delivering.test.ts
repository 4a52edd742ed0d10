import { sql } from "kysely"
import { expect, test } from "vitest"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { webhookReceiver } from "#test/elsewhere/webhook-receiver.ts"
import { summaryOf, webhookWorld } from "#test/worlds/webhook-world.ts"
import { deliverWebhooks, resetFutureWebhooks } from "./delivering.server.ts"
import { sweepWebhooks } from "./sweep.server.ts"

test("a failed delivery is repeated with the same id and body after growing delays, while the webhook pauses", async () => {
  const { adds, makes, tell, deliver, due, receiver, deliveries, ask, hangar, path } = await webhookWorld()
  const { id: hook } = await adds()
  /** Lets two deliveries fail, once both have arrived: otherwise the first failure may hold back the other. */
  const failBoth = () => {
    const both = Promise.withResolvers<void>()
    let count = 0
    receiver.answers(async () => {
      if (++count === 2) both.resolve()
      await both.promise
      return { status: 500 }
    })
  }
  failBoth()
  const [one, two] = [await makes({ title: { fr: "Un" } }), await makes({ title: { fr: "Deux" } })]
  await tell()
  await deliver()
  const knocked = receiver.taken()
  await deliver()
  expect(receiver.taken()).toEqual([])
  /** How long each delivery waits for its next try (seconds), oldest first. */
  const waits = async () =>
    (await deliveries(hook)).map(({ due: at }: { due: string }) => (Date.parse(at) - Date.now()) / 1000).toReversed()
  for (const wait of await waits()) expect(wait).toBeGreaterThan(50)
  expect((await deliveries(hook))[1]).toMatchObject({ state: "waiting", status: 500, tries: 1, event: { id: one } })

  failBoth()
  await due()
  await deliver()
  expect((await waits())[0]).toBeGreaterThan(250)
  receiver.taken()
  receiver.answers(() => undefined)
  // A test is sent even while the webhook pauses; once it arrives, deliveries that were not tried yet follow.
  const three = await makes({ title: { fr: "Trois" } })
  await tell()
  await ask(hangar.viewer, "POST", `${path}${hook}/test/`)
  await deliver()
  expect(receiver.taken().map(summaryOf)).toEqual(["ping", `event.created ${three}`])
  await due()
  await deliver()
  const taken = receiver.taken()
  expect(taken.map(summaryOf).toSorted()).toEqual([`event.created ${one}`, `event.created ${two}`])
  const ofOne = (all: typeof taken) => all.find(({ said: { data } }) => data.id === one)
  expect(ofOne(taken)?.headers["webhook-id"]).toBe(ofOne(knocked)?.headers["webhook-id"])
  expect(ofOne(taken)?.body).toBe(ofOne(knocked)?.body)
  await due()
  await deliver()
  expect(receiver.taken()).toEqual([])
})

test("several changes of a new event during an outage are delivered as one event.created in the latest state", async () => {
  const { adds, makes, change, tell, deliver, due, receiver } = await webhookWorld()
  await adds()
  await makes() // delivered before the failures begin
  await tell()
  await deliver()
  receiver.taken()
  receiver.answers(() => ({ status: 503 }))
  const id = await makes({ title: { fr: "Un" } })
  await tell()
  await deliver()
  await due()
  await change(id, { title: { fr: "Deux" } })
  await tell()
  await change(id, { status: "cancelled" })
  await tell()
  receiver.taken()
  receiver.answers(() => undefined)
  await due()
  await deliver()
  const [last, ...more] = receiver.taken()
  expect(more).toEqual([])
  expect(last?.said).toMatchObject({ type: "event.created", data: { id, title: { fr: "Deux" }, status: "cancelled" } })
})

test("a delivery refused with 422 is given up after eight tries and does not delay other deliveries", async () => {
  const { adds, makes, tell, deliver, due, receiver, deliveries } = await webhookWorld()
  const { id: hook } = await adds()
  const bad = await makes({ title: { fr: "Un" } })
  receiver.answers(({ said: { data } }) => (data.id === bad ? { status: 422 } : undefined))
  const good = await makes({ title: { fr: "Deux" } })
  await tell()
  await deliver()
  expect(receiver.taken().map(summaryOf).toSorted()).toEqual([`event.created ${bad}`, `event.created ${good}`])
  for (let time = 0; time < 9; time++) {
    await due()
    await deliver()
  }
  expect(receiver.taken()).toHaveLength(7)
  expect((await deliveries(hook))[1]).toMatchObject({ state: "failed", status: 422, tries: 8, due: null })
})

test("a host gets at most three deliveries at once, and a slow host does not delay another one", async () => {
  const { adds, makes, tell, deliver, receiver } = await webhookWorld()
  const other = await webhookReceiver()
  const held = Promise.withResolvers<void>()
  let [open, most] = [0, 0]
  receiver.answers(async () => {
    most = Math.max(most, ++open)
    await held.promise
    open--
    return undefined
  })
  // The slow receiver answers only once the other has everything, including an event made while only the slow one is busy.
  other.answers(() => {
    if (other.received.length === 6) held.resolve()
    return undefined
  })
  await adds()
  await adds({ url: other.url })
  for (let nth = 0; nth < 5; nth++) await makes({ title: { fr: `Soir ${nth}` } })
  await tell()
  const delivering = deliver()
  await expect.poll(() => other.received.length).toBe(5)
  await makes({ title: { fr: "Soir d’après" } })
  await tell()
  await delivering
  expect([receiver.received.length, other.received.length, most]).toEqual([6, 6, 3])
})

test("410 or days of failures switch a webhook off and notify the page's staff, who can switch it on again", async () => {
  const { adds, makes, settle, tell, deliver, due, receiver, db, ask, hangar, path, gives, newcomer } =
    await webhookWorld()
  const { id } = await adds()
  const other = await gives(await newcomer("odile"), hangar.id, "assistant")
  receiver.answers(() => ({ status: 410 }))
  await makes()
  await makes()
  await tell()
  await deliver()
  const off = async () => (await ask(hangar.viewer, "GET", path)).body[0]
  expect(await off()).toMatchObject({ is_active: false, off_reason: "gone" })
  const [last] = (await ask(hangar.viewer, "GET", "/api/actors/hangar/changes/")).body
  expect(last).toMatchObject({ action: "webhooks_changed", through: "schedule" })
  receiver.taken()
  await due()
  await deliver()
  await makes()
  expect(await settle()).toEqual([])

  const told = async (viewer: typeof other) => {
    const { rows } = await sql<{
      id: number
    }>`select id from notices where kind = 'webhook' and gathered_at is null`.execute(db)
    for (const notice of rows) await gatherRecipients(db, notice.id)
    return (await ask(viewer, "GET", "/api/me/notifications/")).body.filter(
      ({ kind }: { kind: string }) => kind === "webhook",
    )
  }
  const host = new URL(receiver.url).host
  expect(await told(hangar.viewer)).toMatchObject([{ actor: { fid: "hangar" }, becomes: { host, webhook: "gone" } }])
  expect(await told(other)).toHaveLength(1)

  receiver.answers(() => ({ status: 500 }))
  expect((await ask(hangar.viewer, "PATCH", `${path}${id}/`, { is_active: true })).body.off_reason).toBeNull()
  await makes()
  await settle()
  expect((await off()).failing_since).not.toBeNull()
  await sql`update webhooks set failing_since = now() - interval '4 days'`.execute(db)
  await due()
  await deliver()
  expect((await off()).is_active).toBe(true)
  // A receiver failing for over five days still gets every retry; the first delivery given up then switches the webhook off.
  await sql`update webhooks set failing_since = now() - interval '6 days'`.execute(db)
  await due()
  await deliver()
  expect((await off()).is_active).toBe(true)
  await sql`update webhook_deliveries set tries = 7 where state = 'waiting'`.execute(db)
  await due()
  await deliver()
  expect(await off()).toMatchObject({ is_active: false, off_reason: "failing" })
  expect(await told(other)).toHaveLength(2)

  // A test still works: it reports the state of the receiver and is not retried.
  receiver.taken()
  await ask(hangar.viewer, "POST", `${path}${id}/test/`)
  await deliver()
  await due()
  await deliver()
  expect(receiver.taken().map(({ said }) => said)).toEqual([
    { type: "ping", timestamp: expect.any(String), data: { webhook: id } },
  ])
})

test("webhooks to private addresses are refused and never contacted, and redirects are not followed", async () => {
  const { adds, makes, tell, db, receiver, deliveries, deliver, due, config } = await webhookWorld()
  const guarded = await webhookWorld({ OUTBOUND_PRIVATE: "0" })
  const refused = [
    "http://hooks.example.org/",
    "https://127.0.0.1/",
    "https://127.1/",
    "https://2130706433/",
    "https://[::1]/",
    "https://[::ffff:10.0.0.1]/",
    "https://169.254.169.254/latest/",
    "https://localhost/",
    "https://printer.local/",
    "https://intranet/",
    "https://user:secret@hooks.example.org/",
  ]
  for (const url of refused) {
    const { status, body } = await guarded.ask(guarded.hangar.viewer, "POST", guarded.path, { url })
    expect([url, status, Object.keys(body)]).toEqual([url, 400, ["url"]])
  }
  const fine = await guarded.ask(guarded.hangar.viewer, "POST", guarded.path, { url: "https://hooks.example.org/" })
  expect(fine.status).toBe(201)
  const moved = await guarded.ask(guarded.hangar.viewer, "PATCH", `${guarded.path}${fine.body.id}/`, {
    url: refused[1],
  })
  expect(moved.status).toBe(400)

  const { id } = await adds()
  await makes()
  await tell()
  // An address that was allowed once, or resolves to a private one by now: the outbound client refuses to connect.
  const strict = { ...config, federation: { ...config.federation, allowPrivate: false } }
  const last = async () => (await deliveries(id))[0]
  await deliverWebhooks(db, strict)
  expect(await last()).toMatchObject({ status: null, error: "forbidden", tries: 1 })
  await due()
  await sql`update webhooks set url = 'https://hooks.example.org/'`.execute(db)
  const toLoopback = (_name: string, _how: object, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: "127.0.0.1", family: 4 }])
  await deliverWebhooks(db, strict, { lookup: toLoopback as never })
  expect(await last()).toMatchObject({ status: null, error: "forbidden", tries: 2 })
  expect(receiver.taken()).toEqual([])

  await sql`update webhooks set url = ${receiver.url}`.execute(db)
  receiver.answers(() => ({ status: 307, headers: { location: `${receiver.url}/there` } }))
  await due()
  await deliver()
  expect(receiver.taken().map((one) => one.path)).toEqual(["/hook"])
  receiver.answers(() => ({ status: 200, body: "x".repeat(100_000) }))
  await due()
  await deliver()
  expect(await last()).toMatchObject({ state: "waiting", error: "too_large", tries: 4 })
})

test("the sweep queues lost changes, gives up deliveries after four days and deletes them after fifteen", async () => {
  const { adds, makes, tell, toTell, db, deliveries, settle } = await webhookWorld()
  const { id: hook } = await adds()
  const id = await makes()
  await toTell() // the job is lost
  await sweepWebhooks(db)
  expect((await settle()).map(summaryOf)).toEqual([`event.created ${id}`])
  await makes()
  await tell()
  await sql`update webhook_deliveries set created_at = now() - interval '4 days' where state = 'waiting'`.execute(db)
  await sweepWebhooks(db)
  expect((await deliveries(hook)).map(({ state }: { state: string }) => state)).toEqual(["failed", "delivered"])
  await sql`update webhook_deliveries set created_at = now() - interval '15 days' where state = 'failed'`.execute(db)
  await sweepWebhooks(db)
  expect(await deliveries(hook)).toHaveLength(1)
})

test("deliveries delayed while the clock was ahead are sent once their times are reset", async () => {
  const { adds, makes, tell, deliver, receiver, db } = await webhookWorld()
  await adds()
  const id = await makes()
  await tell()
  receiver.answers(() => ({ status: 503 }))
  await deliver()
  receiver.taken()
  receiver.answers(() => undefined)
  await deliver()
  expect(receiver.taken()).toEqual([]) // due in a minute
  await sql`
    update webhook_deliveries set due_at = due_at + interval '3 hours', tried_at = tried_at + interval '3 hours',
      created_at = created_at + interval '3 hours'`.execute(db)
  await sql`
    update webhooks set retry_at = retry_at + interval '3 hours', failing_since = failing_since + interval '3 hours'`.execute(
    db,
  )
  await resetFutureWebhooks(db)
  // What may be under way is left to its process for a moment.
  await sql`update webhook_deliveries set due_at = due_at - interval '15 seconds'`.execute(db)
  await deliver()
  expect(receiver.taken().map(summaryOf)).toEqual([`event.created ${id}`])
})

test("what a killed process was delivering is sent by another a few seconds later", async () => {
  const { adds, makes, tell, deliver, receiver, db } = await webhookWorld()
  await adds()
  const id = await makes()
  await tell()
  const begun = Promise.withResolvers<void>()
  const dead = Promise.withResolvers<undefined>()
  receiver.answers(() => {
    begun.resolve()
    return dead.promise
  })
  const delivering = deliver()
  await begun.promise
  receiver.taken()
  receiver.answers(() => undefined)
  const after = async (time: string) => {
    await sql`
      update webhook_deliveries set due_at = due_at - ${time}::interval, tried_at = tried_at - ${time}::interval`.execute(
      db,
    )
    await deliver()
    return receiver.taken().map(summaryOf)
  }
  expect(await after("12 seconds")).toEqual([]) // a try under way may take ten
  expect(await after("4 seconds")).toEqual([`event.created ${id}`])
  dead.resolve(undefined)
  await delivering
})
