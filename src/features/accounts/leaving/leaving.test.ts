import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { strFromU8, unzipSync } from "fflate"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { saveActor } from "#features/actors/store.server.ts"
import { saveEvents } from "#features/events/store.server.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { emptyPdf, formWith } from "#test/files.ts"
import { goodPassword, type TestSite, testSite, visitor } from "#test/worlds/visitor.ts"
import { openMailer } from "#mail/transport.ts"
import { storageOf } from "#storage/storage.ts"
import { personalTables } from "./personal-rows.server.ts"
import { removeAccount } from "./removal.server.ts"

let own: TestDatabase
let site: TestSite
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
})
afterAll(() => own.drop())

/** Does the work of the job that a deletion enqueued. */
const removes = (accountId: number) => removeAccount(own.db, storageOf(site.config), accountId)

const relate = (user_id: number, actor_id: number, relation: string, created_at = new Date()) =>
  own.db.insertInto("relations").values({ user_id, actor_id, relation, status: "accepted", created_at }).execute()

const eventBy = async (host: number, title: string, more: object = {}) => {
  const [id] = await saveEvents(own.db, [
    {
      language: "fr",
      title: { fr: title },
      category: "music",
      timezone: "Europe/Brussels",
      occurrences: [{ starts_at: new Date("2027-05-01T18:00:00Z"), ends_at: null }],
      organizer_ids: [host],
      workflow: "published",
      ...more,
    },
  ])
  return id as number
}

/** Makes an account with rows in every table, all marked with a word that occurs nowhere else. */
async function someoneEverywhere(username: string, canary: string) {
  const someone = visitor(site)
  const { id, emails } = await someone.registers(username, { email: `${canary}@exemple.be` })
  await own.db.updateTable("emails").set({ verified_at: new Date() }).where("id", "=", emails[0].id).execute()
  await someone.post("/api/auth/login/", { username, password: goodPassword }, { "user-agent": `${canary} browser` })
  await someone.patch("/api/me/", { name: `${canary} nom` })
  await someone.post("/api/me/emails/", { email: `${canary}@second.example`, password: goodPassword })
  await someone.post("/api/me/emails/", { email: `third.${canary}@second.example`, password: goodPassword })
  await someone.post("/api/me/places/", { name: `${canary} chez moi`, lat: 50.1234, lon: 4.4321 })
  const { body: agenda } = await someone.post("/api/me/lists/", {
    name: `${canary} agenda`,
    description: { fr: `${canary} mots` },
  })
  await someone.patch(`/api/me/lists/${agenda.id}/`, { published: true, slug: `agenda-${username}` })
  await someone.post("/api/me/identities/", { url: `https://ailleurs.example/${canary}` })
  await someone.post("/api/me/tokens/", { name: `${canary} jeton`, scopes: ["read"] })
  await someone.post("/api/me/programs/", {
    name: `${canary} programme`,
    website: `https://${canary}.example`,
    redirects: [`https://${canary}.example/retour`],
    kind: "confidential",
  })
  await someone.put("/api/me/drafts/actor-new/", { fields: { name: `${canary} en cours` } })
  await someone.post("/api/auth/reset/", { email: `${canary}@exemple.be` })

  const person = await saveActor(own.db, {
    fid: `${username}-page`,
    type: "person",
    name: `${canary} Ossau`,
    language: "fr",
    status: "published",
    summary: { fr: `${canary} résumé` },
    description: { fr: `<p>${canary} description</p>` },
    tags: [canary],
    location: { street: `${canary} rue`, locality: "Bruxelles", country: "BE" },
    links: [{ url: `https://${canary}.example` }],
    contacts: [{ kind: "email", value: `${canary}@page.example` }],
    rooms: [{ name: `${canary} salle` }],
  })
  await relate(id, person, "owner")
  await someone.patch("/api/me/", { identity: `${username}-page` })
  const event = await eventBy(person, `${canary} concert`, { tags: [canary] })
  await someone.put(`/api/me/lists/${agenda.id}/entries/event/${event}/`)
  // One file belongs to the page, the other to nothing yet.
  for (const fields of [{ actor: `${username}-page` }, {}] as Record<string, string>[]) {
    const file = formWith(emptyPdf(`${canary} dossier`), `${canary}.pdf`, fields)
    if ((await someone.post("/api/documents/", file)).status !== 201) throw new Error("a file could not be brought")
  }
  await openMailer(site.config).send({
    to: { address: `${canary}@exemple.be` },
    subject: canary,
    text: canary,
    html: canary,
    id: canary,
  })
  return { someone, id, person, event }
}

