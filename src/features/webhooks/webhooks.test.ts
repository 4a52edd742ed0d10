import { randomBytes } from "node:crypto"
import { readFileSync } from "node:fs"
import { sql } from "kysely"
import { expect, test } from "vitest"
import { logChange } from "#test/changes.ts"
import { isSignedWith } from "#test/elsewhere/webhook-receiver.ts"
import { summaryOf, webhookWorld } from "#test/worlds/webhook-world.ts"
import { personalRows } from "#features/accounts/leaving/personal-rows.server.ts"
import { importEvents } from "#features/imports/commands.server.ts"
import { reencryptWebhookSecrets } from "./commands.server.ts"
import { deliverWebhooks } from "./delivering.server.ts"
import { queueEventDeliveries } from "./deliveries.server.ts"

test("a webhook gets each public change of its page and of the page's events once, signed and in the public form", async () => {
  const { adds, makes, change, settle, tell, deliver, ask, get, hangar, receiver, deliveries } = await webhookWorld()
  const old = await makes({ title: { fr: "Depuis longtemps" } })
  await tell()
  const { id: hook, secret } = await adds()
  expect(await settle()).toEqual([]) // existing events are not delivered

  const id = await makes()
  const [created, ...more] = await settle()
  expect(more).toEqual([])
  expect(created && isSignedWith(secret, created)).toBe(true)
  expect(created && isSignedWith(`whsec_${Buffer.alloc(24).toString("base64")}`, created)).toBe(false)
  expect(created?.headers).toMatchObject({ "content-type": "application/json", "webhook-id": expect.any(String) })
  expect(Number(created?.headers["webhook-timestamp"])).toBeGreaterThan(1_600_000_000)
  const { attendees: _, ...seen } = await (await get(`/api/contents/events/${id}/`)).json()
  expect(created?.said).toEqual({ type: "event.created", timestamp: expect.any(String), data: seen })

  await change(id, { title: { fr: "Nuit des lampions" } })
  await change(old, { tags: ["nuit"] })
  expect((await settle()).map(summaryOf).toSorted()).toEqual([`event.updated ${id}`, `event.updated ${old}`].toSorted())
  await change(id, { status: "cancelled" })
  const [off] = await settle()
  expect(off?.said).toMatchObject({ type: "event.cancelled", data: { id, status: "cancelled" } })
  await change(id, { workflow: "draft", title: { fr: "Canari secret" } })
  const [gone] = await settle()
  expect(gone?.said).toMatchObject({ type: "event.deleted" })
  expect(gone?.said.data).toEqual({ id, url: `https://foyer.example/events/${id}` })
  await change(id, { workflow: "published", title: { fr: "De retour" }, status: "scheduled" })
  expect((await settle()).map(summaryOf)).toEqual([`event.created ${id}`])
  await ask(hangar.viewer, "DELETE", `/api/contents/events/${id}/`)
  expect((await settle()).map(summaryOf)).toEqual([`event.deleted ${id}`])
  // The page itself is delivered, without anything that is not public.
  await ask(hangar.viewer, "PATCH", "/api/actors/hangar/", { summary: { fr: "Une nef" } })
  const [page] = await settle()
  expect(page?.said).toMatchObject({ type: "page.updated", data: { fid: "hangar", summary: { fr: "Une nef" } } })
  await ask(hangar.viewer, "PATCH", "/api/actors/hangar/fediverse/", { shows_counts: true })
  await tell()
  await deliver()
  expect(receiver.taken()).toEqual([])
  const listed = await deliveries(hook)
  expect(listed.map(({ type, state, status }: Record<string, unknown>) => [type, state, status])).toEqual(
    ["page.updated", "event.deleted", "event.created", "event.deleted", "event.cancelled", "event.updated"]
      .concat(["event.updated", "event.created"])
      .map((type) => [type, "delivered", 204]),
  )
})

test("nothing of a draft is delivered, even if the event was public when its delivery was queued", async () => {
  const { adds, makes, change, settle, receiver, deliver, tell, due, db, deliveries, ask, hangar } =
    await webhookWorld()
  const { id: hook } = await adds()
  const draft = await makes({ title: { fr: "Canari brouillon" }, workflow: "draft" })
  await change(draft, { summary: { fr: "Canari" } })
  const id = await makes({ title: { fr: "Canari publié par erreur" } })
  receiver.answers(() => ({ status: 503 }))
  await tell()
  await deliver()
  receiver.taken()
  await change(id, { workflow: "draft" })
  receiver.answers(() => undefined)
  // The job for the change has not run yet, and the first delivery is retried.
  await due()
  await deliver()
  expect(receiver.taken()).toEqual([])
  await due()
  expect((await settle()).map(summaryOf)).toEqual([`event.deleted ${id}`])
  expect((await deliveries(hook)).map(({ state }: { state: string }) => state)).toEqual(["delivered", "dropped"])
  // No text of it is left in the queue either.
  expect((await sql`select from webhook_deliveries where body is not null`.execute(db)).rows).toEqual([])
  // A test for a page that is not public contains nothing of it.
  await ask(hangar.viewer, "PATCH", "/api/actors/hangar/", { status: "archived", name: "Canari archivé" })
  await ask(hangar.viewer, "POST", `/api/actors/hangar/webhooks/${hook}/test/`)
  const last = await settle()
  expect(last.map(({ said: { type } }) => type).toSorted()).toEqual(["page.deleted", "ping"])
  expect(JSON.stringify(last)).not.toContain("Canari")
})

