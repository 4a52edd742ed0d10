import { readFileSync } from "node:fs"
import fc from "fast-check"
import { expect, test } from "vitest"
import { placeNamed, placesPartlyNamed } from "./line-fields.ts"
import { placeKey } from "./read-names.ts"
import { addressIn, type PastedReading, readPastedLine, hasEventDetails } from "./pasted-line.ts"

/** A Sunday. */
const today = "2026-11-22"
const weekdays = ["", "mon", "tue", "wed", "thu", "fri", "sat", "sun"]

/** Returns the result of reading in one line. */
function said({
  dates,
  doors,
  title,
  place,
  street,
  postalCode,
  locality,
  prices,
  link,
  lineup,
  rest,
}: PastedReading): string {
  const moments = dates.map(({ date, last, start, end, contradicted }) => [
    date,
    last && `→ ${last}`,
    start,
    end && `– ${end}`,
    contradicted && `?${weekdays[contradicted]}`,
  ])
  const money = prices.map(({ kind, amount, currency, label }) =>
    [kind === "paid" ? `${amount} ${currency}` : kind, label && `(${label})`].filter(Boolean).join(" "),
  )
  return [
    moments.map((parts) => parts.filter(Boolean).join(" ")).join(", "),
    doors && `doors ${doors}`,
    title && `«${title}»`,
    place && `@ ${[place, street, postalCode, locality].filter(Boolean).join(", ")}`,
    money.join(", "),
    link,
    lineup.length > 0 && `with ${lineup.join(", ")}`,
    rest.length > 0 && `rest ${JSON.stringify(rest)}`,
  ]
    .filter(Boolean)
    .join(" | ")
}

const lines = readFileSync(`${import.meta.dirname}/fixtures/lines.txt`, "utf8")
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
const pairs = lines.flatMap((line, at) => (line.startsWith("  = ") ? [[lines[at - 1], line.slice(4)]] : []))

test("the fixture has at least 60 lines, each with its expected reading", () => {
  expect(pairs.length).toBeGreaterThanOrEqual(60)
  expect(lines).toHaveLength(2 * pairs.length)
})

test.each(pairs)("%s", (line = "", understood) => {
  expect(said(readPastedLine(line, today))).toBe(understood)
})

test("a place that has a page is recognised anywhere in the line", () => {
  const known = new Set(["Le Hangar des Vents", "Café Central"].map(placeKey))
  const of = (line: string) => said(readPastedLine(line, today, known))
  expect(of("Hangar des Vents, Trio Ventôse, 27 nov 20h")).toBe(
    "2026-11-27 20:00 | «Trio Ventôse» | @ Hangar des Vents",
  )
  expect(of("Bal folk au Hangar des Vents, 27 nov 20h")).toBe("2026-11-27 20:00 | «Bal folk» | @ Hangar des Vents")
  expect(of("27 nov 20u, Open podium, met soep, in Café Central")).toBe(
    "2026-11-27 20:00 | «Open podium» | @ Café Central | with soep",
  )
  expect(of("Au clair de la lune, 27 nov 20h")).toBe("2026-11-27 20:00 | «Au clair de la lune»")
  expect(readPastedLine("27 nov 20h, Le Hangar des Vents, Bal", today, known)).toMatchObject({
    title: "Bal",
    isKnownPlace: true,
  })
})

test("a date without a year is the next such day, unless its weekday fits another year", () => {
  const dates = (line: string, from: string) => readPastedLine(line, from).dates.map(({ date }) => date)
  expect(dates("22 nov 20h", "2026-11-22")).toEqual(["2026-11-22"])
  expect(dates("21 nov 20h", "2026-11-22")).toEqual(["2027-11-21"])
  expect(dates("samedi 21 nov 20h", "2026-11-22")).toEqual(["2026-11-21"])
  expect(dates("zondag 3 januari 14u", "2026-11-22")).toEqual(["2027-01-03"])
  expect(dates("Tuesday 29 February 8pm", "2026-11-22")).toEqual(["2028-02-29"])
  expect(dates("30 février 20h", "2026-11-22")).toEqual([])
  expect(readPastedLine("lundi 27 nov 2026, 20h", today).dates).toEqual([
    { date: "2026-11-27", start: "20:00", contradicted: 1 },
  ])
})

