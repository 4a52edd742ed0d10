import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { emptyPdf, formWith } from "#test/files.ts"
import { mediaWorld } from "#test/worlds/media-world.ts"

let media: Awaited<ReturnType<typeof mediaWorld>>
beforeAll(async () => {
  media = await mediaWorld()
})
afterAll(() => media.own.drop())

test("concurrent uploads do not exceed a user's quota", async () => {
  const full = await media.somebody("hoarder")
  const { id } = (await full.get("/api/me/")).body
  await media.own.db
    .insertInto("documents")
    .values({
      type: "Document",
      title: "Grand",
      file: "f".repeat(40),
      mime: "application/pdf",
      size: 1,
      stored: 5 * media.site.config.pageQuota - 1500,
      created_by: id,
    })
    .execute()
  const before = media.sets().length
  const file = Buffer.concat([emptyPdf("x".repeat(900))])
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => full.post("/api/documents/", formWith(file, "a.pdf"))),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409])
  expect(media.sets()).toHaveLength(before + 1)
})

test("concurrent uploads do not exceed a page's quota, and the refusal has the code page_full", async () => {
  const { rows } = await sql<{ id: number }>`
    insert into documents (type, title, file, mime, size, stored, actor_id)
    select 'Document', 'Grand', ${"e".repeat(40)}, 'application/pdf', 1, 
      ${media.site.config.pageQuota - 1500} - (select coalesce(sum(stored), 0) from documents where actor_id = actors.id), id
    from actors where fid = 'band-draft' returning id`.execute(media.own.db)
  const before = media.sets().length
  const file = Buffer.concat([emptyPdf("x".repeat(900))])
  const answers = await Promise.all(
    Array.from({ length: 3 }, () =>
      media.mirelle.post("/api/documents/", formWith(file, "a.pdf", { actor: "band-draft" })),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe("page_full")
  expect(media.sets()).toHaveLength(before + 1)
  await media.own.db
    .deleteFrom("documents")
    .where("id", "=", rows[0]?.id as number)
    .execute()
})

test("no server error was logged during these tests", () => expect(media.site.errors).toEqual([]))
