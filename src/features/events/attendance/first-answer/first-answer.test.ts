import { sql } from "kysely"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { sendAnswerNotice } from "#features/notices/answers/commands.server.ts"
import { hashOf, newSecret } from "#lib/secret.ts"
import { answersAt as at, newcomerWorld, type Visitor } from "#test/worlds/newcomer-world.ts"
import { testSite, visitor } from "#test/worlds/visitor.ts"

let newcomers: Awaited<ReturnType<typeof newcomerWorld>>
let here: typeof newcomers.here
let site: typeof newcomers.site
let stranger: typeof newcomers.stranger
let confirms: typeof newcomers.confirms
beforeAll(async () => {
  newcomers = await newcomerWorld()
  ;({ here, site, stranger, confirms } = newcomers)
})
afterAll(() => here.end())
afterEach(() => newcomers.metNoBugs())

/** Signs in a manager of the house that holds the world's events. */
async function manager(): Promise<Visitor> {
  const browser = visitor(site)
  const secret = newSecret()
  await here.db
    .insertInto("sessions")
    .values({
      hash: hashOf(secret),
      user_id: here.hangar.viewer.userId,
      expires_at: sql`now() + interval '1 day'`,
    })
    .execute()
  await browser.csrf()
  browser.jar.set("sessionid", secret)
  return browser
}

const pageCount = async () =>
  Number(
    (
      await here.db
        .selectFrom("actors")
        .select((e) => e.fn.countAll().as("n"))
        .executeTakeFirstOrThrow()
    ).n,
  )

test("a visitor's first answer creates the account, the page and the answer, and signs them in", async () => {
  const { id } = await here.hangar.publishes()
  const { browser, filled, name, email } = await stranger()
  const answered = await browser.post(at(id), filled)
  expect(answered).toMatchObject({
    status: 201,
    body: { event: id, value: "confirmed", visibility: "organisers", is_confirmed: false, actor: { name } },
  })
  const { fid } = answered.body.actor
  expect((await browser.get("/api/me/")).body).toMatchObject({
    email,
    email_verified: false,
    name,
    username: fid,
    identity: { fid, name },
    actors: [{ fid, status: "draft", awaits_address: true, relation: "owner" }],
  })
  const jobs = await sql<{ kind: string }>`
    select data ->> 'kind' as kind from pgboss.job where name = 'accounts.mail'
      and data ->> 'userId' = (select user_id::text from emails where email = ${email})`.execute(here.db)
  expect(jobs.rows).toEqual([{ kind: "verify" }])

  // From then on they answer like everybody else.
  expect((await browser.put(at(id), { value: "interested" })).body).toMatchObject({
    value: "interested",
    actor: { fid },
  })
})