test("a webhook gets only events that its page hosts, plays in, or organizes once it has accepted", async () => {
  const { adds, makes, settle, ask, db, nour, seuils, hangar } = await webhookWorld()
  await adds()
  await makes({}, seuils.viewer)
  const housed = await makes({ place: "hangar" }, seuils.viewer)
  const played = await makes({ lineup: [{ fid: "hangar" }] }, nour.viewer)
  const asked = await makes({ organizers: ["seuils", "hangar"] }, seuils.viewer)
  expect((await settle()).map(summaryOf).toSorted()).toEqual([housed, played].map((id) => `event.created ${id}`))
  await sql`update event_organizers set status = 'accepted' where event_id = ${asked} and actor_id = ${hangar.id}`.execute(
    db,
  )
  await logChange(db, { subject: { event: asked }, kind: "updated" })
  await ask(seuils.viewer, "PATCH", `/api/contents/events/${housed}/`, { place: null })
  expect((await settle()).map(summaryOf).toSorted()).toEqual([`event.created ${asked}`, `event.deleted ${housed}`])
})

test("concurrent jobs deliver a change once, and an import of 60 events makes three jobs", async () => {
  const { adds, makes, toTell, db, config, deliver, receiver, hangar, deliveries } = await webhookWorld()
  const hook = await adds()
  const id = await makes()
  await toTell()
  await Promise.all([queueEventDeliveries(db, config, id), queueEventDeliveries(db, config, id)])
  await Promise.all([deliver(), deliver()])
  expect(receiver.taken().map(summaryOf)).toEqual([`event.created ${id}`])

  const listed = Array.from({ length: 60 }, (_, nth) => `Soir ${nth};${day(nth)} 20:30;Salle voisine`)
  const bytes = Buffer.from(["titre;date;lieu", ...listed].join("\n"))
  const importing = importEvents(db, "operator", bytes, { as: hangar.fid, now: Date.UTC(2026, 10, 21) })
  let step = await importing.next()
  while (!step.done) step = await importing.next()
  expect(step.value).toMatchObject({ created: 60, refused: [] })
  const jobs = await toTell()
  // Rows written at the same moment come in any order.
  expect(jobs.map(({ events }) => events.length).toSorted((a, b) => b - a)).toEqual([25, 25, 10])
  for (const one of jobs.flatMap(({ events }) => events)) await queueEventDeliveries(db, config, one)
  await Promise.all([deliver(), deliver()])
  const told = receiver.taken().map(summaryOf)
  expect([told.length, new Set(told).size]).toEqual([60, 60])
  expect(await deliveries(hook.id)).toHaveLength(50)
})

test("only verified staff of the page and administrators can use its webhook endpoints", async () => {
  const { adds, ask, newcomer, gives, hangar, path, db, receiver } = await webhookWorld()
  const roles = ["nobody", "user", "assistant", "member", "owner", "moderator", "admin", "unverified"]
  const state = async () => (await sql`select * from webhooks order by id`.execute(db)).rows
  for (const role of roles) {
    const { id } = await adds()
    const office = { isModerator: role === "moderator", isAdmin: role === "admin", isVerified: role !== "unverified" }
    const one = role === "nobody" ? null : await newcomer(`one-${role}`, office)
    const relation = role === "unverified" ? "owner" : role
    if (one && ["assistant", "member", "owner"].includes(relation)) await gives(one, hangar.id, relation)
    const isAllowed = ["assistant", "member", "owner", "admin"].includes(role)
    const before = await state()
    const tries: [string, string, object?][] = [
      ["GET", path],
      ["GET", `${path}${id}/deliveries/`],
      ["PATCH", `${path}${id}/`, { description: role }],
      ["POST", `${path}${id}/test/`],
      ["POST", `${path}${id}/secret/`],
      ["POST", path, { url: `${receiver.url}/${role}` }],
      ["DELETE", `${path}${id}/`],
    ]
    const statuses: number[] = []
    // oxlint-disable-next-line no-await-in-loop
    for (const [method, at, body] of tries) statuses.push((await ask(one, method, at, body)).status)
    expect([role, ...statuses]).toEqual([
      role,
      ...(isAllowed ? [200, 200, 200, 202, 200, 201, 204] : tries.map(() => 403)),
    ])
    expect(isAllowed ? [] : await state(), role).toEqual(isAllowed ? [] : before)
    await sql`delete from webhooks`.execute(db)
  }
})

