import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type Language, languages } from "#i18n/languages.ts"
import { composeIssue } from "./compose.ts"
import type { ShownDate } from "./queries.server.ts"

const date = (day: number): ShownDate => ({
  event_id: day,
  occurrence_id: day,
  uid: `event-${day}`,
  title: { fr: "Radio Minuit" },
  language: "fr",
  category: "music",
  roll: 0,
  timezone: "Europe/Brussels",
  all_day: false,
  starts_at: new Date(`2027-05-0${day}T18:30Z`),
  place: "Le Hangar des Vents",
  locality: "Bruxelles",
})

/** Returns the opening of an issue with this many dates, when `more` others found no room. */
function opening(language: Language, days: number[], more = 0) {
  const content = {
    from: "2027-05-01",
    to: "2027-05-11",
    since: "2027-04-24T06:00Z",
    until: "2027-05-01T06:00Z",
    notices: [],
    dates: days.map((day): [number, number] => [day, day]),
    more,
    busy: [],
  }
  const shown = { changes: new Map(), dates: new Map(days.map((day) => [day, date(day)])) }
  const publicUrl = "https://foyer.example"
  return composeIssue(messagesIn(language), { frequency: "weekly", content, shown, publicUrl, is_account: false })
    .opening
}

test('the opening of an issue says "nothing else" only if no date was left out', () => {
  for (const language of languages) {
    const nothingElse = messagesIn(language)("newsletter.nothing_else")
    expect(opening(language, [2, 3])).toContain(nothingElse)
    expect(opening(language, [2, 3], 40)).not.toContain(nothingElse)
  }
})

test("the opening of an issue with one date names no order", () => {
  expect(opening("fr", [2])).toBe("Une sortie. Rien d’autre.")
  expect(opening("en", [2])).toBe("One outing. Nothing else.")
  expect(opening("nl", [2])).toBe("Eén uitje. Verder niets.")
  expect(opening("fr", [2, 3])).toBe("2 sorties, de la plus proche à la plus lointaine. Rien d’autre.")
})
