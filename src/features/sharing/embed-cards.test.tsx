import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import type { Actor } from "#features/actors/actor.ts"
import type { Event } from "#features/events/event.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { MessagesProvider } from "#i18n/messages-context.ts"
import { ActorAgenda, EventLine } from "./embed-cards.tsx"

const t = messagesIn("en")
const day = 86_400_000
const at = (days: number) => new Date(Date.now() + days * day).toISOString().replace("Z", "+00:00")
const date = { id: 1, start: at(-400), end: at(400), status: "scheduled" as const, original_start: null }
const event = {
  id: 1,
  uid: "01a21198-91e5-756d-be0d-ed3d74972852",
  language: "en",
  title: { en: "Ropes" },
  category: "exhibition",
  start: date.start,
  end: date.end,
  timezone: "UTC",
  all_day: false,
  status: "scheduled",
  mode: "onsite",
  images: [],
  poster_roll: 0,
  next: date,
  occurrences: [date],
  place: null,
  location: null,
  organizers: [],
  lineup: [],
} as unknown as Event
const where = { siteName: "Foyer", base: "https://foyer.example" }
const said = (markup: ReactNode) => renderToString(<MessagesProvider value={t}>{markup}</MessagesProvider>)

test("embed cards of an event that has long been running show its end and not its start", () => {
  const began = t.date(date.start, "shortYear")
  const end = t.date(date.end, "dayMonth")
  const line = said(<EventLine event={event} {...where} />)
  expect(line).toContain(t("ui.running_until", { date: end }))
  const agenda = said(<ActorAgenda actor={{ fid: "hangar", name: "Hangar" } as Actor} events={[event]} {...where} />)
  expect(agenda).toContain(t("ui.running"))
  for (const markup of [line, agenda]) expect(markup).not.toContain(began)
})

test("no line of a title begins with a colon on other sites", () => {
  const named = { ...event, title: { en: "Ropes : the fall !" } }
  expect(said(<EventLine event={named} {...where} />)).toMatch(/<a [^>]*>Ropes\u00A0: the fall\u00A0!</)
})

test("the agenda on another site says how many dates follow the next one, without the cancelled ones", () => {
  const dates = [1, 2, 3, 4].map((days) => ({ ...date, id: days, start: at(days), end: null }))
  const off = { ...dates[1], status: "cancelled" as const }
  const run = {
    ...event,
    start: at(1),
    end: null,
    next: dates[0],
    occurrences: [dates[0], off, ...dates.slice(2)],
  } as Event
  const agenda = (one: Event) =>
    said(<ActorAgenda actor={{ fid: "hangar", name: "Hangar" } as Actor} events={[one]} {...where} />)
  expect(agenda(run)).toContain(t("share.more_dates", { count: 2 }))
  expect(agenda({ ...run, occurrences: [dates[0]] } as Event)).not.toContain("more date")
})