test("invalid fields are reported, a secret is shown once, renewable and encrypted, and a page has ten webhooks at most", async () => {
  const { adds, ask, hangar, seuils, path, db, receiver, settle, makes, get, config, tell } = await webhookWorld()
  const wrong = await ask(hangar.viewer, "POST", path, { url: "ftp://x", events: ["event.seen"], description: 3 })
  expect([wrong.status, Object.keys(wrong.body).toSorted()]).toEqual([400, ["description", "events.0", "url"]])
  const none = await ask(hangar.viewer, "POST", path, { url: receiver.url, events: [] })
  expect(Object.keys(none.body)).toEqual(["events"])
  const made = await adds({ events: ["event.created"], description: "Billetterie" })
  expect(made).toMatchObject({ is_active: true, events: ["event.created"], description: "Billetterie", version: 0 })
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  const both = await ask(hangar.viewer, "POST", path, { url: receiver.url, description: 3 })
  expect(Object.keys(both.body).toSorted()).toEqual(["description", "url"])
  const { rows } = await sql<{ row: string }>`select to_jsonb(w)::text as row from webhooks w`.execute(db)
  expect(rows[0]?.row).not.toContain(Buffer.from(made.secret).toString("hex"))
  const listed = await ask(hangar.viewer, "GET", path)
  expect(JSON.stringify(listed.body)).not.toContain("whsec_")
  expect((await get(path)).status).toBe(403)
  expect((await ask(seuils.viewer, "GET", `/api/actors/seuils/webhooks/${made.id}/deliveries/`)).status).toBe(404)

  const stale = await ask(
    hangar.viewer,
    "PATCH",
    `${path}${made.id}/`,
    { events: ["event.deleted"] },
    { "if-match": '"v7"' },
  )
  expect(stale.status).toBe(412)
  // Renewed twice, because the first answer was lost: the receiver still knows the secret from before.
  await ask(hangar.viewer, "POST", `${path}${made.id}/secret/`)
  const renewed = (await ask(hangar.viewer, "POST", `${path}${made.id}/secret/`)).body
  await makes()
  const [one] = await settle()
  for (const secret of [made.secret, renewed.secret]) expect(one && isSignedWith(secret, one)).toBe(true)
  await sql`update webhooks set former_until = now()`.execute(db)
  await makes()
  const [next] = await settle()
  expect([made.secret, renewed.secret].map((secret) => next && isSignedWith(secret, next))).toEqual([false, true])
  // Encrypted with another key, as when an operator changes it, the secret stays the same.
  const [former, key] = [readFileSync(config.federation.keyFile, "utf8").trim(), randomBytes(32).toString("base64url")]
  const sealedBy = (...keys: string[]) => ({ ...config, federation: { ...config.federation, keys } })
  // The former secret no longer signs, so the key it was encrypted with may be lost.
  await sql`update webhooks set former_secret = '\\xc0ffee'`.execute(db)
  expect(await reencryptWebhookSecrets(db, sealedBy(key, former))).toBe(1)
  await makes()
  await tell()
  await deliverWebhooks(db, sealedBy(key))
  expect(receiver.taken().map((last) => isSignedWith(renewed.secret, last))).toEqual([true])
  // A former secret that still signs is encrypted anew as well.
  const again = (await ask(hangar.viewer, "POST", `${path}${made.id}/secret/`)).body
  const sealed = sealedBy(randomBytes(32).toString("base64url"), former, key)
  expect(await reencryptWebhookSecrets(db, sealed)).toBe(1)
  await makes()
  await tell()
  await deliverWebhooks(db, {
    ...sealed,
    federation: { ...sealed.federation, keys: sealed.federation.keys.slice(0, 1) },
  })
  const [last] = receiver.taken()
  for (const secret of [renewed.secret, again.secret]) expect(last && isSignedWith(secret, last)).toBe(true)
  const journal = (await ask(hangar.viewer, "GET", "/api/actors/hangar/changes/")).body
  expect(journal.map(({ action }: { action: string }) => action)).toContain("webhooks_changed")
  for (let nth = 1; nth < 10; nth++) await adds({ url: `${receiver.url}/${nth}` })
  expect((await ask(hangar.viewer, "POST", path, { url: `${receiver.url}/10` })).body.code).toBe("too_many")
})

test("webhooks are deleted with their page, and are in its owner's export without their secret", async () => {
  const { adds, db, hangar, makes, tell } = await webhookWorld()
  const { secret } = await adds()
  await makes()
  await tell()
  const rows = await personalRows(db, hangar.viewer.userId)
  expect(rows.webhooks).toMatchObject([{ fid: "hangar", events: expect.any(Array) }])
  expect(JSON.stringify(rows)).not.toContain(secret)
  expect(rows.webhooks?.[0]).not.toHaveProperty("secret")
  await sql`delete from actors where id = ${hangar.id}`.execute(db)
  for (const table of ["webhooks", "webhook_told", "webhook_pages", "webhook_deliveries"])
    expect((await sql`select from ${sql.table(table)}`.execute(db)).rows, table).toEqual([])
})

function day(nth: number) {
  return `${String((nth % 28) + 1).padStart(2, "0")}/0${Math.floor(nth / 28) + 1}/2027`
}
