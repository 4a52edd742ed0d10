import { sql } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeEach(async () => {
  here = await writingWorld()
})
afterEach(() => here.end())

const path = (id: number, rest = "") => `/api/contents/events/${id}/${rest}`

/** Returns the rows the index should hold, computed from the events, and the rows it does hold. */
async function index() {
  const { rows: held } = await sql`
    select actor_id, event_id, workflow, first_start, last_start, last_until from organized_events order by 1, 2`.execute(
    here.db,
  )
  const { rows: true_ } = await sql`
    select eo.actor_id, e.id as event_id, e.workflow,
      (select min(starts_at) from occurrences o where o.event_id = e.id and next_from = '-infinity') as first_start,
      e.last_start, e.last_until
    from event_organizers eo join events e on e.id = eo.event_id
    where eo.status = 'accepted' and e.deleted_at is null and e.last_start is not null order by 1, 2`.execute(here.db)
  return { held, true: true_ }
}
async function expectKept(rows: number) {
  const { held, true: said } = await index()
  expect(held).toEqual(said)
  expect(held).toHaveLength(rows)
}

test("the index of organized events follows changes of events, dates, organizers and pages", async () => {
  const { hangar, seuils } = here
  const ask = async (method: string, at: string, body?: object, by = hangar) => {
    const answer = await here.ask(by.viewer, method, at, body)
    expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
    return answer.body
  }
  const made = await ask("POST", "/api/contents/events/", {
    title: { fr: "Trois soirs" },
    category: "theatre",
    organizers: ["hangar", "seuils"],
    occurrences: [1, 2, 3].map((day) => ({ start: `${tomorrow(day)}T20:00` })),
  })
  await expectKept(1)
  await ask("PATCH", path(made.id), { workflow: "published" })
  await expectKept(1)
  await ask("POST", path(made.id, "confirmations/"), { fid: "seuils", answer: "accept", part: "organizer" }, seuils)
  await expectKept(2)
  const [first, , third] = made.occurrences
  await ask("PATCH", path(made.id, `occurrences/${first.id}/`), { status: "cancelled" })
  await expectKept(2)
  await ask("PATCH", path(made.id, `occurrences/${third.id}/`), { start: `${tomorrow(9)}T20:00` })
  await expectKept(2)
  const other = await ask("POST", "/api/contents/events/", {
    title: { fr: "Un soir" },
    category: "music",
    organizers: ["hangar"],
    start: `${tomorrow(5)}T20:00`,
  })
  await expectKept(3)
  await ask("DELETE", path(other.id))
  await expectKept(2)
  await ask("PATCH", path(made.id), { organizers: ["hangar"] })
  await expectKept(1)
  // Deleting a page deletes its events; restoring it restores them.
  await ask("DELETE", "/api/actors/hangar/")
  await expectKept(0)
  await ask("POST", "/api/actors/hangar/restore/")
  await expectKept(1)
  expect(here.errors).toEqual([])
})

test("simultaneous changes of an event's date and its organizers leave a correct index of organized events", async () => {
  const { hangar, seuils } = here
  for (let times = 0; times < 6; times++) {
    const made = await here.ask(hangar.viewer, "POST", "/api/contents/events/", {
      title: { fr: `Soir ${times}` },
      category: "music",
      organizers: ["hangar", "seuils"],
      start: `${tomorrow(times)}T20:00`,
      workflow: "published",
    })
    const { id } = made.body
    const answers = await Promise.all([
      here.ask(hangar.viewer, "PATCH", path(id), { start: `${tomorrow(times)}T21:30` }),
      here.ask(seuils.viewer, "POST", path(id, "confirmations/"), {
        fid: "seuils",
        answer: "accept",
        part: "organizer",
      }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  }
  await expectKept(12)
})

test("updating the dates of an event scans no table of events or organizers as a whole", async () => {
  const { id } = await here.hangar.publishes({ starts: [`${tomorrow(3)}T20:30`] })
  await sql`analyze events, event_organizers, organized_events, occurrences`.execute(here.db)
  const readWhole = await here.db.connection().execute(async (one) => {
    // A connection counts what it scanned in earlier transactions as well, until it reports that.
    await sql`select pg_stat_force_next_flush()`.execute(one)
    return one.transaction().execute(async (tx) => {
      await sql`update occurrences set until_at = until_at + interval '1 hour' where event_id = ${id}`.execute(tx)
      return sql`select relname from pg_stat_xact_user_tables
        where relname in ('events', 'event_organizers', 'organized_events') and seq_scan > 0`.execute(tx)
    })
  })
  expect(readWhole.rows).toEqual([])
  await expectKept(1)
})

test("managed events of several pages are listed and counted once, in order of date, with filters and paging", async () => {
  const { hangar, seuils, nour } = here
  const both = await here.gives(await here.newcomer("deux"), hangar.id, "member")
  await here.gives(both, seuils.id, "assistant")
  const made: number[] = []
  for (let day = 0; day < 6; day++) {
    const { id } = await (day % 2 ? hangar : seuils).publishes({ starts: [`${tomorrow(6 - day)}T20:30`] })
    if (day % 3 === 0)
      await sql`insert into event_organizers (event_id, actor_id, position, status)
        values (${id}, ${day % 2 ? seuils.id : hangar.id}, 1, 'accepted')`.execute(here.db)
    made.unshift(id)
  }
  // A long past event with two dates, the later one cancelled; and an event of somebody else.
  const past = await hangar.publishes({ starts: ["2020-01-01T20:30", "2020-01-03T20:30"] })
  await nour.publishes()
  const lists = async (query: string) => {
    const { body, headers } = await here.ask(both, "GET", `/api/contents/events/managed/?${query}`)
    return { ids: body.map(({ id }: { id: number }) => id), total: Number(headers.get("x-total-count")) }
  }
  expect(await lists("filter=future")).toEqual({ ids: made, total: 6 })
  expect(await lists("filter=future&limit=2&start=2")).toEqual({ ids: made.slice(2, 4), total: 6 })
  expect(await lists("filter=all")).toEqual({ ids: [past.id, ...made], total: 7 })
  expect(await lists("filter=past")).toEqual({ ids: [past.id], total: 1 })
  expect(await lists("filter=past&to=2020-01-02")).toEqual({ ids: [past.id], total: 1 })
  expect(await lists("filter=past&to=2019-12-31")).toEqual({ ids: [], total: 0 })
  expect(await lists(`filter=all&to=${tomorrow(2)}`)).toEqual({ ids: [past.id, ...made.slice(0, 2)], total: 3 })
  expect(await lists("filter=all&limit=5&start=50")).toEqual({ ids: [], total: 7 })
  expect(await lists("filter=all&workflow=draft")).toEqual({ ids: [], total: 0 })
  expect((await lists("filter=all&category=music&actor=seuils")).total).toBeGreaterThan(3)
  expect((await lists("filter=all&actor=hangar")).total).toBe(7)
  await sql`insert into former_fids (fid, actor_id) select 'oldhangar', id from actors where fid = 'hangar'`.execute(
    here.db,
  )
  expect((await lists("filter=all&actor=oldhangar")).total).toBe(7)
  const none = await here.ask(await here.newcomer("personne"), "GET", "/api/contents/events/managed/?filter=all")
  expect([none.body, none.headers.get("x-total-count")]).toEqual([[], "0"])
})
