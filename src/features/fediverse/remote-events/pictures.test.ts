import { sql } from "kysely"
import { expect, test } from "vitest"
import { claimDue } from "#features/documents/remote-pictures/store.server.ts"
import { elsewhereWorld } from "#test/elsewhere/fediverse-elsewhere.ts"

test("the picture of a remote event is not fetched from a blocked host", async () => {
  const { db, lena, befriends, creates, titles } = await elsewhereWorld()
  await sql`insert into fediverse_hosts (host, is_blocked) values ('blocked.example', true)`.execute(db)
  await befriends(lena, "salle")
  const picture = (url: string) => ({ attachment: [{ type: "Image", mediaType: "image/jpeg", url }] })
  await creates("salle", "1", picture("https://media.blocked.example/1.jpg"))
  await creates("salle", "2", picture("https://pictures.example/2.jpg"))

  expect(await titles(lena)).toHaveLength(2)
  const { rows } = await sql`select url from pictures_elsewhere`.execute(db)
  expect(rows).toEqual([{ url: "https://pictures.example/2.jpg" }])
})

test("of an event that names another picture with every Update, only the last one is fetched", async () => {
  const { db, lena, befriends, creates, updates } = await elsewhereWorld()
  await befriends(lena, "salle")
  const version = (nth: number) => ({
    updated: `2026-11-0${nth}T10:00:00Z`,
    attachment: [{ type: "Image", mediaType: "image/jpeg", url: `https://pictures.example/${nth}.jpg` }],
  })
  await creates("salle", "1", version(1))
  for (const nth of [2, 3, 4]) await updates("salle", "1", version(nth))

  expect((await claimDue(db, 60)).map(({ url }) => url)).toEqual(["https://pictures.example/4.jpg"])
})
