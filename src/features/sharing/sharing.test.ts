import { expect, test } from "vitest"
import type { Event } from "#features/events/event.ts"
import { mailAddress, messageAddress } from "./addresses.ts"
import { shareQueryOf } from "./share-query.ts"
import { instanceHost, publishAddress } from "./instance.ts"
import { mondayOf, paperOf, weekOf } from "./sheets.ts"
import { cardCode, embedPath, frameCode } from "./snippets.ts"
import { density, mostLines, weekDays } from "./week.ts"

test.each([
  ["mon-instance.example", "mon-instance.example"],
  ["  HTTPS://Mon-Instance.example/@moi?x=1 ", "mon-instance.example"],
  ["@moi@mon-instance.example", "mon-instance.example"],
  ["moi@mon-instance.example", "mon-instance.example"],
  ["scène.example", "xn--scne-6oa.example"],
])("an instance's host is read from %s", (written, host) => {
  expect(instanceHost(written)).toBe(host)
})

test.each([
  "",
  "instance",
  "javascript:alert(1)",
  "javascript://a.example/%0aalert(1)",
  "a.example:8080",
  "user:pass@a.example",
  "127.0.0.1",
  "0x7f.1",
  "[::1]",
  "localhost",
  "foyer.localhost",
  "printer.local",
  "-a.example",
  "a..example",
  "a b.example",
  "a.example\\@b.example",
  "a".repeat(400),
])("no instance host is read from %s", (written) => {
  expect(instanceHost(written)).toBeUndefined()
})

test("the address for publishing contains the text unchanged", () => {
  const address = new URL(publishAddress("a.example", "Été & nuit?\n#1 https://foyer.example/events/1"))
  expect(address.origin + address.pathname).toBe("https://a.example/share")
  expect(address.searchParams.get("text")).toBe("Été & nuit?\n#1 https://foyer.example/events/1")
})

test("the addresses for an e-mail and a text message contain the text and the link", () => {
  const passed = {
    title: "Été & nuit",
    words: "Été & nuit — ven. 21 nov.",
    url: "https://foyer.example/events/1?a=b&c",
  }
  expect(new URL(mailAddress(passed)).searchParams.get("subject")).toBe("Été & nuit")
  expect(new URL(mailAddress(passed)).searchParams.get("body")).toContain("https://foyer.example/events/1?a=b&c")
  expect(messageAddress(passed)).toMatch(/^sms:\?&body=%C3%89t%C3%A9%20%26%20nuit/)
})

test("code to paste escapes the title and has no tags beyond its own", () => {
  const title = `"><script>alert('1')</script>\nA & B`
  expect(frameCode("https://foyer.example/embed/events/1?look=poster&theme=dark", title, "poster")).toBe(
    `<iframe src="https://foyer.example/embed/events/1?look=poster&amp;theme=dark" title="&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt; A &amp; B" width="320" height="540" loading="lazy" style="border:0"></iframe>`,
  )
  const card = cardCode({
    address: "https://foyer.example/events/1",
    title,
    lines: [title, ""],
    language: "fr",
    site: "Foyer",
  })
  expect(card.match(/<[a-z]+/g)).toEqual(["<blockquote", "<p", "<a", "<strong", "<br", "<br"])
})

test("an embed address has only the options that differ from the defaults", () => {
  expect(embedPath("/embed/events/1", "line", "auto")).toBe("/embed/events/1")
  expect(embedPath("/embed/events/1", "poster", "dark")).toBe("/embed/events/1?look=poster&theme=dark")
  expect(embedPath("/embed/actors/a", "agenda", "light")).toBe("/embed/actors/a?theme=light")
})

test("unknown values of the share query and of the paper size are ignored", () => {
  const asked = (query: string) => shareQueryOf(new URL(`https://foyer.example/events/share/1?${query}`))
  expect(asked("look=cube&theme=pink&instance=")).toEqual({ look: undefined, theme: undefined, instance: undefined })
  expect(asked("look=poster&theme=auto&theme=dark&instance=a.example")).toEqual({
    look: "poster",
    theme: "auto",
    instance: "a.example",
  })
  expect([paperOf("A4"), paperOf("a6"), paperOf("letter"), paperOf(null)]).toEqual(["a4", "a6", "a5", "a5"])
})

test("weeks are read and written by ISO 8601, at the turn of the year too, and an invalid week means the current one", () => {
  expect(mondayOf("2026-W47", "2020-01-01")).toBe("2026-11-16")
  expect(mondayOf("2026-W53", "2020-01-01")).toBe("2026-12-28")
  expect(mondayOf("2027-W01", "2020-01-01")).toBe("2027-01-04")
  for (const monday of ["2026-11-16", "2026-12-28", "2027-01-04", "2024-12-30"])
    expect(mondayOf(weekOf(monday), "")).toBe(monday)
  for (const asked of [null, "", "2026-W00", "2025-W53", "2026-W99", "0000-W01", "x"])
    expect(mondayOf(asked, "2026-11-21")).toBe("2026-11-16")
})

const dated = (id: number, ...dates: [start: string, end?: string][]) =>
  ({
    id,
    occurrences: dates.map(([start, end], at) => ({
      id: id * 100 + at,
      start: `${start}:00+01:00`,
      end: end ? `${end}:00+01:00` : null,
      status: "scheduled",
      original_start: null,
    })),
  }) as unknown as Event

test("a week lists each date on its day, and an event that is already running on its first day", () => {
  const { days, count, left } = weekDays(
    [
      dated(1, ["2026-11-18T20:30"], ["2026-11-20T20:30"], ["2026-11-23T20:30"]),
      dated(2, ["2026-10-01T00:00", "2026-12-01T00:00"]),
      dated(3, ["2026-11-15T22:00", "2026-11-16T04:00"]),
      dated(4, ["2026-11-18T12:00"]),
    ],
    "2026-11-16",
  )
  expect(days.map(({ date, lines }) => `${date.slice(8)}: ${lines.map(({ event }) => event.id).join()}`)).toEqual([
    "16: 2",
    "17: ",
    "18: 4,1",
    "19: ",
    "20: 1",
    "21: ",
    "22: ",
  ])
  expect([count, left]).toEqual([4, 0])
})

test("dates that do not fit on the page of a week are counted as left out", () => {
  const many = Array.from({ length: mostLines + 5 }, (_, at) => dated(at + 1, ["2026-11-18T20:30"]))
  expect(weekDays(many, "2026-11-16")).toMatchObject({ count: mostLines, left: 5 })
  expect([density(1), density(7), density(12), density(mostLines)]).toEqual([undefined, 0, 1, 2])
})
