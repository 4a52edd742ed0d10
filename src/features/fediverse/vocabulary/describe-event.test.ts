import { expect, test } from "vitest"
import type { Event } from "#features/events/event.ts"
import { publicCollection } from "./contexts.ts"
import { describeEvent, objectsOf } from "./describe-event.ts"
import { concert, evening, site } from "./fixtures/site.ts"

const described = (change: Partial<Event> = {}, date = evening, settings = {}) =>
  describeEvent({ ...concert, ...change }, date, { author: "salle", ...settings }, site)
const salle = "https://foyer.example/ap/actors/salle"

test("a described event has every field that Mobilizon, Gancio, Mastodon and GoToSocial look for", () => {
  expect(described()).toEqual({
    id: "https://foyer.example/ap/events/1",
    type: "Event",
    name: "Nuit d’ardoise",
    nameMap: { fr: "Nuit d’ardoise", nl: "Leisteennacht" },
    url: "https://foyer.example/events/1",
    attributedTo: salle,
    actor: salle,
    to: [publicCollection],
    cc: [`${salle}/followers`],
    startTime: "2026-12-20T20:00:00+01:00",
    endTime: "2026-12-20T23:00:00+01:00",
    timezone: "Europe/Brussels",
    published: "2026-11-20T10:00:00Z",
    updated: "2026-11-20T10:00:00Z",
    summary: "<p>dim. 20 déc. 2026, 20:00, La Salle des Marées, Bruxelles</p>",
    summaryMap: {
      fr: "<p>dim. 20 déc. 2026, 20:00, La Salle des Marées, Bruxelles</p>",
      nl: "<p>zo 20 dec 2026, 20:00, La Salle des Marées, Bruxelles</p>",
    },
    content:
      "<p><strong>Nuit d’ardoise</strong></p><p>Trois voix &amp; un piano.</p>" +
      "<p>Une heure de <strong>chansons</strong>.</p><p>Trio Ardoise</p>",
    contentMap: {
      fr: expect.stringContaining("<strong>Nuit d’ardoise</strong>") as string,
      nl: expect.stringContaining("<strong>Leisteennacht</strong>") as string,
    },
    mediaType: "text/html",
    category: "MUSIC",
    status: "CONFIRMED",
    "ical:status": "CONFIRMED",
    eventStatus: "EventScheduled",
    joinMode: "free",
    anonymousParticipationEnabled: false,
    commentsEnabled: false,
    repliesModerationOption: "closed",
    maximumAttendeeCapacity: 120,
    inLanguage: "fr",
    location: {
      id: expect.stringMatching(/^https:\/\/foyer\.example\/ap\/actors\/salle#place-[\da-f]{12}$/) as string,
      type: "Place",
      name: "La Salle des Marées",
      latitude: 50.8466,
      longitude: 4.3528,
      address: {
        type: "PostalAddress",
        streetAddress: "Rue du Quai 1",
        postalCode: "1000",
        addressLocality: "Bruxelles",
        addressCountry: "BE",
      },
    },
    organizers: {
      id: "https://foyer.example/ap/events/1/organizers",
      type: "OrganizersCollection",
      totalItems: 2,
      items: [salle, "https://foyer.example/ap/actors/trio"],
    },
    image: {
      type: "Image",
      mediaType: "image/jpeg",
      url: "https://foyer.example/media/ab/1200.jpg",
      name: "Trois musiciens devant une fenêtre",
      width: 1200,
      height: 800,
      focalPoint: [-0.5, 0],
    },
    attachment: [
      {
        type: "Document",
        mediaType: "image/jpeg",
        url: "https://foyer.example/media/ab/1200.jpg",
        name: "Banner",
        summary: "Trois musiciens devant une fenêtre",
        width: 1200,
        height: 800,
        focalPoint: [-0.5, 0],
      },
      { type: "Link", mediaType: "text/html", href: "https://foyer.example/events/1", name: "Website" },
    ],
    tag: [
      { type: "Hashtag", name: "#jazz", href: "https://foyer.example/events?tag=jazz" },
      { type: "Hashtag", name: "#MusiqueDuMonde", href: "https://foyer.example/events?tag=musique+du+monde" },
    ],
  })
})

test("the event's main language is the first key of nameMap, which Mastodon takes for the language of the event", () => {
  expect(Object.keys(described({ language: "nl" }).nameMap as object)).toEqual(["nl", "fr"])
})

test("the status of an event or of its date is described both as iCalendar status and as eventStatus", () => {
  const says = (change: Partial<Event>, date = evening) => {
    const { status, eventStatus } = described(change, date)
    return `${String(status)} ${String(eventStatus)}`
  }
  expect(says({ status: "cancelled" })).toBe("CANCELLED EventCancelled")
  expect(says({ status: "postponed" })).toBe("TENTATIVE EventPostponed")
  expect(says({ status: "tentative" })).toBe("TENTATIVE EventTentative")
  expect(says({}, { ...evening, status: "cancelled" })).toBe("CANCELLED EventCancelled")
  const moved = { ...evening, status: "moved" as const, original_start: "2026-12-19T20:00:00+01:00" }
  expect(says({}, moved)).toBe("CONFIRMED EventRescheduled")
  expect(described({}, moved).previousStartTime).toBe("2026-12-19T20:00:00+01:00")
})

test("each date of a series is an object that names the series, and the date created first has the event's address", () => {
  const second = { ...evening, id: 32, start: "2026-12-21T20:00:00+01:00", end: null }
  // The first one is the one made first, not the earliest date.
  const occurrences = [{ ...evening, id: 40, start: "2026-12-01T20:00:00+01:00" }, evening, second]
  expect(objectsOf({ id: 1, occurrences }, site.publicUrl).map(({ id }) => id)).toEqual([
    "https://foyer.example/ap/events/1/dates/40",
    "https://foyer.example/ap/events/1",
    "https://foyer.example/ap/events/1/dates/32",
  ])
  expect(described({ occurrences }, second)).toMatchObject({
    id: "https://foyer.example/ap/events/1/dates/32",
    startTime: "2026-12-21T20:00:00+01:00",
    superEvent: { id: "https://foyer.example/ap/events/1#series", type: "EventSeries", name: "Nuit d’ardoise" },
  })
  expect(described({ occurrences }, second)).not.toHaveProperty("endTime")
})

test("an all-day event begins and ends at midnight, across a clock change too", () => {
  const day = { ...evening, start: "2027-03-28T00:00:00+01:00", end: null }
  expect(described({ all_day: true, start: day.start, end: null }, day)).toMatchObject({
    startTime: "2027-03-28T00:00:00+01:00",
    endTime: "2027-03-29T00:00:00+02:00",
    summary: "<p>dim. 28 mars 2027, La Salle des Marées, Bruxelles</p>",
  })
  const days = { ...day, end: "2027-04-02T00:00:00+02:00" }
  expect(described({ all_day: true }, days).summary).toContain("dim. 28 mars 2027 – jeu. 1er avr. 2027, La Salle")
})

test("an online event has a virtual location; a hybrid event has its place, and its online address as a link", () => {
  const online_url = "https://tv.example/live"
  expect(described({ mode: "online", online_url, place: null, location: null })).toMatchObject({
    isOnline: true,
    location: { type: "VirtualLocation", name: "En ligne", url: online_url },
    summary: "<p>dim. 20 déc. 2026, 20:00, En ligne</p>",
  })
  const hybrid = described({ mode: "hybrid", online_url })
  expect(hybrid.location).toMatchObject({ type: "Place" })
  expect(hybrid.attachment).toContainEqual({
    type: "Link",
    mediaType: "text/html",
    href: online_url,
    name: "Online",
  })
})

test("an event with a ticket address has the join mode external with that address, unless the page sets another mode", () => {
  const ticket_url = "https://tickets.example/1"
  expect(described({ ticket_url })).toMatchObject({ joinMode: "external", externalParticipationUrl: ticket_url })
  expect(described({ ticket_url }, evening, { joinMode: "free" })).toMatchObject({ joinMode: "free" })
  expect(described({}, evening, { joinMode: "external" })).toMatchObject({
    externalParticipationUrl: "https://foyer.example/events/1",
  })
})

test("an event without an image is described with its drawn poster and a text alternative", () => {
  expect((described({ images: [] }).attachment as unknown[])[0]).toEqual({
    type: "Document",
    mediaType: "image/png",
    url: "https://foyer.example/events/1/card.png?v=mwot5j40",
    name: "Banner",
    summary: "Nuit d’ardoise — dim. 20 déc. 2026, 20:00, La Salle des Marées, Bruxelles",
    width: 1200,
    height: 630,
  })
})

test("an event with the audience followers is addressed to the followers collection alone", () => {
  const { to, cc } = described({}, evening, { audience: "followers" })
  expect([...to, ...cc]).toEqual([`${salle}/followers`])
})

test("HTML in an event's title, summary or place name is escaped in the described content and summary", () => {
  const bad = `<img src=x onerror=alert(1)> & "co"`
  const event = described({
    title: { fr: bad },
    summary: { fr: bad },
    place: null,
    location: { ...concert.location!, name: bad },
  })
  expect(event.name).toBe(bad)
  expect(`${String(event.content)}${String(event.summary)}`).not.toContain("<img")
})

test("a moved place has another id, a whole degree gets a fraction, and a place known by town has no coordinates", () => {
  const at = (lat: number) =>
    described({ location: { ...concert.location!, lat } }).location as { id: string; latitude: number }
  expect(at(50.8).id).not.toBe(at(50.9).id)
  expect(Number.isInteger(at(50).latitude)).toBe(false)
  expect(at(50).latitude).toBeCloseTo(50, 5)
  // With the precision of a town, a place has no coordinates.
  expect(described({ location: { ...concert.location!, precision: "locality" } }).location).not.toHaveProperty(
    "latitude",
  )
})