test("until the address is confirmed, others do not see the page and organizers see the answer as unconfirmed", async () => {
  const { id } = await here.hangar.publishes()
  const { browser, filled, name, email } = await stranger("Zélie Quintefeuille")
  const { fid } = (await browser.post(at(id), filled)).body.actor
  expect((await browser.put(at(id), { value: "confirmed", visibility: "public" })).status).toBe(200)
  expect((await browser.get(`/api/actors/${fid}/`)).body).toMatchObject({ fid, status: "draft", awaits_address: true })

  const house = await manager()
  const seenBy = async (one: Visitor) => {
    const [page, directory, search, letters, event, table] = await Promise.all([
      one.get(`/api/actors/${fid}/`),
      one.get("/api/actors/?limit=200"),
      one.get("/api/actors/?q=quintefeuille"),
      one.get("/api/actors/letters/"),
      one.get(at(id, "")),
      one.get(at(id, "attendances/")),
    ])
    const named = [directory, search, event].map(({ body }) => JSON.stringify(body).includes("Quintefeuille"))
    const underZ =
      (letters.body as { letter: string; count: number }[]).find(({ letter }) => letter === "z")?.count ?? 0
    return { page: page.status, named, underZ, table: table.status === 200 ? table.body : table.status }
  }
  const before = await seenBy(visitor(site))
  expect(before).toMatchObject({ page: 404, named: [false, false, false], table: 403 })
  expect(await seenBy(house)).toMatchObject({
    page: 404,
    named: [false, false, false],
    table: [{ actor: { name }, value: "confirmed", is_confirmed: false }],
  })
  const csv = await house.send("GET", at(id, "attendances/"), undefined, { accept: "text/csv" })
  expect(csv.body).toMatch(/^name,.*,address_confirmed,elsewhere,message\r\n.*,no,,\r\n$/)
  const exported = await house.get("/api/me/export/")
  expect(JSON.stringify(exported.body)).not.toContain("Quintefeuille")
  const told = await sql`select from changes where subject_kind = 'event' and subject_id = ${id}
    and action = 'answered'`.execute(here.db)
  expect(told.rows).toHaveLength(0)

  // The organisers' notice counts the answer once the address is confirmed: not earlier, but then without fail.
  const counts = async () => (await house.get(at(id, "attendances/counts/"))).body
  expect(await counts()).toEqual([{ occurrence: null, interested: 0, confirmed: 0, declined: 0, unconfirmed: 1 }])
  const waiting = () =>
    here.db.selectFrom("notices").select("id").where("event_id", "=", id).where("kind", "=", "answers").execute()
  const [early] = await waiting()
  await sendAnswerNotice(here.db, early?.id as number)
  expect(await waiting()).toEqual([])

  await confirms(browser, email)
  expect(await counts()).toEqual([{ occurrence: null, interested: 0, confirmed: 1, declined: 0, unconfirmed: 0 }])
  const [due] = await waiting()
  await sendAnswerNotice(here.db, due?.id as number)
  const noted = await here.db
    .selectFrom("notices")
    .select("becomes")
    .where("id", "=", due?.id as number)
    .execute()
  expect(noted).toEqual([{ becomes: { answers: { confirmed: 1, interested: 0, declined: 0 } } }])
  const after = await seenBy(visitor(site))
  expect(after).toMatchObject({ page: 200, named: [true, true, true], underZ: before.underZ + 1 })
  expect((await seenBy(house)).table).toMatchObject([{ is_confirmed: true }])
  const shown = await sql<{ action: string }>`
    select action from changes where is_public and (subject_kind = 'event' and subject_id = ${id} and action = 'answered'
      or actor_id = (select id from actors where fid = ${fid}) and action = 'published') order by id`.execute(here.db)
  expect(shown.rows.map(({ action }) => action)).toEqual(["published", "answered"])
})

test("a signed-in person with a verified address answers with a name alone, and the new page is public at once", async () => {
  const { id } = await here.hangar.publishes()
  const someone = await stranger()
  await someone.browser.registers("lea")
  await confirms(someone.browser, "lea@exemple.be")
  const answered = await someone.browser.post(at(id), { value: "interested", name: "Léa Mirval" })
  expect(answered).toMatchObject({ status: 201, body: { value: "interested", is_confirmed: true } })
  expect((await visitor(site).get(`/api/actors/${answered.body.actor.fid}/`)).body).toMatchObject({
    name: "Léa Mirval",
  })
})

test("a page with in_directory false can be read, but is left out of the directory until that is changed", async () => {
  const { id } = await here.hangar.publishes()
  const { browser, filled, email } = await stranger("Xavière Discrète")
  const { fid } = (await browser.post(at(id), { ...filled, in_directory: false })).body.actor
  await confirms(browser, email)
  const nobody = visitor(site)
  const lists = async () =>
    Promise.all(
      ["", "?q=discrete", "?letter=x"].map(async (query) =>
        JSON.stringify((await nobody.get(`/api/actors/${query}`)).body).includes("Discrète"),
      ),
    )
  expect((await nobody.get(`/api/actors/${fid}/`)).body).toMatchObject({ name: "Xavière Discrète" })
  expect((await nobody.get(`/api/actors/${fid}/`)).body.in_directory).toBeUndefined()
  expect(await lists()).toEqual([false, false, false])
  expect((await browser.get(`/api/actors/${fid}/`)).body.in_directory).toBe(false)
  expect((await browser.patch(`/api/actors/${fid}/`, { in_directory: true })).status).toBe(200)
  expect(await lists()).toEqual([true, true, true])
})

