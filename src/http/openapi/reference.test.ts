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

test("the reference states required request fields and their limits", () => {
  expect(lineOf("createEvent", "organizers")).toContain("list of string, required")
  expect(lineOf("createEvent", "tags")).toBe("tags list of string At most 30 items.")
  expect(lineOf("createEvent", "status_reason")).toBe("status_reason string or null At most 500 characters.")
  expect(lineOf("listMap", "bbox")).toMatch(/^bbox query string, required/)
  expect(lineOf("listEvents", "limit")).toBe("limit query integer 1 to 200. Default: 200.")
})

test("the reference lists nested fields, also those of lists and of nullable objects", () => {
  expect(lineOf("createEvent", "title.fr")).toBe("title.fr string or null At most 300 characters.")
  expect(lineOf("createEvent", "occurrences[].start")).toContain("string, required")
  expect(lineOf("createEvent", "location.country")).toContain("Example: BE")
  expect(lineOf("createEvent", "images[].focal_point")).toContain("list of number or null")
})

test("the reference states which response fields may be missing, and describes named schemas", () => {
  expect(lineOf("schema-Event", "description")).toBe(
    "description Translated, may be missing Sanitised HTML. Left out of lists.",
  )
  expect(lineOf("schema-Event", "id")).toBe("id integer")
  expect(lineOf("schema-Event", "next")).toMatch(/^next Occurrence or null/)
})

test("the reference states the base URL and how tokens and programs authenticate", () => {
  expect(page).toContain("base URL <code>https://foyer.example</code>")
  const letIn = page.slice(page.indexOf('id="authentication"'), page.indexOf('id="events"'))
  expect(letIn).toMatch(/<dt>token<\/dt>[\s\S]*<code>Authorization: Bearer foyer_…<\/code>[\s\S]*<dt>program<\/dt>/)
})

test("every link within the reference leads to an id, and ids are valid and unique", () => {
  const ids = [...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)
  expect(ids.filter((id) => !id || /\s/.test(id))).toEqual([])
  expect(ids.filter((id, at) => ids.indexOf(id) < at)).toEqual([])
  const lost = [...page.matchAll(/href="#([^"]*)"/g)].filter(([, to]) => !ids.includes(to))
  expect(lost.map(([link]) => link)).toEqual([])
})
