import { sql } from "kysely"
import { beforeEach, expect, test } from "vitest"
import { gatherRecipients } from "#features/notices/gather.server.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

// One call cancels several dates, all of them or none, with one notice; one call reinstates them.

let here: Awaited<ReturnType<typeof writingWorld>>
let id: number
let dates: number[]
beforeEach(async () => {
  here = await writingWorld()
  const event = await here.seuils.publishes({ starts: [0, 1, 2].map((day) => `${tomorrow(day)}T20:30`) })
  id = event.id
  const rows = await here.db
    .selectFrom("occurrences")
    .select("id")
    .where("event_id", "=", id)
    .orderBy("starts_at")
    .execute()
  dates = rows.map((row) => row.id)
})

const call = (body: object, headers = {}) =>
  here.ask(here.seuils.viewer, "PATCH", `/api/contents/events/${id}/occurrences/`, body, headers)
const off = (occurrences: unknown[], more: object = {}) => call({ occurrences, status: "cancelled", ...more })
const on = (occurrences: number[]) => call({ occurrences, status: "scheduled" })
const read = async () => (await here.ask(here.seuils.viewer, "GET", `/api/contents/events/${id}/`)).body
const statuses = async () => (await read()).occurrences.map(({ status }: { status: string }) => status)
const notices = () =>
  here.db.selectFrom("notices").select(["id", "kind", "becomes", "occurrence_ids"]).where("event_id", "=", id).execute()

test("several dates are cancelled in one request, with a public reason and one notice", async () => {
  const [first, , third] = dates as [number, number, number]
  const answered = await off([first, third, first], { status_reason: "Une interprète s’est blessée." })
  expect(answered.status).toBe(200)
  expect(await statuses()).toEqual(["cancelled", "scheduled", "cancelled"])
  const everybodys = await here.ask(null, "GET", `/api/contents/events/${id}/`)
  expect(everybodys.body.occurrences[0]).toMatchObject({ status_reason: "Une interprète s’est blessée." })
  expect(everybodys.body.occurrences[1]).not.toHaveProperty("status_reason")
  const told = await notices()
  expect(told).toMatchObject([{ kind: "dates", becomes: { reason: "Une interprète s’est blessée." } }])
  expect(told[0]?.occurrence_ids?.map(Number).toSorted()).toEqual([first, third].toSorted())
})

test("a single date is cancelled with a public reason, which can be corrected and goes when the date is reinstated", async () => {
  const date = (said: object) =>
    here.ask(here.seuils.viewer, "PATCH", `/api/contents/events/${id}/occurrences/${dates[1]}/`, said)
  const reason = async () => (await here.ask(null, "GET", `/api/contents/events/${id}/`)).body.occurrences[1]
  expect((await date({ status: "cancelled", status_reason: "Panne de courant." })).status).toBe(200)
  expect(await statuses()).toEqual(["scheduled", "cancelled", "scheduled"])
  expect(await reason()).toMatchObject({ status_reason: "Panne de courant." })
  expect(await notices()).toMatchObject([{ kind: "date_cancelled", becomes: { reason: "Panne de courant." } }])
  await date({ status_reason: "Panne d’eau." })
  expect(await reason()).toMatchObject({ status: "cancelled", status_reason: "Panne d’eau." })
  // Without the field it stays; a date that takes place has none.
  await date({ status: "cancelled" })
  expect(await reason()).toMatchObject({ status_reason: "Panne d’eau." })
  await date({ status: "scheduled", status_reason: "Plus rien." })
  expect(await reason()).not.toHaveProperty("status_reason")
  expect(await notices()).toEqual([])
})

test("dates reinstated before the notice is sent leave neither notice nor reason", async () => {
  await off(dates.slice(0, 2), { status_reason: "Panne" })
  expect((await on(dates.slice(0, 2))).status).toBe(200)
  expect(await statuses()).toEqual(["scheduled", "scheduled", "scheduled"])
  expect(await notices()).toEqual([])
  await off(dates.slice(0, 1))
  expect((await read()).occurrences[0]).not.toHaveProperty("status_reason")
})

test("cancelling the same dates again or simultaneously changes them once and makes one notice", async () => {
  const [one, two] = [await off(dates), await off(dates)]
  expect(two.body.version).toBe(one.body.version)
  await on(dates)
  const raced = await Promise.all([off(dates), off(dates), off(dates)])
  expect(raced.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await statuses()).toEqual(["cancelled", "cancelled", "cancelled"])
  expect(await notices()).toHaveLength(1)
  await Promise.all([on(dates), on(dates)])
  expect(await statuses()).toEqual(["scheduled", "scheduled", "scheduled"])
  expect(await notices()).toEqual([])
})