test("a first answer with several faults names every wrong field and creates neither page nor session", async () => {
  const { id } = await here.hangar.publishes()
  const { browser, filled } = await stranger()
  const pages = await pageCount()
  const wrong = await browser.post(at(id), { value: "perhaps", name: " ", email: "nowhere", password: "azertyuiop" })
  expect(wrong.status).toBe(400)
  expect(Object.keys(wrong.body).sort()).toEqual(["email", "name", "password", "value"])
  const empty = await browser.post(at(id), { value: "confirmed", name: filled.name })
  expect([empty.status, empty.body]).toEqual([
    400,
    { email: ["Ce champ est obligatoire."], password: ["Ce champ est obligatoire."] },
  ])
  await visitor(site).registers("pris")
  const taken = await browser.post(at(id), { ...filled, username: "pris", password: "court" })
  expect(Object.keys(taken.body).sort()).toEqual(["password", "username"])
  expect(await pageCount()).toBe(pages)
  expect((await browser.get("/api/me/")).status).toBe(403)
})

test("a first answer to a cancelled event, a draft or an unknown date is refused and signs nobody in", async () => {
  const off = await here.hangar.publishes()
  await here.db.updateTable("events").set({ status: "cancelled" }).where("id", "=", off.id).execute()
  const draft = await here.hangar.drafts()
  const { browser, filled } = await stranger()
  const refused = [
    await browser.post(at(off.id), filled),
    await browser.post(at(draft.id), filled),
    await browser.post(at((await here.hangar.publishes()).id), { ...filled, occurrence: 999_999_999 }),
  ]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [409, "event_cancelled"],
    [404, "event_not_found"],
    [404, "occurrence_not_found"],
  ])
  expect((await browser.get("/api/me/")).status).toBe(403)
})

test("the same first answer sent six times at once creates one account and one page", async () => {
  const { id } = await here.hangar.publishes()
  const { filled, email } = await stranger()
  const browsers = await Promise.all(Array.from({ length: 6 }, stranger))
  const answers = await Promise.all(browsers.map(({ browser }) => browser.post(at(id), filled)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
  expect(new Set(answers.map(({ body }) => body.actor.fid)).size).toBe(1)
  const users = await here.db.selectFrom("emails").select("user_id").where("email", "=", email).execute()
  expect(users).toHaveLength(1)

  // Signed in, on one device.
  const { browser } = await stranger()
  await browser.registers("deux")
  const names = await Promise.all(
    Array.from({ length: 6 }, () => browser.post(at(id), { value: "confirmed", name: "Deux Fois" })),
  )
  expect(new Set(names.map(({ status, body }) => `${status} ${body.actor?.fid}`)).size).toBe(1)
})

test("visitors who share a name each get a separate page", async () => {
  const { id } = await here.hangar.publishes()
  const people = await Promise.all(Array.from({ length: 5 }, () => stranger("Même Nom")))
  const answers = await Promise.all(people.map(({ browser, filled }) => browser.post(at(id), filled)))
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  expect(new Set(answers.map(({ body }) => body.actor.fid)).size).toBe(5)
})

test("a first answer with somebody else's confirmed address is accepted alike, and its holder is mailed", async () => {
  const { id } = await here.hangar.publishes()
  const [holder, other] = [await stranger(), await stranger()]
  await holder.browser.post(at(id), holder.filled)
  await confirms(holder.browser, holder.email)
  const same = await other.browser.post(at(id), { ...other.filled, email: holder.email })
  expect(same).toMatchObject({ status: 201, body: { is_confirmed: false } })
  const kinds = await sql<{ kind: string }>`
    select j.data ->> 'kind' as kind from pgboss.job j join emails e on e.id = (j.data ->> 'emailId')::bigint
    where j.name = 'accounts.mail' and e.email = ${holder.email} order by j.created_on`.execute(here.db)
  expect(kinds.rows.map(({ kind }) => kind)).toEqual(["verify", "already-registered"])
})

test("first answers are limited to 60 like registrations, and refused where registrations are closed", async () => {
  const { id } = await here.hangar.publishes()
  const limited = testSite(here.db, { LIMITS: "1" })
  const statuses: number[] = []
  const browser = visitor(limited, "198.51.100.77")
  await browser.csrf()
  for (let times = 0; times < 61; times++) {
    const filled = { value: "confirmed", name: "Un De Trop", email: `trop${times}@exemple.be`, password: "court" }
    statuses.push((await browser.post(at(id), filled)).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 400), 429])

  const closed = visitor(testSite(here.db, { REGISTRATIONS: "closed" }))
  await closed.csrf()
  const refused = await closed.post(at(id), (await stranger()).filled)
  expect([refused.status, refused.body.code]).toEqual([403, "registrations_closed"])
})
