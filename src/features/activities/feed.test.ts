import { expect, test } from "vitest"
import type { Activity } from "./activity.ts"
import { byDay, countArrived, feedRequest, readFeed, writeFeed } from "./feed.ts"

const line = (id: number, created: string) => ({ id, created }) as Activity
const read = (query: string) => readFeed(new URLSearchParams(query))

test("feedRequest builds the API call from the valid parameters and ignores invalid ones", () => {
  const usual = {
    path: "/api/activities/",
    parameters: {
      models: "actors.Actor,contents.Event,documents.Document,links.Link,fediverse.Identity",
      types: "Create",
      limit: 10,
    },
  }
  for (const query of ["", "rel=mine&models=contents.Events&changes=yes&start=-1&q=%20"])
    expect(feedRequest(read(query))).toEqual(usual)
  expect(feedRequest(read("rel=followed&q=%20fuite&models=links.Link,contents.Event&changes=1"))).toEqual({
    path: "/api/activities/followed/",
    parameters: {
      q: "fuite",
      models: "contents.Event,links.Link",
      types: "Create,Update,Cancel,Announce,Join",
      limit: 10,
    },
  })
})

test("writeFeed gives one address for the same choices in any order, and omits defaults", () => {
  const one = writeFeed(read("start=20&models=links.Link,contents.Event&rel=managed"))
  expect(one).toEqual({ rel: "managed", models: "contents.Event,links.Link", start: "20" })
  expect(writeFeed(read("models=contents.Event,links.Link&rel=managed&start=20"))).toEqual(one)
  expect(Object.values(writeFeed(read("rel=all&start=0"))).filter(Boolean)).toEqual([])
})

test("activities are grouped by their local day", () => {
  const lines = [
    line(3, "2026-11-22T00:10:00+01:00"),
    line(2, "2026-11-21T23:50:00+01:00"),
    line(1, "2026-11-21T09:00:00+01:00"),
  ]
  expect(byDay(lines).map(({ date, activities }) => [date, activities.map(({ id }) => id)])).toEqual([
    ["2026-11-22", [3]],
    ["2026-11-21", [2, 1]],
  ])
  expect(byDay([])).toEqual([])
})

test("countArrived counts new and updated activities, and not older ones", () => {
  const shown = [line(2, "2026-11-22T10:00:00+01:00"), line(1, "2026-11-22T09:00:00+01:00")]
  expect(countArrived(shown, shown)).toBe(0)
  expect(countArrived(shown, [line(3, "2026-11-22T10:00:00+01:00"), ...shown])).toBe(1)
  expect(countArrived(shown, [line(1, "2026-11-22T11:00:00+01:00"), line(2, "2026-11-22T10:00:00+01:00")])).toBe(1)
  expect(countArrived(shown.slice(0, 1), shown)).toBe(0)
  expect(countArrived([], shown)).toBe(2)
})
