import { expect, test } from "vitest"
import { messages as english } from "#i18n/gen/en.ts"
import { makeMessages } from "#i18n/messages.ts"
import type { Activity } from "../activity.ts"
import { activityWords } from "./activity-words.ts"

const t = makeMessages("en", english, () => Date.parse("2026-11-21T12:00:00Z"))
const says = (more: object, next: object | null) =>
  activityWords(
    t,
    {
      type: "Create",
      model: "contents.Event",
      actor: {},
      object: { next },
      detail: null,
      count: 1,
      ...more,
    } as unknown as Activity,
    "Foyer",
    { name: "Le Hangar", other: "" },
  )

test("a future event is described in the present tense, and a past event in the past tense", () => {
  const next = { start: "2026-12-04T20:30:00+01:00" }
  expect(says({}, next)).toBe("Le Hangar publishes an event")
  expect(says({}, null)).toBe("Le Hangar published an event that is now over")
  expect(says({ type: "Join" }, null)).toBe("Le Hangar was in the line-up")
  expect(says({ type: "Announce", detail: "place" }, null)).toBe("Le Hangar hosted an event")
  expect(says({ type: "Announce", detail: "organizer" }, null)).toBe("Le Hangar co-organized an event")
  expect(says({ actor: null }, null)).toBe("An event was published; it is now over")
})

test("an activity of several events is described in the present tense", () => {
  expect(says({ count: 3 }, null)).toBe("Le Hangar adds 3 events")
})
