import { sql } from "kysely"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { saveActors } from "#features/actors/store.server.ts"
import { addDays, dateAt, instantOf, isoAt } from "#lib/time.ts"
import { apiWorld } from "#test/worlds/api-world.ts"
import { timezone, tomorrow, world } from "#test/worlds/world.ts"

let here: Awaited<ReturnType<typeof apiWorld>>
beforeAll(async () => {
  here = await apiWorld(await world())
})
afterAll(() => here.end())

const hour = 3_600_000
const from = (hours: number, length = 2) => ({
  starts_at: new Date(Date.now() + hours * hour),
  ends_at: new Date(Date.now() + (hours + length) * hour),
})

describe("lists by time", () => {
  beforeAll(async () => {
    const { hangar } = here
    await hangar.publishes({ title: "Avant-hier", category: "film", occurrences: [from(-54)] })
    await hangar.publishes({ title: "Hier", category: "film", occurrences: [from(-30)] })
    await hangar.publishes({ title: "En ce moment", category: "film", occurrences: [from(-1, 3)] })
    await hangar.publishes({ title: "Demain", category: "film", occurrences: [from(24)] })
    await hangar.publishes({ title: "Série", category: "film", occurrences: [from(-48), from(12), from(48)] })
    await hangar.publishes({ title: "Expo", category: "film", occurrences: [from(-500, 1000)] })
    await hangar.publishes({ title: "Sans fin dite", category: "film", starts: `${tomorrow(3)}T20:00`, minutes: null })
    await hangar.publishes({
      title: "Annulé",
      category: "film",
      status: "cancelled",
      occurrences: [{ ...from(30), status: "cancelled" }],
    })
    await hangar.publishes({
      title: "Date annulée",
      category: "film",
      occurrences: [{ ...from(3), status: "cancelled" }, from(60)],
    })
  })

  test("coming events are listed once each by their next date, those that run now first", async () => {
    const titles = await here.titles("?category=film")
    expect(titles).toEqual(["Expo", "En ce moment", "Série", "Demain", "Annulé", ...titles.slice(5)])
    expect(titles.slice(5).sort()).toEqual(["Date annulée", "Sans fin dite"])
    expect(await here.titles("?category=film&filter=future")).toEqual(titles)
  })

  test("a listed event starts with its next date, without earlier ones; a cancelled date is not the next", async () => {
    const events = await here.json("/api/contents/events/?category=film")
    const series = events.find((event: { title: { fr: string } }) => event.title.fr === "Série")
    expect(series.occurrences).toHaveLength(2)
    expect(series.next).toEqual(series.occurrences[0])
    expect(new Date(series.next.start).getTime()).toBeGreaterThan(Date.now())
    const moved = events.find((event: { title: { fr: string } }) => event.title.fr === "Date annulée")
    expect(new Date(moved.next.start).getTime()).toBeGreaterThan(Date.now() + 59 * hour)
  })

  test("the filter past lists events that are over, the filter all lists every event by its first date", async () => {
    expect(await here.titles("?category=film&filter=past")).toEqual(["Hier", "Avant-hier"])
    const all = await here.titles("?category=film&filter=all")
    expect(all.slice(0, 4)).toEqual(["Expo", "Avant-hier", "Série", "Hier"])
    expect(all).toHaveLength(9)
  })

  test("an event that is still running is not past, even if a date that began later is over", async () => {
    await here.hangar.publishes({
      title: "Vernissage inclus",
      category: "circus",
      occurrences: [from(-100, 300), from(-90)],
    })
    expect(await here.titles("?category=circus&filter=past")).toEqual([])
    expect(await here.titles("?category=circus")).toEqual(["Vernissage inclus"])
  })

  test("from and to limit a list to days of the instance, within the filter of past or coming events", async () => {
    const tuesday = tomorrow(10)
    await here.hangar.publishes({ title: "Minuit moins une", category: "talk", starts: `${tuesday}T23:59`, minutes: 1 })
    await here.hangar.publishes({ title: "Lendemain", category: "talk", starts: `${tomorrow(11)}T00:00` })
    expect(await here.titles(`?category=talk&from=${tuesday}&to=${tuesday}`)).toEqual(["Minuit moins une"])
    expect(await here.titles(`?category=talk&from=${tomorrow(11)}`)).toEqual(["Lendemain"])
    expect(await here.titles(`?category=talk&to=${tuesday}`)).toEqual(["Minuit moins une"])
    const at = (clock: string) => encodeURIComponent(isoAt(instantOf(`${tuesday}T${clock}`, timezone), timezone))
    expect(await here.titles(`?category=talk&from=${at("23:50")}&to=${at("23:59:30")}`)).toEqual(["Minuit moins une"])
    expect(await here.titles(`?category=talk&from=${at("23:50")}&to=${at("23:58")}`)).toEqual([])
    expect(await here.titles(`?category=talk&from=${at("23:59:59")}`)).toEqual(["Minuit moins une", "Lendemain"])
    expect(await here.titles(`?category=talk&from=${tomorrow(11)}T12:00:00Z`)).toEqual([])
    expect(await here.titles(`?category=talk&from=${tomorrow(12)}&to=${tuesday}`)).toEqual([])
    // Past events stay out of "future", however early `from` is.
    expect(await here.titles("?category=film&from=2020-01-01")).not.toContain("Hier")
    expect(await here.titles("?category=film&filter=all&from=2020-01-01")).toContain("Hier")
    expect(await here.titles("?category=film&filter=past&from=2020-01-01")).toEqual(["Hier", "Avant-hier"])
    expect(await here.titles("?category=film&filter=past&to=2020-01-01")).toEqual([])
  })

  test("days have a count and the categories of their events, and invalid days are refused", async () => {
    const strip = await here.json(`/api/contents/events/days/?from=${tomorrow(10)}&days=2`)
    expect(strip).toEqual([
      { date: tomorrow(10), count: 1, categories: ["talk"] },
      { date: tomorrow(11), count: 1, categories: ["talk"] },
    ])
    for (const query of ["from=2026-02-30", "from=tomorrow", "days=0", "days=63", "days=1.5", "from=20261121"]) {
      expect((await here.get(`/api/contents/events/days/?${query}`)).status, query).toBe(400)
    }
  })
})

