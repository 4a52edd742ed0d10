import { beforeAll, expect, test } from "vitest"
import { makesEvening } from "#test/worlds/evenings.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
let festival: number
let parts: number[]
beforeAll(async () => {
  here = await writingWorld()
  festival = (await makesEvening(here, { title: { fr: "Trois soirs" }, workflow: "published" })).body.id
  const part = async (day: number, said: object = {}) =>
    (
      await makesEvening(here, {
        title: { fr: `Soir ${day}` },
        start: `${tomorrow(day)}T20:30`,
        end: null,
        parent: festival,
        workflow: "published",
        ...said,
      })
    ).body.id as number
  parts = [await part(1), await part(2), await part(3)]
})

const change = (id: number, said: object) => here.ask(here.hangar.viewer, "PATCH", `/api/contents/events/${id}/`, said)
const states = () =>
  Promise.all(
    parts.map(async (id) => {
      const { status, status_reason } = (await here.ask(null, "GET", `/api/contents/events/${id}/`)).body
      return `${status} ${status_reason ?? ""}`.trim()
    }),
  )
const noticesOf = async (id: number) =>
  (await here.db.selectFrom("notices").select("kind").where("event_id", "=", id).execute()).map(({ kind }) => kind)

test("a festival is cancelled with its programme, each event with its notice, and reinstated with what was cancelled with it", async () => {
  const [alone, moved] = parts as [number, number, number]
  expect((await change(alone, { status: "cancelled", status_reason: "Une angine." })).status).toBe(200)
  expect((await change(moved, { status: "postponed" })).status).toBe(200)
  const off = { status: "cancelled", status_reason: "Trop de vent." }

  // Without asking for it, the programme stays.
  await change(festival, off)
  expect(await states()).toEqual(["cancelled Une angine.", "postponed", "scheduled"])
  await change(festival, { status: "scheduled", programme: true })

  expect((await change(festival, { ...off, programme: true })).status).toBe(200)
  expect(await states()).toEqual(["cancelled Une angine.", "cancelled Trop de vent.", "cancelled Trop de vent."])
  expect(await noticesOf(parts[2] as number)).toEqual(["cancelled"])
  // Who follows the organizer reads of the festival, not of each of its events.
  const followed = await here.db
    .selectFrom("notices")
    .select(["event_id", "followed"])
    .where("kind", "=", "cancelled")
    .execute()
  const toFollowers = followed.flatMap(({ event_id, followed: pages }) => (pages.length > 0 ? [event_id] : []))
  expect(toFollowers).toContain(festival)
  expect(toFollowers).not.toContain(parts[2])

  expect((await change(festival, { status: "scheduled", programme: true })).status).toBe(200)
  expect(await states()).toEqual(["cancelled Une angine.", "postponed", "scheduled"])
  // Taken back in time, it is announced to nobody.
  expect(await noticesOf(parts[2] as number)).toEqual([])
})

test("events of others stay when a festival is cancelled, and so does what was changed since when it is reinstated", async () => {
  const [, second, third] = parts as [number, number, number]
  await here.db
    .updateTable("event_organizers")
    .set({ actor_id: here.rhizome.id })
    .where("event_id", "=", third)
    .execute()
  await change(festival, { status: "cancelled", programme: true })
  expect((await states())[2]).toBe("scheduled")
  await change(second, { status: "scheduled" })
  await change(second, { status: "cancelled", status_reason: "Autre chose." })
  await change(festival, { status: "scheduled", programme: true })
  expect((await states())[1]).toBe("cancelled Autre chose.")
})