/** Lists every place in the database where a word still occurs, as `table: row`. */
async function whereIs(word: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('public', 'pgboss') and table_type = 'BASE TABLE'`.execute(own.db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: string
    }>`select t::text as row from ${sql.raw(name)} t where t::text ilike ${`%${word}%`} limit 3`.execute(own.db)
    found.push(...rows.map(({ row }) => `${name}: ${row}`))
  }
  return found
}

function filesWith(word: string, folder = site.config.dataDir): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    if (statSync(path).isDirectory()) return filesWith(word, path)
    return path.includes(word) || readFileSync(path, "utf8").includes(word) ? [path] : []
  })
}

test("account deletion leaves no row, job or file of the person; only the fid of their page stays taken", async () => {
  const canary = "zqkanari"
  const { someone, id, event } = await someoneEverywhere("mirelle", canary)
  const other = visitor(site)
  await other.signsIn("mirelle", goodPassword)
  expect((await whereIs(canary)).length).toBeGreaterThan(15)

  expect(await someone.delete("/api/me/", { password: "wrong" })).toMatchObject({
    status: 400,
    body: { password: [expect.any(String)] },
  })
  expect(await someone.delete("/api/me/", { password: goodPassword })).toMatchObject({ status: 204 })
  expect((await someone.get("/api/me/")).status).toBe(403)
  expect((await other.get("/api/me/")).status).toBe(403)
  const login = await other.post("/api/auth/login/", { username: "mirelle", password: goodPassword })
  expect(login).toMatchObject({ status: 400, body: { non_field_errors: [expect.any(String)] } })
  // Even before the job has run, nobody sees the account's content, and its username and addresses can be used by others.
  const stranger = visitor(site)
  for (const path of [
    "/api/actors/mirelle-page/",
    `/api/contents/events/${event}/`,
    "/api/lists/agenda-mirelle/",
    `/api/contents/events/?q=${canary}`,
    `/api/actors/?q=${canary}`,
  ]) {
    const { status, body } = await stranger.get(path)
    expect([404, JSON.stringify(body) === "[]" ? status : undefined], path).toContain(status)
  }
  expect(await whereIs("mirelle@")).toEqual([])
  const next = visitor(site)
  expect((await next.registers("mirelle", { email: `${canary}@exemple.be` })).id).not.toBe(id)
  expect((await next.delete("/api/me/", { password: goodPassword })).status).toBe(204)

  await removes(id)
  await removes(id)
  // The farewell mail to the main address still waits in the queue; it is deleted once sent.
  const left = await whereIs(canary)
  expect(left.filter((found) => !/^pgboss\.job.*account-deleted/.test(found))).toEqual([])
  await sql`delete from pgboss.job`.execute(own.db)
  expect(await whereIs(canary)).toEqual([])
  expect(filesWith(canary)).toEqual([])
  expect(
    await own.db.selectFrom("former_fids").select(["fid", "actor_id"]).where("fid", "=", "mirelle-page").execute(),
  ).toEqual([{ fid: "mirelle-page", actor_id: null }])
  const { rows } = await sql`select 1 from relations where user_id = ${id}`.execute(own.db)
  expect(rows).toEqual([])
})

test("account deletion passes a shared page to the longest-standing member and keeps events of other pages", async () => {
  const { someone, id, person } = await someoneEverywhere("leaver", "zqdepart")
  const [member, assistant, late] = [visitor(site), visitor(site), visitor(site)]
  const memberId = (await member.registers("member1")).id
  const assistantId = (await assistant.registers("assistant1")).id
  const lateId = (await late.registers("member2")).id
  const house = await saveActor(own.db, {
    fid: "shared-house",
    type: "place",
    name: "Maison partagée",
    language: "fr",
    status: "published",
  })
  await relate(id, house, "owner")
  await relate(assistantId, house, "assistant", new Date("2020-01-01"))
  await relate(memberId, house, "member", new Date("2021-01-01"))
  await relate(lateId, house, "member", new Date("2022-01-01"))
  const alone = await saveActor(own.db, {
    fid: "alone-house",
    type: "place",
    name: "Maison seule",
    language: "fr",
    status: "published",
    location: { street: "1 rue Seule", locality: "Mons" },
  })
  await relate(id, alone, "owner")
  const theirs = await eventBy(house, "Bal de la maison", {
    lineup: [{ actor_id: person, name: "En scène" }],
    place_id: alone,
  })
  const together = await eventBy(person, "À deux", { organizer_ids: [person, house] })

  expect((await someone.delete("/api/me/", { password: goodPassword })).status).toBe(204)
  await removes(id)
  const owners = await own.db
    .selectFrom("relations")
    .select(["user_id", "relation"])
    .where("actor_id", "=", house)
    .orderBy("id")
    .execute()
  expect(owners).toContainEqual({ user_id: memberId, relation: "owner" })
  expect(owners.filter(({ relation }) => relation === "owner")).toHaveLength(1)

  const rows = await own.db
    .selectFrom("events")
    .select(["id", "place_id", "location_id", "search"])
    .where("id", "in", [theirs, together])
    .orderBy("id")
    .execute()
  expect(rows.map((row) => row.id)).toEqual([theirs, together])
  expect(rows[0]?.place_id).toBeNull()
  expect(rows[0]?.location_id).not.toBeNull()
  expect(rows[0]?.search).not.toContain("zqdepart")
  const hosts = await own.db
    .selectFrom("event_organizers")
    .select(["actor_id", "position"])
    .where("event_id", "=", together)
    .execute()
  expect(hosts).toEqual([{ actor_id: house, position: 0 }])
  expect(await own.db.selectFrom("actors").select("id").where("id", "in", [person, alone]).execute()).toEqual([])
})

test("account deletion passes a shared page to somebody who can sign in, before a suspended member", async () => {
  const [leaver, away, there] = [visitor(site), visitor(site), visitor(site)]
  const [leaverId, awayId, thereId] = [
    (await leaver.registers("heir-leaver")).id,
    (await away.registers("heir-away")).id,
    (await there.registers("heir-there")).id,
  ]
  const pages = await Promise.all(
    ["heir-house", "heir-lost-house"].map((fid) =>
      saveActor(own.db, { fid, type: "place", name: fid, language: "fr", status: "published" }),
    ),
  )
  const [house, lost] = pages as [number, number]
  for (const page of pages) await relate(leaverId, page, "owner")
  await relate(awayId, house, "member", new Date("2020-01-01"))
  await relate(thereId, house, "assistant", new Date("2021-01-01"))
  await relate(awayId, lost, "member")
  await own.db
    .updateTable("users")
    .set({ suspended_at: new Date(), suspended_reason: "x" })
    .where("id", "=", awayId)
    .execute()
  expect((await leaver.delete("/api/me/", { password: goodPassword })).status).toBe(204)
  const ownersOf = async (page: number) =>
    (
      await own.db
        .selectFrom("relations")
        .select("user_id")
        .where("actor_id", "=", page)
        .where("relation", "=", "owner")
        .execute()
    ).map(({ user_id }) => user_id)
  expect(await ownersOf(house)).toEqual([thereId])
  expect(await ownersOf(lost), "suspended people keep their pages").toEqual([awayId])
})

test("the export holds every row that belongs to the person, and their files", async () => {
  const canary = "zqexport"
  const { someone, id } = await someoneEverywhere("taker", canary)
  await own.db
    .insertInto("follows")
    .values({
      user_id: id,
      actor_id: await saveActor(own.db, { fid: "followed-one", type: "group", name: "Suivi", language: "fr" }),
    })
    .execute()
  await sql`insert into relations (actor_id, email, relation, status)
    select id, ${`${canary}@exemple.be`}, 'member', 'pending' from actors where fid = 'followed-one'`.execute(own.db)
  const answer = await site.api.request("/api/me/export/", {
    headers: { cookie: `sessionid=${someone.jar.get("sessionid")}` },
  })
  expect(answer.status).toBe(200)
  expect(answer.headers.get("content-type")).toBe("application/zip")
  expect(answer.headers.get("content-disposition")).toMatch(/^attachment; filename="foyer-taker-\d{4}-\d\d-\d\d\.zip"$/)
  expect(answer.headers.get("cache-control")).toBe("private, no-store")

  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const text = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]))
  expect(JSON.parse(text["profile.json"] as string)).toMatchObject({ username: "taker" })
  const brought = Object.entries(text).filter(([name]) => name.startsWith("files/"))
  expect(brought.map(([name]) => name.replace(/\d+/, "1"))).toEqual([`files/1 ${canary}.pdf`, `files/1 ${canary}.pdf`])
  for (const [, content] of brought) expect(content).toContain(`${canary} dossier`)
  expect(JSON.parse(text["data/follows.json"] as string)).toMatchObject([{ fid: "followed-one" }])
  expect(text["data/relations.json"], "an invitation to the person's address").toContain("followed-one")
  // Every table that names the person must be in the archive, except the search index and the queue, which are derived.
  const derived = new Set(["public.search_words", "pgboss.job_common", "pgboss.job"])
  const tables = new Set(
    (await whereIs(canary)).map((found) => found.split(":")[0] as string).filter((table) => !derived.has(table)),
  )
  expect(tables.size).toBeGreaterThan(10)
  for (const table of tables) expect(text[`data/${table.replace("public.", "")}.json`], table).toContain(canary)
  const everything = Object.values(text).join()
  expect(everything).not.toContain("$argon2id")
  for (const { rows } of [
    await sql<{
      hash: Buffer
    }>`select hash from sessions union select hash from api_tokens union select secret_hash from programs`.execute(
      own.db,
    ),
  ]) {
    for (const { hash } of rows) expect(everything).not.toContain(hash.toString("hex"))
  }
})

test("every table that refers to users or emails is listed as personal and cascades or clears on delete", async () => {
  const { rows } = await sql<{ name: string; rule: string }>`
    select conrelid::regclass::text as name, confdeltype::text as rule from pg_constraint
    where contype = 'f' and confrelid in ('users'::regclass, 'emails'::regclass)`.execute(own.db)
  expect(rows.length).toBeGreaterThan(8)
  for (const { name, rule } of rows) {
    expect(personalTables, `${name} belongs in personal-rows.server.ts`).toContain(name)
    expect(["c", "n"], `${name}: on delete cascade or set null`).toContain(rule)
  }
})
