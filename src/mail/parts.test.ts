import { expect, test } from "vitest"
import { rowPart } from "./letter-parts.ts"
import { eventPart } from "./parts.ts"

const title = "Radio Minuit : qui danse ?"
const poster = { id: "01a21198-91e5-756d-be0d-ed3d74972852", title, ink: "party" as const, roll: 0 }
const url = "https://foyer.example/events/1"

test.each([
  ["a mail", () => eventPart({ title, url, poster }, 1)],
  ["a mail, without a link", () => eventPart({ title, poster }, 2)],
  ["a newsletter", () => rowPart({ title, url, when: "20:30", poster }, true)],
  ["a newsletter, without a link", () => rowPart({ title, when: "20:30" }, true)],
])("no line of an event's title begins with a colon or a question mark in %s", async (_, render) => {
  const { html, text } = await render()
  expect(String(await html)).toContain("Radio Minuit\u00A0: qui danse\u00A0?")
  expect(text).toContain(title)
})