test("the count of today leaves out events that are over, the count of yesterday includes them", async () => {
  const minutes = (from: number, to: number) => ({
    starts_at: new Date(Date.now() + from * 60_000),
    ends_at: new Date(Date.now() + to * 60_000),
  })
  let days = 1 // a new number of days for each request, since responses are cached for seconds
  const counted = async (from: string): Promise<number> =>
    (await here.json(`/api/contents/events/days/?from=${from}&days=${++days}`))[0].count
  const over = minutes(-4, -2)
  const day = dateAt(over.starts_at, "Europe/Brussels")
  const [before, dayBefore] = [await counted(day), await counted(addDays(day, -1))]
  await here.hangar.publishes({ title: "Finie", category: "circus", occurrences: [over] })
  await here.hangar.publishes({ title: "Hier soir", category: "circus", occurrences: [minutes(-4 - 1440, -2 - 1440)] })
  const isToday = day === dateAt(new Date(), "Europe/Brussels") // false around midnight
  expect(await counted(day)).toBe(isToday ? before : before + 1)
  expect(await counted(addDays(day, -1))).toBe(dayBefore + 1)
})

test("a page's list has 60 of an event's 200 dates, the number of further ones and the last; the agenda has no number", async () => {
  const { hangar } = here
  const starts = Array.from({ length: 200 }, (_, day) => `${tomorrow(day)}T20:30`)
  const { id } = await hangar.publishes({ title: "Deux cents soirs", category: "circus", starts })
  const find = async (asked: string) => {
    const events: { id: number; occurrences: unknown[]; further_dates?: { count: number; last: string } }[] =
      await here.json(`/api/contents/events/?category=circus${asked}`)
    return events.find((event) => event.id === id)
  }
  const listed = await find("&actor=hangar")
  expect(listed?.occurrences).toHaveLength(60)
  expect(listed?.further_dates?.count).toBe(140)
  expect(listed?.further_dates?.last).toContain(`${tomorrow(199)}T20:30:00`)
  expect((await find(""))?.further_dates, "the agenda lays out days and need not count them").toBeUndefined()
})