test("a pasted bill of many lines is read into title, date, place, prices and link; other text stays", () => {
  const bill = [
    "TRIO VENTÔSE",
    "musique à la bougie",
    "",
    "Vendredi 27 novembre 2026",
    "Portes 19h30 — Concert 20h30",
    "Hangar des Vents",
    "12, rue des Tanneurs",
    "1000 Bruxelles",
    "12 € / 8 € étudiants",
    "Une soirée sans micro ni projecteur, où l'on entend le bois craquer.",
    "https://hangar.example/ventose",
  ].join("\n")
  const read = readPastedLine(bill, today)
  expect(read).toMatchObject({
    title: "TRIO VENTÔSE",
    dates: [{ date: "2026-11-27", start: "20:30" }],
    doors: "19:30",
    place: "Hangar des Vents",
    postalCode: "1000",
    locality: "Bruxelles",
    link: "https://hangar.example/ventose",
  })
  expect(read.prices).toHaveLength(2)
  expect(read.rest.join(" ")).toContain("où l'on entend le bois craquer")
})

test("hours that are not those of the event stay in the text, and an hour without a date is still read", () => {
  const read = readPastedLine("27 nov 20h, Bal, La Grange, bar ouvert à 18h", today)
  expect(read.dates).toEqual([{ date: "2026-11-27", start: "20:00" }])
  expect(read.rest).toEqual(["bar ouvert à 18h"])
  const season = readPastedLine("Du 1er mars au 30 juin, 10h-18h, Exposition Sel, Galerie du Port", today)
  expect(season).toMatchObject({
    isAllDay: true,
    dates: [{ date: "2027-03-01", last: "2027-06-30" }],
    rest: ["10h-18h"],
  })
  expect(readPastedLine("20h30, Bal, La Grange", today)).toMatchObject({ dates: [], hours: { start: "20:30" } })
})

test("a title alone has no event details, even if it names a year or a day", () => {
  for (const title of ["Trio Ventôse", "Festival 2027", "Nuit du 4 août", "Sunday Sessions", "Morgen is alles anders"])
    expect(hasEventDetails(readPastedLine(title, today))).toBe(false)
  expect(hasEventDetails(readPastedLine("Trio Ventôse 27 nov 20h", today))).toBe(true)
})

test("a pasted text is an address only without other words and with a safe scheme", () => {
  expect(addressIn(" https://hangar.example/events/12?x=1 ")).toBe("https://hangar.example/events/12?x=1")
  expect(addressIn("webcal://hangar.example/a.ics")).toBe("webcal://hangar.example/a.ics")
  expect(addressIn("Trio https://hangar.example")).toBeUndefined()
  expect(addressIn("javascript:alert(1)")).toBeUndefined()
})

const months = {
  fr: ["janvier", "févr.", "mars", "avril", "mai", "juin", "juil.", "août", "sept", "octobre", "nov.", "décembre"],
  en: ["January", "Feb", "March", "Apr", "May", "June", "Jul", "August", "Sept", "Oct", "November", "Dec"],
  nl: ["jan.", "februari", "mrt", "april", "mei", "juni", "juli", "aug", "september", "okt.", "nov", "december"],
}

test("date, hour and title are read in either order, in every notation and in three languages", () => {
  const two = (value: number) => String(value).padStart(2, "0")
  const between = fc.constantFrom(", ", " – ", " | ", "\n", " - ", "; ", " • ")
  const names = fc.constantFrom("Trio Ventôse", "De Wind", "The Winter Choir", "L'Oiseau-Lyre", "Ça déborde !")
  fc.assert(
    fc.property(
      fc.constantFrom("fr", "en", "nl"),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 0, max: 287 }),
      fc.integer({ min: 0, max: 3 }),
      between,
      names,
      fc.boolean(),
      (language, after, slot, shape, sign, name, isFirst) => {
        const date = new Date(Date.parse(`${today}T00:00:00Z`) + after * 86_400_000)
        const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
        const [hour, minute] = [Math.floor(slot / 12), (slot % 12) * 5]
        const named = `${day} ${months[language][month]} ${year}`
        const numbers = [
          `${day}/${month + 1}/${year}`,
          `${two(day)}.${two(month + 1)}.${year}`,
          date.toISOString().slice(0, 10),
        ]
        const said = shape === 0 ? named : (numbers[shape - 1] as string)
        const clock = { fr: `${hour}h${two(minute)}`, en: `${hour}:${two(minute)}`, nl: `${hour}u${two(minute)}` }[
          language
        ]
        const line = (isFirst ? [said, clock, name] : [name, said, clock]).join(sign)
        const read = readPastedLine(line, today)
        expect(read.dates).toEqual([{ date: date.toISOString().slice(0, 10), start: `${two(hour)}:${two(minute)}` }])
        expect(read.title).toBe(name)
        expect(read.rest).toEqual([])
      },
    ),
    { numRuns: 300 },
  )
})

