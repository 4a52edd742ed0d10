import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { z } from "@hono/zod-openapi"
import { actorRepresentation } from "#features/actors/representation.server.ts"
import { eventRepresentation } from "#features/events/representation.server.ts"
import { webhookEvents } from "#features/webhooks/webhook.ts"
import { apiWorld } from "#test/worlds/api-world.ts"
import { insertRemoteReactions } from "#test/calls/call-fixtures.ts"
import { testSite, visitor } from "#test/worlds/visitor.ts"
import { tomorrow, world } from "#test/worlds/world.ts"

type Schema = { [key: string]: unknown }
type Operation = {
  responses: Record<string, { description?: string; content?: Record<string, { schema: Schema }> }>
  parameters?: { name: string; in: string; schema?: Schema }[]
  summary?: string
  tags?: string[]
}
type Document = {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  webhooks: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

let here: Awaited<ReturnType<typeof apiWorld>>
let document: Document
let eventId: number
let documentId: number
let commentId: number
beforeAll(async () => {
  here = await apiWorld(await world())
  const festival = await here.hangar.publishes({
    title: "Festival",
    all_day: true,
    starts: `${tomorrow()}T00:00`,
    minutes: null,
  })
  const event = await here.nour.publishes({
    title: { fr: "Tout dire", en: "Say it all" },
    summary: { fr: "Un mot" },
    description: { fr: "<p>Un mot</p>" },
    tags: ["jazz"],
    doors_minutes: 30,
    prices: [{ label: "Plein", amount: 12.5 }, { free: true }],
    lineup: [{ name: "Nour", actor_id: here.nour.id, role: "voix", confirmed: true }, { name: "Quelqu’un" }],
    parent_id: festival.id,
    starts: [`${tomorrow()}T20:30`, `${tomorrow(1)}T20:30`],
    access: { step_free: "yes", checked: "2026-01-01" },
    languages: ["fr"],
    age_min: 12,
    capacity: 90,
  })
  eventId = event.id
  commentId = (await insertRemoteReactions(here.db, eventId, true)).comment
  const image = await here.db
    .insertInto("documents")
    .values({
      type: "Image",
      title: "Affiche",
      file: "a".repeat(40),
      mime: "image/jpeg",
      size: 1000,
      width: 640,
      height: 480,
      widths: [320, 640],
      actor_id: here.hangar.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  documentId = image.id
  await here.db.insertInto("event_images").values({ event_id: eventId, document_id: documentId, position: 0 }).execute()
  await here.db.updateTable("actors").set({ avatar_id: documentId }).where("id", "=", here.hangar.id).execute()
  await publishesAgenda()
  document = await here.json("/api/openapi.json")
})
afterAll(() => here.end())

/** Publishes an agenda that everyone may read, with an actor in it. */
async function publishesAgenda() {
  const { userId } = here.nour.viewer
  const agenda = await here.db
    .insertInto("agendas")
    .values({ user_id: userId, name: "Nuits", language: "fr", slug: "nuits", is_published: true, shows_owner: true })
    .returning("id")
    .executeTakeFirstOrThrow()
  await here.db.insertInto("agenda_slugs").values({ slug: "nuits", user_id: userId, agenda_id: agenda.id }).execute()
  await here.db.insertInto("agenda_entries").values({ agenda_id: agenda.id, actor_id: here.hangar.id }).execute()
}

const methods = ["get", "put", "post", "delete", "patch"]

test("the document is OpenAPI 3.1: each call has a summary, a tag, responses and its path parameters", () => {
  expect(document.openapi).toMatch(/^3\.1\./)
  for (const [path, operations] of Object.entries(document.paths)) {
    expect(path, "a trailing slash, but for files").toMatch(/\/$|\/nodeinfo|\/\.well-known\/|\.json$/)
    for (const [method, operation] of Object.entries(operations)) {
      const call = `${method} ${path}`
      expect(methods, call).toContain(method)
      expect(operation.summary?.length, call).toBeGreaterThan(3)
      expect(operation.tags?.length, call).toBe(1)
      expect(Object.keys(operation.responses).length, call).toBeGreaterThan(0)
      for (const [status, answer] of Object.entries(operation.responses)) {
        expect(status, call).toMatch(/^[2-5]\d\d$/)
        expect(answer.description?.length, `${call} ${status}`).toBeGreaterThan(2)
      }
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const declared = (operation.parameters ?? []).filter((one) => one.in === "path").map(({ name }) => name)
      expect(declared.toSorted(), call).toEqual(named.toSorted())
    }
  }
})

test("every $ref leads to a schema of the document", () => {
  const lost: string[] = []
  JSON.stringify(document, (key, value) => {
    if (
      key === "$ref" &&
      !(value.startsWith("#/components/schemas/") && value.split("/").at(-1) in document.components.schemas)
    )
      lost.push(value)
    return value
  })
  expect(lost).toEqual([])
})

test("the document has all calls of the specification", () => {
  for (const path of [
    "/api/actors/",
    "/api/actors/followed/",
    "/api/actors/managed/",
    "/api/actors/{fid}/",
    "/api/contents/events/",
    "/api/contents/events/followed/",
    "/api/contents/events/managed/",
    "/api/contents/events/{id}/",
    "/api/activities/",
    "/api/activities/followed/",
    "/api/activities/managed/",
    "/api/documents/",
    "/api/fediverse/accounts/",
    "/nodeinfo/2.0",
    "/nodeinfo/2.1",
    "/builds/latest.json",
  ]) {
    expect(Object.keys(document.paths[path] ?? {}), path).toContain("get")
  }
})

test("the reference at /api/docs/ lists every call, schema and webhook", async () => {
  const page = await (await here.get("/api/docs/")).text()
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of Object.keys(operations)) expect(page).toContain(`<code>${method.toUpperCase()} ${path}</code>`)
  }
  for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="schema-${name}"`)
  expect(Object.keys(document.webhooks)).toEqual([...webhookEvents, "ping"])
  for (const type of Object.keys(document.webhooks)) expect(page).toContain(`<code>SENT ${type}</code>`)
  // The body of a write is listed field by field.
  const sent = page.slice(
    page.indexOf('id="createEvent"'),
    page.indexOf("</details>", page.indexOf('id="createEvent"')),
  )
  expect(sent).toMatch(/Sent as <code>application\/json<\/code>[\s\S]*<code>title<\/code>/)
  expect(page).not.toMatch(/<script|https?:\/\/(?!foyer\.example)[^"]*\.(js|css)/)
})

/** Fills an API path with existing ids. */
function addressOf(path: string): string {
  const id = path.startsWith("/api/documents/") ? documentId : eventId
  return path
    .replace("{id}", String(id))
    .replace("{comment}", String(commentId))
    .replace("{fid}", "hangar")
    .replace("{slug}", "nuits")
}

test("responses of public GET calls match their schemas", async () => {
  const faults: string[] = []
  for (const [path, { get }] of Object.entries(document.paths)) {
    const schema = get?.responses["200"]?.content?.["application/json"]?.schema
    // What a signed link opens is personal, too.
    if (!schema || /followed|managed|\/me\/|\/auth\/|subscriptions|newsletters/.test(path)) continue
    const required =
      {
        "/api/places/": "?q=br",
        "/api/map/": "?bbox=4.2,50.7,4.5,50.9&zoom=9",
        "/api/actors/{fid}/tour/": "?way=50.85,4.35;50.63,3.06&from=2026-11-21&to=2026-11-22",
        "/api/radio/": "?near=50.85,4.34",
        "/api/fediverse/intents/": "?handle=scene.invalid&object=https://foyer.example/actors/hangar",
        "/api/oembed/": `?url=https://foyer.example/events/${eventId}`,
      }[path] ?? ""
    const answer = await here.get(addressOf(path) + required)
    if (answer.status !== 200) {
      if (![401, 403].includes(answer.status)) faults.push(`${path} answered ${answer.status}`)
      continue
    }
    faults.push(...misfits(await answer.json(), schema, path))
  }
  expect(faults).toEqual([])
})

