import { z } from "@hono/zod-openapi"
import { sql } from "kysely"
import { pino } from "pino"
import { expect, test } from "vitest"
import { readConfig } from "#config/config.ts"
import { openDb, openPool } from "#db/connection.ts"
import { testDatabase } from "#test/database.ts"
import { freePort } from "#test/instances/server.ts"
import { goodPassword, testSite, visitor } from "#test/worlds/visitor.ts"
import { createApi } from "../../api.ts"
import { contentVersion } from "../caching/content-version.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { fieldErrors } from "./problem.ts"

test("while the database is unavailable the API answers 503 in the caller's language and logs a warning", async () => {
  const lines: Record<string, unknown>[] = []
  const db = openDb(openPool(`postgres://app:x@127.0.0.1:${await freePort()}/postgres`, 2, () => {}))
  const api = createApi({
    config: readConfig({ PUBLIC_URL: "https://foyer.example" }),
    db,
    log: pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) }),
    content: contentVersion(),
    version: "build-1",
    release: "0.1.0",
    phase: () => "serving",
  })
  const ask = (language: string) =>
    api.fetch(new Request("https://foyer.example/api/contents/events/", { headers: { "accept-language": language } }), {
      requestId: "one-7",
    })
  for (const [language, words] of [
    ["en", "The site cannot answer just now. Try again in a moment."],
    ["fr", "Le site ne peut pas répondre pour l’instant. Réessayez dans un instant."],
    ["nl", "De site kan nu even niet antwoorden. Probeer het zo meteen opnieuw."],
  ] as const) {
    const answer = await ask(language)
    expect(answer.status).toBe(503)
    expect(answer.headers.get("retry-after")).toBe("5")
    expect(await answer.json()).toEqual({ detail: words, code: "unavailable" })
  }
  // Secrets in an address do not reach the log.
  await api.fetch(new Request(`https://foyer.example/api/newsletters/1-${"s".repeat(32)}/`), { requestId: "one-8" })
  expect(lines.splice(3).map(({ path }) => path)).toEqual(["/api/newsletters/…/"])
  // Logged as a warning, since nobody made a mistake, and each line names its request.
  expect(lines.map(({ level, requestId }) => [level, requestId])).toEqual([
    [40, "one-7"],
    [40, "one-7"],
    [40, "one-7"],
  ])
  await db.destroy()
})

test("a full database disk answers 507 storage_full to a write, and reads still work", async () => {
  const { db, drop } = await testDatabase()
  await sql`create function has_no_room() returns trigger language plpgsql as
    'begin raise exception ''could not extend file'' using errcode = ''disk_full''; end'`.execute(db)
  await sql`create trigger has_no_room before insert on users execute function has_no_room()`.execute(db)
  const site = testSite(db)
  const nour = visitor(site)
  await nour.get("/api/auth/csrf/")
  const { status, body } = await nour.post("/api/auth/register/", {
    username: "nour",
    email: "nour@exemple.be",
    password: goodPassword,
  })
  expect([status, body]).toEqual([507, { detail: messagesIn("fr")("errors.storage_full"), code: "storage_full" }])
  expect(site.errors).toEqual([])
  expect((await nour.get("/api/contents/events/")).status).toBe(200)
  await drop()
})

test("an empty text or list is reported as missing, not as too small", () => {
  const messages = messagesIn("en")
  const fields = z.object({ name: z.string().min(1), tags: z.array(z.string()).min(1), seats: z.number().min(1) })
  expect(fieldErrors(fields.safeParse({ name: "", tags: [], seats: 0 }).error?.issues ?? [], messages)).toEqual({
    name: [messages("errors.required")],
    tags: [messages("errors.required")],
    seats: [messages("errors.too_small", { minimum: 1 })],
  })
})

test("errors of lists and numbers have messages of their own, one for each field", () => {
  const messages = messagesIn("en")
  const thing = z.object({
    tags: z.array(z.string()).min(2).max(3),
    parent: z.number().int().positive(),
    name: z.string().min(1),
  })
  const wrong = (value: unknown) => fieldErrors(thing.safeParse(value).error?.issues ?? [], messages)
  expect(wrong({ tags: ["a", "b", "c", "d"], parent: 0, name: [] })).toEqual({
    tags: [messages("errors.list_too_long", { maximum: 3 })],
    parent: [messages("errors.too_small", { minimum: 1 })],
    name: [messages("errors.invalid")],
  })
  expect(wrong({ tags: ["a"], parent: 1, name: "x" })).toEqual({
    tags: [messages("errors.list_too_short", { minimum: 2 })],
  })
})

test("a value of a wrong type is reported as such, and only an absent or null value as missing", () => {
  const messages = messagesIn("fr")
  const room = z.object({ capacity: z.number().int(), floor: z.number() })
  const wrong = (value: unknown) => fieldErrors(room.safeParse(value).error?.issues ?? [], messages)
  expect(wrong({ capacity: "mille" })).toEqual({
    capacity: [messages("errors.any_number")],
    floor: [messages("errors.required")],
  })
  expect(wrong({ capacity: null, floor: 1.5 })).toEqual({ capacity: [messages("errors.required")] })
  expect(wrong({ capacity: 1.5, floor: "1" })).toEqual({
    capacity: [messages("errors.number")],
    floor: [messages("errors.any_number")],
  })
  const page = z.object({ name: z.string(), tags: z.array(z.string()), isOpen: z.boolean(), where: z.object({}) })
  const kinds = fieldErrors(
    page.safeParse({ name: 5, tags: "a", isOpen: "yes", where: "here" }).error?.issues ?? [],
    messages,
  )
  const invalid = [messages("errors.invalid")]
  expect(kinds).toEqual({ name: invalid, tags: invalid, isOpen: invalid, where: invalid })
})
