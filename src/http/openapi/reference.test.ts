import { beforeAll, expect, test } from "vitest"
import { apiOver } from "#test/worlds/api-world.ts"

let page: string
beforeAll(async () => {
  page = await (await apiOver(undefined as never).get("/api/docs/")).text()
})

/** Returns the words of the reference's row about a field of a call or a schema. */
function lineOf(id: string, field: string) {
  const from = page.indexOf(` id="${id}"`)
  const rows = page.slice(from, page.indexOf("</details>", from)).split("<tr>")
  const row = rows.find((one) => one.includes(`<td><code>${field}</code></td>`)) ?? ""
  const words = row.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ")
  return words.replaceAll(/ ([,\]])/g, "$1").trim()
}

test("what is sent says which fields have to be there, and how much each takes", () => {
  expect(lineOf("createEvent", "organizers")).toContain("list of string, required")
  expect(lineOf("createEvent", "tags")).toBe("tags list of string At most 30 items.")
  expect(lineOf("createEvent", "status_reason")).toBe("status_reason string or null At most 500 characters.")
  expect(lineOf("listMap", "bbox")).toMatch(/^bbox query string, required/)
  expect(lineOf("listEvents", "limit")).toBe("limit query integer 1 to 200. Default: 200.")
})

test("what is in a field is there too, in lists and in what may be null", () => {
  expect(lineOf("createEvent", "title.fr")).toBe("title.fr string or null At most 300 characters.")
  expect(lineOf("createEvent", "occurrences[].start")).toContain("string, required")
  expect(lineOf("createEvent", "location.country")).toContain("Example: BE")
  expect(lineOf("createEvent", "images[].focal_point")).toContain("list of number or null")
})

test("what is answered says what may be missing, and what a named part means here", () => {
  expect(lineOf("schema-Event", "description")).toBe(
    "description Translated, may be missing Sanitised HTML. Left out of lists.",
  )
  expect(lineOf("schema-Event", "id")).toBe("id integer")
  expect(lineOf("schema-Event", "next")).toMatch(/^next Occurrence or null/)
})

test("it says where the paths are, and how a program is let in", () => {
  expect(page).toContain("base URL <code>https://foyer.example</code>")
  const letIn = page.slice(page.indexOf('id="authentication"'), page.indexOf('id="events"'))
  expect(letIn).toMatch(/<dt>token<\/dt>[\s\S]*<code>Authorization: Bearer foyer_…<\/code>[\s\S]*<dt>program<\/dt>/)
})

test("every link within it leads somewhere, and what it leads to has a name that HTML allows", () => {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids.filter((id) => !id || /\s/.test(id))).toEqual([])
  expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([])
  const lost = [...page.matchAll(/href="#([^"]*)"/g)].filter(([, to]) => !ids.includes(to))
  expect(lost.map(([link]) => link)).toEqual([])
})