test("refusals and responses of special types have the described content type and schema", async () => {
  const someone = visitor(testSite(here.db))
  await someone.registers("lise")
  const faults: string[] = []
  for (const [call, answer] of [
    ["post /api/auth/login/", await someone.post("/api/auth/login/", { username: "nour", password: 1, code: 2 })],
    ["get /api/oembed/", await someone.get("/api/oembed/?format=xml&url=http://foyer.test/actors/hangar")],
    ["get /api/uploads/", await someone.get("/api/uploads/?actor=hangar&actor=nour")],
    ["post /api/uploads/", await someone.post("/api/uploads/")],
    ["get /.well-known/nodeinfo", await someone.get("/.well-known/nodeinfo")],
  ] as const) {
    const [method = "", path = ""] = call.split(" ")
    const [type = ""] = (answer.headers.get("content-type") ?? "").split(";")
    const schema = document.paths[path]?.[method]?.responses[answer.status]?.content?.[type]?.schema
    faults.push(
      ...(schema ? misfits(answer.body, schema, call) : [`${call} does not tell of ${answer.status} ${type}`]),
    )
  }
  expect(faults).toEqual([])
})

test("events and actors answer exactly the fields of their representation", async () => {
  const fits = (schema: z.ZodObject, value: unknown) => schema.strict().safeParse(value).error?.issues
  for (const filter of ["future", "all", "past"]) {
    for (const event of await here.json(`/api/contents/events/?filter=${filter}&near=50.85,4.34&radius=300`)) {
      expect(fits(eventRepresentation, event)).toBeUndefined()
    }
  }
  expect(fits(eventRepresentation, await here.json(`/api/contents/events/${eventId}/`))).toBeUndefined()
  for (const fid of ["hangar", "nour", "seuils", "rhizome"])
    expect(fits(actorRepresentation, await here.json(`/api/actors/${fid}/`))).toBeUndefined()
  for (const actor of await here.json("/api/actors/?near=50.85,4.34&radius=300"))
    expect(fits(actorRepresentation, actor)).toBeUndefined()
})