describe("lists by content and place", () => {
  beforeAll(async () => {
    const { nour, seuils, rhizome } = here
    await saveActors(here.db, [
      {
        fid: "cave_a_jazz",
        type: "place",
        name: "Cave à jazz",
        language: "fr",
        status: "published",
        access: { step_free: "no" },
        location: { locality: "Namur", country: "BE", lat: 50.4669, lon: 4.8675, precision: "exact" },
      },
    ])
    const party = { category: "party" } as const
    await nour.publishes({ ...party, title: "Au hangar", tags: ["jazz", "Bar"], prices: [{ free: true }] })
    await seuils.publishes({
      ...party,
      title: "À Liège",
      place_id: null,
      language: "nl",
      languages: ["en"],
      access: { step_free: "yes" },
      location: { name: "Sur la place", locality: "Liège", country: "BE", lat: 50.64, lon: 5.57, precision: "exact" },
      prices: [{ amount: 12 }],
    })
    await rhizome.publishes({
      ...party,
      title: "Nulle part",
      place_id: null,
      tags: ["jazz"],
      mode: "online",
      lineup: [{ name: "Nour", actor_id: nour.id }],
    })
  })

  test("each filter alone selects the events that match it", async () => {
    const sorted = async (query: string) => (await here.titles(`?category=party&${query}`)).sort()
    expect(await sorted("")).toEqual(["Au hangar", "Nulle part", "À Liège"].sort())
    expect(await sorted("tag=jazz")).toEqual(["Au hangar", "Nulle part"])
    expect(await sorted("tag=JAZZ")).toEqual(["Au hangar", "Nulle part"])
    expect(await sorted("free=1")).toEqual(["Au hangar"])
    expect(await sorted("lang=en")).toEqual(["À Liège"])
    expect(await sorted("lang=fr")).toEqual(["Au hangar", "Nulle part"])
    expect(await sorted("lang=nl")).toEqual([])
    expect(await sorted("access=step_free")).toEqual(["À Liège"])
    expect(await sorted("actor=hangar")).toEqual(["Au hangar"])
    expect(await sorted("actor=seuils")).toEqual(["À Liège"])
    expect(await sorted("actor=nour")).toEqual(["Au hangar", "Nulle part"])
    expect(await sorted("actor=nobody")).toEqual([])
    await sql`insert into former_fids (fid, actor_id) select 'oldhangar', id from actors where fid = 'hangar'`.execute(
      here.db,
    )
    expect(await sorted("actor=oldhangar")).toEqual(["Au hangar"])
    expect(await sorted("near=50.85,4.34")).toEqual(["Au hangar"])
    expect(await sorted("near=50.85,4.34&radius=200")).toEqual(["Au hangar", "À Liège"].sort())
    expect(await sorted("near=90,0&radius=500")).toEqual([])
    expect(await sorted("near=-90,180")).toEqual([])
    expect(await sorted("near=1e-200,-1e-320&radius=500")).toEqual([])
    expect(await sorted("bbox=4.3,50.8,4.4,50.9")).toEqual(["Au hangar"])
    expect(await sorted("bbox=5,50,4.4,51")).toEqual(["Au hangar", "À Liège"].sort())
    expect(await here.titles("?category=party,talk&tag=jazz")).toHaveLength(2)
  })

  test("combined filters select only events that match all of them", async () => {
    expect(
      await here.titles(
        `?category=party&tag=jazz&near=50.85,4.34&free=true&lang=fr&actor=nour&q=hangar&from=${tomorrow()}&to=${tomorrow(1)}`,
      ),
    ).toEqual(["Au hangar"])
    expect(await here.titles("?category=party&tag=jazz&free=true&actor=rhizome")).toEqual([])
  })

  test("distances are in kilometres, and only in answers to a request with a position", async () => {
    const [event] = await here.json("/api/contents/events/?category=party&near=50.8503,4.3409")
    expect(event.distance).toBe(0)
    const [, liege] = await here.json("/api/contents/events/?category=party&near=50.8503,4.3409&radius=150")
    expect(liege.distance).toBeGreaterThan(85)
    expect(liege.distance).toBeLessThan(95)
    expect("distance" in (await here.json("/api/contents/events/?category=party"))[0]).toBe(false)
  })

  test("a place's new location or access applies to its events in filters", async () => {
    const hangar = {
      id: here.hangar.id,
      fid: "hangar",
      type: "place",
      name: "Le Hangar des Vents",
      language: "fr",
    } as const
    await saveActors(here.db, [
      { ...hangar, access: { step_free: "yes" }, location: { locality: "Gent", country: "BE", lat: 51.05, lon: 3.72 } },
    ])
    expect(await here.titles("?category=party&access=step_free")).toContain("Au hangar")
    expect(await here.titles("?category=party&near=51.05,3.72")).toEqual(["Au hangar"])
    expect(await here.titles("?category=party&near=50.85,4.34")).toEqual([])
    await saveActors(here.db, [
      { ...hangar, access: {}, location: { locality: "Bruxelles", country: "BE", lat: 50.8503, lon: 4.3409 } },
    ])
    expect(await here.titles("?category=party&near=50.85,4.34")).toEqual(["Au hangar"])
  })

  test("an invalid filter is refused with the name of its field", async () => {
    for (const [query, field] of [
      ["filter=soon", "filter"],
      ["category=opera", "category"],
      ["category=music,,opera", "category"],
      ["near=50", "near"],
      ["near=91,0", "near"],
      ["near=a,b", "near"],
      ["near=50,4,3", "near"],
      ["near=NaN,Infinity", "near"],
      ["radius=0", "radius"],
      ["radius=501", "radius"],
      ["radius=x", "radius"],
      ["bbox=1,2,3", "bbox"],
      ["bbox=1,2,3,95", "bbox"],
      ["bbox=,,,", "bbox"],
      ["from=yesterday", "from"],
      ["from=2026-13-01", "from"],
      ["to=2026-02-29", "to"],
      ["to=0000-00-00", "to"],
      ["from=2026-11-21T20:30:00", "from"],
      ["lang=de", "lang"],
      ["free=maybe", "free"],
      ["access=lift", "access"],
      ["list=any", "list"],
      ["parent=0", "parent"],
      ["parent=x", "parent"],
      ["tag=%00", "tag"],
    ] as const) {
      const answer = await here.get(`/api/contents/events/?${query}`)
      expect(answer.status, query).toBe(400)
      expect(Object.keys((await answer.json()) as object), query).toEqual([field])
    }
  })
})

test("an event is found by its id, and unknown or malformed ids are refused", async () => {
  const event = await here.nour.publishes({ title: "Une seule", category: "other" })
  const found = await here.json(`/api/contents/events/${event.id}/`)
  expect(found).toMatchObject({
    id: event.id,
    title: { fr: "Une seule" },
    url: `https://foyer.example/events/${event.id}`,
  })
  for (const id of [
    "0",
    "-1",
    "1e3",
    "0x1",
    "999999999999999",
    "9".repeat(40),
    "abc",
    "%00",
    "%E0%A4%A",
    "1%2F2",
    "..%2f",
    " 1",
    "NaN",
  ]) {
    const answer = await here.get(`/api/contents/events/${id}/`)
    expect([404, 400], id).toContain(answer.status)
  }
})
