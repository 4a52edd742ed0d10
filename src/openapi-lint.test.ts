import { spawnSync } from "node:child_process"
import { rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, expect, test } from "vitest"
import { apiDocument } from "#test/calls/api-document.ts"
import { temporaryDirectory } from "#test/temporary.ts"

type Schema = { type?: string; format?: string; pattern?: string; enum?: unknown[] }
type Operation = {
  operationId?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string; description?: string; schema: Schema }[]
  requestBody?: unknown
  responses: Record<string, { headers?: Record<string, unknown>; content?: Record<string, { schema: unknown }> }>
}
type Document = {
  info: { license: object; contact?: object }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { securitySchemes: Record<string, object>; schemas: Record<string, { description?: string }> }
}

let document: Document
let calls: { call: string; path: string; method: string; operation: Operation }[]
beforeAll(async () => {
  document = await apiDocument({ PUBLIC_URL: "https://foyer.example", SITE_CONTACT: "bonjour@foyer.example" })
  calls = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      call: `${method.toUpperCase()} ${path}`,
      path,
      method,
      operation,
    })),
  )
})
const named = (call: string) => calls.find((one) => one.call === call)?.operation as Operation

test("a linter finds nothing in the OpenAPI document", () => {
  const directory = temporaryDirectory("openapi")
  try {
    const file = join(directory, "openapi.json")
    writeFileSync(file, JSON.stringify(document))
    const root = new URL("..", import.meta.url).pathname
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [join(root, "node_modules/@redocly/cli/bin/cli.js"), "lint", file, "--config=redocly.yaml", "--format=json"],
      {
        cwd: root,
        encoding: "utf8",
        env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" },
      },
    )
    expect(stdout, stderr).toContain('"totals"')
    const { problems, totals } = JSON.parse(stdout.slice(stdout.indexOf("{"))) as {
      problems: { ruleId: string; message: string; location: { pointer?: string }[] }[]
      totals: { errors: number; warnings: number }
    }
    const said = problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`)
    expect(said).toEqual([])
    expect(totals).toMatchObject({ errors: 0, warnings: 0 })
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}, 120_000)

test("every call has a unique operationId in camel case", () => {
  const names = calls.map(({ operation }) => operation.operationId ?? "")
  for (const name of names) expect(name).toMatch(/^[a-z]+([A-Z][A-Za-z0-9]*)*$/)
  const twice = names.filter((name, at) => names.indexOf(name) < at)
  expect(twice, "two calls have the same name: give one of them an `operationId` beside its handler").toEqual([])
  for (const [call, name] of [
    ["GET /api/contents/events/", "listEvents"],
    ["GET /api/contents/events/followed/", "listFollowedEvents"],
    ["GET /api/contents/events/{id}/", "getEvent"],
    ["PATCH /api/contents/events/{id}/occurrences/{occurrence}/", "updateEventOccurrence"],
    ["POST /api/actors/{fid}/restore/", "restoreActor"],
    ["DELETE /api/actors/{fid}/follow/", "unfollowActor"],
    ["GET /api/me/", "getMe"],
    ["GET /api/me/emails/", "listMyEmails"],
    ["POST /api/auth/login/", "logIn"],
  ] as const)
    expect(named(call).operationId, call).toBe(name)
})

test("every call states the sessions, tokens and CSRF tokens that it accepts", () => {
  expect(Object.keys(document.components.securitySchemes)).toEqual(["session", "csrf", "token", "oauth2"])
  for (const { call, operation } of calls) expect(operation.security, call).toBeInstanceOf(Array)
  for (const [call, security] of [
    ["GET /nodeinfo/2.0", []],
    ["GET /api/contents/events/", [{}, { session: [] }, { token: ["read"] }, { oauth2: ["read"] }]],
    ["GET /api/contents/events/followed/", [{ session: [] }, { token: ["read"] }, { oauth2: ["read"] }]],
    ["POST /api/contents/events/", [{ session: [], csrf: [] }, { token: ["write"] }, { oauth2: ["write"] }]],
    ["PUT /api/actors/{fid}/follow/", [{ session: [], csrf: [] }, { token: ["follow"] }, { oauth2: ["follow"] }]],
    [
      "POST /api/actors/{fid}/contact/",
      [{ csrf: [] }, { session: [], csrf: [] }, { token: ["write"] }, { oauth2: ["write"] }],
    ],
    ["POST /api/auth/login/", [{ csrf: [] }, { session: [], csrf: [] }]],
    ["PATCH /api/me/", [{ session: [], csrf: [] }]],
    ["POST /api/notices/stop/", []],
    ["GET /api/actors/{fid}/webhooks/{id}/deliveries/", [{ session: [] }, { token: ["read"] }, { oauth2: ["read"] }]],
  ] as const)
    expect(named(call).security, call).toEqual(security)
})

test("path parameters are integers, and named identifiers are strings", () => {
  for (const { call, operation } of calls)
    for (const { name, in: where, schema } of operation.parameters ?? []) {
      if (where !== "path") continue
      const isText =
        ["fid", "slug", "subject", "kind", "ref", "token", "host"].includes(name) ||
        call.includes("/api/me/lists/{id}/")
      expect(schema.type, `${name} of ${call}`).toBe(isText ? "string" : "integer")
    }
})

test("every call describes a success and its refusals", () => {
  const faults = calls.flatMap(({ call, path, operation }) => {
    const { responses, parameters = [], requestBody } = operation
    const isApi = path.startsWith("/api/")
    const isOfOne = /\{(id|fid|slug)\}/.test(path) && !/availability|drafts/.test(path)
    const expected = [
      ...(isApi ? ["403"] : []),
      ...(isApi && requestBody ? ["400", "413", "415"] : []),
      ...(isOfOne ? ["404"] : []),
    ]
    const isGood = (status: string) =>
      status.startsWith("2") || (status === "302" && /^GET \/api\/\w+\/stop\/$/.test(call))
    const isMissing = (name: string, status: string) =>
      responses[status] && !Object.keys(responses[status].headers ?? {}).includes(name)
    return [
      ...expected.filter((status) => !responses[status]).map((status) => `${call} does not tell of its ${status}`),
      ...(Object.keys(responses).some(isGood) ? [] : [`${call} never goes well`]),
      ...(isMissing("Retry-After", "429") ? [`${call} does not say when to try again`] : []),
      // The only other 412 belongs to tus, for headers of its own.
      ...(responses["412"] && call !== "POST /api/uploads/" && !parameters.some(({ name }) => name === "If-Match")
        ? [`${call} takes no If-Match`]
        : []),
    ]
  })
  expect(faults).toEqual([])
  expect(Object.keys(named("GET /api/actors/").responses["200"]?.headers ?? {})).toEqual(["X-Total-Count", "Link"])
})

test("every object and array schema describes what it contains", () => {
  const bare: string[] = []
  const look = (at: string, one: unknown) => {
    if (typeof one !== "object" || one === null) return
    const { type, items, properties, additionalProperties } = one as Record<string, unknown>
    const is = (kind: string) => [type].flat().includes(kind)
    if (is("object") && !properties && !additionalProperties) bare.push(`${at}: an object of nothing`)
    if (is("array") && !items) bare.push(`${at}: a list of nothing`)
    for (const [key, inner] of Object.entries(one)) look(`${at}/${key}`, inner)
  }
  look("", document)
  expect(bare).toEqual([])
})

test("the filters of lists have a description or an enum", () => {
  const silent = calls.flatMap(({ call, operation }) =>
    /^GET \/api\/(contents\/events|actors|activities|documents|openings|map)\/$/.test(call)
      ? (operation.parameters ?? [])
          .filter(({ name, description, schema }) => !description && !schema.enum && !["start", "limit"].includes(name))
          .map(({ name }) => `${name} of ${call}`)
      : [],
  )
  expect(silent).toEqual([])
  const said = (call: string, name: string) => named(call).parameters?.find((one) => one.name === name)?.description
  expect(said("GET /api/contents/events/", "category")).toContain("`exhibition`")
  expect(said("GET /api/contents/events/", "access")).toContain("`strobe`")
  expect(said("GET /api/activities/", "models")).toContain("`links.Link`")
})

test("the shared schemas Event and Actor have no description of their own", () => {
  const { Event: event, Actor: actor } = document.components.schemas
  expect([event?.description, actor?.description]).toEqual([undefined, undefined])
})

test("every tag of calls is used and has a description", () => {
  const used = new Set(calls.flatMap(({ operation }) => operation.tags ?? []))
  expect(document.tags.map(({ name }) => name).toSorted()).toEqual([...used].toSorted())
  for (const { name, description } of document.tags)
    expect(description?.length ?? 0, `describe « ${name} » in http/tags.ts`).toBeGreaterThan(10)
})

test("the document states server, licence and contact, and no contact if none is set", async () => {
  expect(document.servers).toEqual([{ url: "https://foyer.example" }])
  expect(document.info).toMatchObject({
    license: { identifier: "AGPL-3.0-or-later" },
    contact: { email: "bonjour@foyer.example" },
  })
  expect((await apiDocument()).info.contact).toBeUndefined()
})