const schemas = new URL("../../shared/fixtures/activitypub/nodeinfo/", import.meta.url).pathname
test.each(["2.0", "2.1"])("NodeInfo %s matches its schema", async (version) => {
  const answer = await here.get(`/nodeinfo/${version}`)
  expect(answer.headers.get("content-type")).toBe(
    `application/json; profile="http://nodeinfo.diaspora.software/ns/schema/${version}#"; charset=utf-8`,
  )
  const info = (await answer.json()) as Record<string, unknown>
  expect(info).toMatchObject({
    version,
    software: { name: expect.stringMatching(/^[a-z0-9-]+$/), version: "0.1.0" },
    protocols: expect.any(Array),
    services: { inbound: [], outbound: [] },
    openRegistrations: expect.any(Boolean),
    usage: { users: {}, localPosts: 2 },
    metadata: {},
  })
  const file = join(schemas, `${version}-schema.json`)
  const faults = existsSync(file) ? misfits(info, JSON.parse(readFileSync(file, "utf8")), version) : []
  expect(faults).toEqual([])
})

test("/.well-known/nodeinfo links to both NodeInfo versions and to the actor of the instance", async () => {
  const answer = await here.get("/.well-known/nodeinfo")
  expect(answer.headers.get("content-type")).toContain("application/jrd+json")
  const { links } = (await answer.json()) as { links: { rel: string; href: string }[] }
  expect(links.map(({ href }) => href)).toEqual([
    "https://foyer.example/nodeinfo/2.0",
    "https://foyer.example/nodeinfo/2.1",
    "https://foyer.example/ap/instance",
  ])
  for (const { rel, href } of links.slice(0, 2))
    expect(((await here.json(href.slice("https://foyer.example".length))) as { version: string }).version).toBe(
      rel.split("/").at(-1),
    )
})

/** Lists where a value does not match a JSON Schema, for the part of the standard that these documents use. */
function misfits(value: unknown, schema: Schema, at: string): string[] {
  if (typeof schema.$ref === "string")
    return misfits(value, document.components.schemas[schema.$ref.split("/").at(-1) as string] as Schema, at)
  const any = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined
  if (any) return any.some((one) => misfits(value, one, at).length === 0) ? [] : [`${at} fits none of its alternatives`]
  if (Array.isArray(schema.allOf)) return (schema.allOf as Schema[]).flatMap((one) => misfits(value, one, at))
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) return [`${at} is ${JSON.stringify(value)}`]
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value
  const types = [schema.type ?? []].flat() as string[]
  const isType =
    types.length === 0 ||
    types.includes(type) ||
    (type === "number" && types.includes("integer") && Number.isInteger(value))
  if (!isType) return [`${at} is ${type}, not ${types.join(" or ")}`]
  if (type === "string" && schema.pattern && !new RegExp(schema.pattern as string).test(value as string))
    return [`${at} does not match`]
  if (type === "array")
    return (value as unknown[]).flatMap((one, index) =>
      schema.items ? misfits(one, schema.items as Schema, `${at}[${index}]`) : [],
    )
  if (type !== "object") return []
  const properties = (schema.properties ?? {}) as Record<string, Schema>
  const given = value as Record<string, unknown>
  const missing = ((schema.required ?? []) as string[])
    .filter((key) => !(key in given))
    .map((key) => `${at}.${key} is missing`)
  return missing.concat(
    Object.entries(given).flatMap(([key, one]) => {
      if (properties[key]) return misfits(one, properties[key], `${at}.${key}`)
      if (schema.additionalProperties === false) return [`${at}.${key} is not in the schema`]
      if (typeof schema.additionalProperties === "object")
        return misfits(one, schema.additionalProperties as Schema, `${at}.${key}`)
      return schema.properties && !("additionalProperties" in schema) && at.startsWith("/api/")
        ? [`${at}.${key} is not documented`]
        : []
    }),
  )
}
