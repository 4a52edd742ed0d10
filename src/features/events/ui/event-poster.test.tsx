import type { ReactNode } from "react"
import { renderToString } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { MessagesProvider } from "#i18n/messages-context.ts"
import { EventCard } from "./agenda/rows/event-card.tsx"
import { EventRow } from "./agenda/rows/event-row.tsx"
import { EventPoster } from "./event-poster.tsx"
import { type ListedEvent, posterWords } from "./event-words.ts"

const t = messagesIn("fr")
const event = {
  id: 1,
  uid: "01a21198-91e5-756d-be0d-ed3d74972852",
  language: "fr",
  title: { fr: "Parcours Lumière" },
  category: "exhibition",
  start: "2025-10-25T19:00:00+02:00",
  end: "2026-12-31T00:00:00+01:00",
  all_day: false,
  status: "scheduled",
  mode: "onsite",
  images: [],
  my_attendance: null,
  poster_roll: 0,
  next: null,
  place: null,
  location: null,
  organizers: [],
  lineup: [],
} as unknown as ListedEvent
const began = posterWords(t, event, { start: event.start, end: event.end }).day
const today = t.date("2026-11-25", "short")
function said(markup: ReactNode) {
  const Page = createRoutesStub([{ path: "/", Component: () => markup }])
  return renderToString(
    <MessagesProvider value={t}>
      <Page />
    </MessagesProvider>,
  )
}

test("an event that is running shows today's date on its poster, card and row", () => {
  for (const list of [
    <EventPoster key="poster" event={event} today="2026-11-25" />,
    <EventCard key="card" event={event} runsOn="2026-11-25" />,
    <EventRow key="row" event={event} runsOn="2026-11-25" />,
  ]) {
    expect(said(list)).toContain(today)
    expect(said(list)).not.toContain(began)
  }
})

test("a poster shows the event's own date before it begins and after it is over", () => {
  for (const day of ["2025-10-01", "2027-01-02"])
    expect(said(<EventPoster event={event} today={day} />)).toContain(began)
})