test("words that are part of no date and no price are never lost", () => {
  const words = fc.constantFrom(
    ..."Trio 27 nov 20h , - ( ) 12 € à at in de Hangar @ / . gratuit doors vendredi : août mei 1 3-5 « » avec".split(
      " ",
    ),
    "\n",
    "https://a.example/x",
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
      const line = parts.join(" ")
      const read = readPastedLine(line, today)
      const names = [read.title, read.place, read.locality, read.street, ...read.lineup, ...read.rest].join(" ")
      const count = (text: string, word: string) => text.split(word).length - 1
      // These words are part of no date and no price.
      for (const word of ["Trio", "Hangar"]) expect(count(names, word)).toBe(count(line, word))
    }),
    { numRuns: 300 },
  )
})

test("hostile long texts are read within 20 seconds, with a limited number of dates, prices and places", () => {
  const odd = [
    "27 nov ",
    "20h ",
    "12 € ",
    "à ",
    "- ",
    "de du le ",
    "22, 24-",
    "@ ",
    "Lieu : ",
    "« ",
    "au A",
    "  ",
    "\n",
  ]
  const words = "1, 1/ ( a.m. 8€50 https://a. \u0301 e\u0301 𝕏 \u202e 9999999999 1.1.1.1. (( :: ,, .. ;".split(" ")
  const hostile = [...odd, ...words, "chez ", "avec a et ", "doors 7pm "].map((piece) =>
    piece.repeat(Math.ceil(10_000 / piece.length)),
  )
  const begins = performance.now()
  for (const text of hostile) {
    const read = readPastedLine(text, today)
    expect(read.dates.length).toBeLessThanOrEqual(100)
    expect(read.prices.length).toBeLessThanOrEqual(20)
    expect(read.places.length).toBeLessThanOrEqual(6)
    addressIn(text)
  }
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 3000 }), (text) => void readPastedLine(text, today)),
    { numRuns: 40 },
  )
  // A guard against hanging, not a measurement.
  expect(performance.now() - begins).toBeLessThan(20_000)
})

test("of two places whose names differ by an article, the exact name or the given town decides", () => {
  const [here, there] = [
    { name: "Hangar des Vents", location: null },
    { name: "Le Hangar des Vents", location: { locality: "Bruxelles" } as never },
  ]
  const found = (name: string, town?: string) => placeNamed([here, there], name, town)
  expect(found("Hangar des Vents")).toBe(here)
  expect(found("le hangar des vents")).toBe(there)
  expect(found("Hangar des Vents", "Bruxelles")).toBe(there)
  expect(found("Hangar des Vents", "Liège")).toBeUndefined()
  expect(placeNamed([here, { ...here }], "Hangar des Vents", undefined)).toBeUndefined()
})

test("a part of the name means the viewer's own venue, unless a page has that name or two venues contain it", () => {
  const venue = { name: "Kunstencentrum Vooruit" }
  const page = { name: "Vooruit", location: null }
  expect(placeNamed([], "Vooruit", undefined, [venue])).toBe(venue)
  expect(placeNamed([page], "Vooruit", undefined, [venue])).toBe(page)
  expect(placeNamed([], "Vooruit", undefined, [venue, { name: "Café Vooruit" }])).toBeUndefined()
  expect(placesPartlyNamed([venue], "Voor")).toEqual([])
  expect(placesPartlyNamed([{ name: "Bar du Bief" }], "Bar")).toEqual([])
})
