import { renderToString } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { unbroken } from "#i18n/languages.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { MessagesProvider } from "#i18n/messages-context.ts"
import { EventCard } from "./agenda/rows/event-card.tsx"
import { EventRow } from "./agenda/rows/event-row.tsx"
import { AnswerSubject } from "./answering/answer-subject.tsx"
import type { Event } from "../event.ts"

const t = messagesIn("fr")
const event = {
  id: 1,
  uid: "01a21198-91e5-756d-be0d-ed3d74972852",
  language: "fr",
  title: { fr: "Radio Minuit : qui danse ?" },
  category: "party",
  start: "2026-11-21T20:30:00+01:00",
  end: null,
  timezone: "Europe/Brussels",
  all_day: false,
  status: "scheduled",
  mode: "onsite",
  images: [],
  poster_roll: 0,
  next: null,
  occurrences: [],
  place: null,
  location: null,
  organizers: [],
  lineup: [],
  my_attendance: null,
  workflow: "published",
} as unknown as Event

test("French signs stay with the word beside them; what is written without a space stays as it is", () => {
  expect(unbroken("Bal « Minuit » : qui ; danse ? Vous !")).toBe(
    "Bal «\u00A0Minuit\u00A0»\u00A0: qui\u00A0; danse\u00A0? Vous\u00A0!",
  )
  expect(unbroken("Radio: what now?")).toBe("Radio: what now?")
})

test.each([
  ["a list", <EventRow key="row" event={event} date={{ start: event.start, end: null }} />],
  ["a card", <EventCard key="card" event={event} date={{ start: event.start, end: null }} />],
  ["a dialog", <AnswerSubject key="subject" event={event} date={{ start: event.start, end: null }} />],
])("no line of a title begins with a colon or a question mark in %s", (_where, markup) => {
  const Stub = createRoutesStub([
    { path: "/", Component: () => <MessagesProvider value={t}>{markup}</MessagesProvider> },
  ])
  const words = renderToString(<Stub />)
  // The poster beside it ties them already: what is read here is the link or the bold title.
  expect(words).toMatch(/<(a|b)(?=[ >])[^>]*>Radio Minuit\u00A0: qui danse\u00A0\?</)
})