test("a cancellation is refused as a whole for a date of another event, an outdated version or a stranger", async () => {
  const other = await here.seuils.publishes({ title: "Autre" })
  const { id: foreign } = await here.db
    .selectFrom("occurrences")
    .select("id")
    .where("event_id", "=", other.id)
    .executeTakeFirstOrThrow()
  expect(await off([dates[0], foreign])).toMatchObject({ status: 400, body: { occurrences: [expect.any(String)] } })
  expect((await off([])).status).toBe(400)
  expect((await call({ occurrences: dates, status: "cancelled" }, { "if-match": '"999"' })).status).toBe(412)
  for (const viewer of [null, await here.newcomer("lou")])
    expect(
      (
        await here.ask(viewer, "PATCH", `/api/contents/events/${id}/occurrences/`, {
          occurrences: dates,
          status: "cancelled",
        })
      ).status,
    ).toBe(403)
  expect(await statuses()).toEqual(["scheduled", "scheduled", "scheduled"])
})

test("a notice's audience is counted by date and in total, with unconfirmed answers apart", async () => {
  const [first, second] = dates as [number, number]
  const answers = async (name: string, occurrence_id: number | null, value = "confirmed", waits = false) => {
    const viewer = await here.newcomer(name)
    const actor = await here.db
      .insertInto("actors")
      .values({
        fid: name,
        type: "person",
        name,
        language: "fr",
        status: waits ? "draft" : "published",
      })
      .returning("id")
      .executeTakeFirstOrThrow()
    if (waits) await sql`update actors set awaits_address_since = now() where id = ${actor.id}`.execute(here.db)
    await here.db
      .insertInto("attendances")
      .values({ event_id: id, user_id: viewer.userId, actor_id: actor.id, value, occurrence_id })
      .execute()
  }
  await answers("ana", null)
  await answers("bob", first, "interested")
  await answers("cleo", second)
  await answers("dan", second, "declined")
  await answers("eva", first, "confirmed", true)
  const audience = async (query = "") =>
    (await here.ask(here.seuils.viewer, "GET", `/api/contents/events/${id}/notices/audience/${query}`)).body
  expect(await audience()).toMatchObject({ answered: 3, others: 0, unconfirmed: 1, all_dates: 1 })
  const byDate = (await audience()).dates.toSorted(
    (a: { occurrence: number }, b: { occurrence: number }) => a.occurrence - b.occurrence,
  )
  expect(byDate).toEqual([
    { occurrence: first, answered: 2 },
    { occurrence: second, answered: 2 },
  ])
  // A person who answered for all dates is counted once.
  expect(await audience(`?occurrence=${first},${second}`)).toMatchObject({ answered: 3, unconfirmed: 1 })
  expect(await audience(`?occurrence=${second}`)).toMatchObject({ answered: 2, unconfirmed: 0 })
  // The same rule applies wherever organisers see counts.
  expect((await read()).attendance_counts).toEqual({ interested: 1, confirmed: 2, declined: 1, unconfirmed: 1 })
  const counts = (await here.ask(here.seuils.viewer, "GET", `/api/contents/events/${id}/attendances/counts/`)).body
  expect(counts).toContainEqual({ occurrence: first, interested: 1, confirmed: 0, declined: 0, unconfirmed: 1 })

  await off([first, second])
  const [notice] = await notices()
  await gatherRecipients(here.db, notice?.id as number)
  const { rows } = await sql<{ username: string }>`select distinct username from deliveries d
    join users u on u.id = d.user_id where notice_id = ${notice?.id} and channel = 'app' order by 1`.execute(here.db)
  expect(rows.map(({ username }) => username)).toEqual(["ana", "bob", "cleo", "eva"])
})

test("only managers see who cancelled an event and when", async () => {
  const path = `/api/contents/events/${id}/`
  expect(await read()).not.toHaveProperty("called_off")
  const before = Date.now()
  await here.ask(here.seuils.viewer, "PATCH", path, { status: "cancelled", status_reason: "Panne" })
  const { called_off } = await read()
  expect(called_off).toMatchObject({ by: { name: "Compagnie des Seuils", fid: "seuils" } })
  expect(Date.parse(called_off.at)).toBeGreaterThan(before - 2000)
  for (const viewer of [null, here.nour.viewer])
    expect((await here.ask(viewer, "GET", path)).body).not.toHaveProperty("called_off")
  // For an event that was imported as cancelled nothing is recorded, and a reinstated event is not cancelled.
  await here.ask(here.seuils.viewer, "PATCH", path, { status: "scheduled", status_reason: null })
  expect(await read()).not.toHaveProperty("called_off")
})
