import { sql } from "kysely"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { addDays, isoAt } from "#lib/time.ts"
import { parse } from "#mail/dev-mail.ts"
import { mailServer, until } from "#test/elsewhere/mail-server.ts"
import { collectingMailer, newsletterConfig, runAt, subscribers } from "#test/worlds/newsletter-world.ts"
import { apiOver } from "#test/worlds/api-world.ts"
import { world } from "#test/worlds/world.ts"
import { startJobs } from "../../../jobs.ts"
import { makeDueIssues, resetFutureNewsletters } from "./commands.server.ts"

let here: Awaited<ReturnType<typeof world>>
const ends: (() => unknown)[] = []
beforeEach(async () => {
  here = await world()
})
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const issues = () => here.db.selectFrom("newsletter_issues").selectAll().orderBy("id").execute()
/** The expected range of dates; whether it names the year depends on the present one. */
const toTheSixteenth = (language: Language) => `6–${messagesIn(language).date("2027-05-16", "monthDay")}`
const wordIn = (text: string, path: string) => new RegExp(`/${path}([\\w-]+)`).exec(text)?.[1] ?? ""

/** Publishes an event with a date every evening for `days` days. */
const everyEvening = (from: string, days: number) =>
  here.nour.publishes({
    title: "Radio Minuit",
    starts: Array.from({ length: days }, (_, nth) => `${addDays(from, nth)}T20:30`),
  })

test(
  "in a simulated year in four time zones no issue is missing and none is made twice",
  { timeout: 60_000 },
  async () => {
    const { db } = here
    await everyEvening("2027-01-01", 400)
    const zones = ["Europe/Brussels", "America/New_York", "Australia/Sydney", "Asia/Kolkata"]
    const weekly = await subscribers(
      db,
      zones.map((timezone) => ({ timezone, hour: 2, weekday: 7 })),
    )
    const monthly = await subscribers(
      db,
      zones.map((timezone) => ({ timezone, frequency: "monthly" as const, hour: 3 })),
    )
    let now = new Date("2027-01-04T00:00Z")
    await makeDueIssues(db, now)
    const end = new Date("2028-01-04T00:00Z")
    while (now < end) {
      const { rows } = await sql<{ next: Date }>`select min(next_due_at) as next from subscriptions`.execute(db)
      now = new Date((rows[0] as { next: Date }).next.getTime() + 20_000)
      // Two runs at once, as after a restart.
      if (now < end) await Promise.all([makeDueIssues(db, now), makeDueIssues(db, now)])
    }
    const all = await issues()
    const of = (id: number) => all.filter(({ subscription_id }) => subscription_id === id)
    expect(weekly.map((id) => of(id).length)).toEqual([52, 52, 52, 52])
    expect(monthly.map((id) => of(id).length)).toEqual([11, 11, 11, 11].map((count) => count + 1))
    expect(new Set(all.map((one) => `${one.subscription_id} ${one.period}`)).size).toBe(all.length)
    for (const { due_at, timezone, frequency } of all) {
      const wall = isoAt(due_at, timezone)
      const hour = frequency === "weekly" ? 2 : 3
      // Except on the Sunday in spring on which this hour does not exist.
      const isSkipped = frequency === "weekly" && wall.slice(11, 13) === "03"
      expect(wall.slice(11, 16)).toBe(isSkipped ? "03:00" : `0${hour}:00`)
    }
  },
)

test("daily newsletters come once a day across both changes of the clocks", { timeout: 60_000 }, async () => {
  const { db } = here
  for (const from of ["2027-03-10", "2027-10-25"]) {
    await everyEvening(from, 25)
    await sql`truncate subscriptions cascade`.execute(db)
    const ids = await subscribers(
      db,
      ["Europe/Brussels", "America/New_York"].map((timezone) => ({ timezone, frequency: "daily" as const, hour: 2 })),
    )
    for (let hour = 0; hour < 20 * 24; hour += 1)
      if (hour % 24 === 0 || (hour % 24 > 0 && hour % 24 < 9))
        await makeDueIssues(db, new Date(Date.parse(`${from}T00:00:10Z`) + hour * 3_600_000))
    const all = await issues()
    for (const id of ids) {
      const periods = all.filter((one) => one.subscription_id === id).map(({ period }) => period)
      expect(new Set(periods).size).toBe(periods.length)
      expect(periods).toEqual(Array.from(periods, (_, nth) => addDays(periods[0] ?? "", nth)))
      expect(periods.length).toBeGreaterThanOrEqual(19)
    }
  }
})

test("a clock that jumps ahead and back makes no issue twice, and after days without a run one issue is made", async () => {
  const { db } = here
  await everyEvening("2027-05-01", 30)
  await subscribers(db, [{ frequency: "daily" }])
  const { mailer, mails } = collectingMailer()
  await runAt(db, "2027-05-02T05:00Z", mailer)
  for (const moment of ["02T06:01", "05T06:01", "02T06:30", "03T06:01", "04T06:01", "05T06:30", "09T12:00"])
    await runAt(db, `2027-05-${moment}Z`, mailer)
  expect((await issues()).map(({ period }) => period)).toEqual(["2027-05-02", "2027-05-05", "2027-05-09"])
  expect(mails.length).toBe(3)
})

test(
  "two workers and three planners send each reader one mail, with unsubscribe headers and no remote content",
  { timeout: 60_000 },
  async () => {
    const { db } = here
    const { rows } = await sql<{ now: Date }>`select now() as now`.execute(db)
    const today = (rows[0] as { now: Date }).now.toISOString().slice(0, 10)
    await everyEvening(addDays(today, 1), 12)
    await subscribers(
      db,
      Array.from({ length: 60 }, (_, nth) => ({ email: `reader${nth}@exemple.be` })),
    )
    await makeDueIssues(db)
    await sql`update subscriptions set next_due_at = now() - interval '1 minute'`.execute(db)
    const server = await mailServer()
    ends.push(server.end)
    const config = { ...newsletterConfig, smtpUrl: server.url }
    const quiet = { error() {}, warn() {}, info() {}, debug() {} } as unknown as World["log"]
    for (let nth = 0; nth < 2; nth++) {
      const jobs = await startJobs({ db: db as World["db"], config, log: quiet }, here.connectionString(), {
        pollSeconds: 0.5,
      })
      ends.push(() => jobs.stop())
    }
    const made = await Promise.all([makeDueIssues(db), makeDueIssues(db), makeDueIssues(db)])
    expect(made.reduce((sum, one) => sum + one, 0)).toBe(60)
    await until(async () => (await issues()).every(({ state }) => state === "sent"), 40)
    expect(server.mails.map(({ to }) => to.join()).toSorted()).toEqual(
      Array.from({ length: 60 }, (_, nth) => `reader${nth}@exemple.be`).toSorted(),
    )
    const [mail] = server.mails
    const headers = (mail?.source.split("\r\n\r\n")[0] ?? "").replaceAll(/\r\n\s+/g, " ")
    expect(headers).toMatch(/^List-I[Dd]: <newsletter\.foyer\.example>$/m)
    expect(headers).toMatch(/^List-Unsubscribe: <https:\/\/foyer\.example\/api\/subscriptions\/stop\/\?token=[\w-]+>$/m)
    expect(headers).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m)
    const { html } = parse(mail?.source ?? "")
    // The mail loads nothing remote, and all its links lead to this site.
    expect(html.match(/(?:src|background)="(?!cid:)[^"]*"/g)).toBeNull()
    expect([...html.matchAll(/href="([^"]*)"/g)].every(([, to]) => to?.startsWith("https://foyer.example"))).toBe(true)
  },
)

test("no issue is sent without news, and a change of a listed event is in the next issue", async () => {
  const { db, nour } = here
  const event = await nour.publishes({ title: "Radio Minuit", starts: "2027-05-08T20:30" })
  await nour.publishes({ title: "Veillée", starts: "2027-05-09T20:30" })
  await subscribers(db, [{}])
  const { mailer, mails } = collectingMailer()
  await runAt(db, "2027-05-05T05:00Z", mailer)
  expect(await runAt(db, "2027-05-06T06:01Z", mailer)).toBe(1)
  expect(mails[0]?.subject).toBe(`${toTheSixteenth("fr")}\u00a0: 2 sorties`)
  await sql`update subscriptions set frequency = 'daily', is_planned = false`.execute(db)
  await runAt(db, "2027-05-07T05:00Z", mailer)
  expect(await runAt(db, "2027-05-07T06:01Z", mailer)).toBe(0)

  await sql`update events set status = 'cancelled' where id = ${event.id}`.execute(db)
  await sql`insert into notices (kind, event_id, was, becomes, event_title, event_language, started_at, created_at)
    values ('cancelled', ${event.id}, '{"status":"scheduled"}', '{"status":"cancelled","reason":"Une panne de lampe"}',
      '{"fr":"Radio Minuit"}', 'fr', '2027-05-07T10:02Z', '2027-05-07T10:00Z')`.execute(db)
  // The last issue listed the event, so its reader gets the change though they follow nobody and answered nothing.
  expect(await runAt(db, "2027-05-08T06:01Z", mailer)).toBe(1)
  const last = mails.at(-1)
  expect(last?.subject).toMatch(/^Un changement · /)
  expect(last?.text).toContain("Ce qui change")
  expect(last?.text).toContain("Une panne de lampe")
  expect(await runAt(db, "2027-05-08T09:00Z", mailer)).toBe(0)
})

test("an account's issue has events of followed pages and changes of answered events, and nothing private", async () => {
  const { db, nour, hangar, seuils } = here
  const { userId } = nour.viewer
  const canary = "CANARI-NE-PAS-MONTRER"
  await hangar.publishes({ title: "Chez le Hangar", starts: "2027-05-08T20:30" })
  const answered = await seuils.publishes({ title: "J’y vais", starts: "2027-05-09T20:30", place_id: null })
  await seuils.publishes({ title: "Ailleurs", starts: "2027-05-09T20:30", place_id: null })
  await hangar.drafts({ title: `${canary} brouillon`, starts: "2027-05-08T20:30" })
  const hidden = await hangar.publishes({ title: `${canary} masqué`, starts: "2027-05-08T21:30" })
  await sql`update events set hidden_at = now(), hidden_workflow = 'published', workflow = 'draft' where id = ${hidden.id}`.execute(
    db,
  )
  await db.insertInto("follows").values({ user_id: userId, actor_id: hangar.id }).execute()
  for (const [one, value] of [
    [nour, "confirmed"],
    [seuils, "interested"],
  ] as const)
    await sql`insert into attendances (event_id, user_id, actor_id, value) values (${answered.id}, ${one.viewer.userId}, ${one.id}, ${value})`.execute(
      db,
    )
  await sql`update users set newsletter_frequency = 'weekly', newsletter_hour = 8 where id = ${userId}`.execute(db)
  const { mailer, mails } = collectingMailer()
  await runAt(db, "2027-05-05T05:00Z", mailer)
  await sql`insert into notices (kind, event_id, was, becomes, event_title, event_language, started_at, created_at)
    values ('postponed', ${answered.id}, '{"status":"scheduled"}', '{"status":"postponed"}', '{"fr":"J’y vais"}', 'fr',
      '2027-05-05T10:02Z', '2027-05-05T10:00Z')`.execute(db)
  // A withdrawn event appears under the title that was public.
  const withdrawn = await seuils.publishes({ title: `${canary} retouché`, starts: "2027-05-10T20:30" })
  await sql`insert into attendances (event_id, user_id, actor_id, value) values (${withdrawn.id}, ${userId}, ${nour.id}, 'confirmed')`.execute(
    db,
  )
  await sql`update events set workflow = 'draft' where id = ${withdrawn.id}`.execute(db)
  await sql`insert into notices (kind, event_id, was, becomes, event_title, event_language, started_at, created_at)
    values ('withdrawn', ${withdrawn.id}, '{}', '{}', '{"fr":"Comme on le connaissait"}', 'fr', '2027-05-05T11:02Z', '2027-05-05T11:00Z')`.execute(
    db,
  )
  expect(await runAt(db, "2027-05-06T06:01Z", mailer)).toBe(1)
  const [mail] = mails
  expect(mail?.to).toEqual({ name: "nour", address: "nour@foyer.example" })
  const text = mail?.text ?? ""
  expect(text).toContain("Bonjour nour.")
  expect(text.indexOf("Ce qui change")).toBeLessThan(text.indexOf("Chez le Hangar"))
  for (const there of ["J’y vais", "Comme on le connaissait", "Chez le Hangar"]) expect(text).toContain(there)
  expect(text).not.toContain("Ailleurs")
  expect(JSON.stringify(mail)).not.toContain(canary)
  // The web page of the issue shows the same to anybody with the link, without the reader's name and answers.
  const { json, get } = apiOver(db)
  const token = wordIn(text, "newsletters/")
  const issue = await json(`/api/newsletters/${token}/`)
  expect(issue).toMatchObject({ kicker: "la newsletter du jeudi", changes: [{}, {}], days: [{ date: "2027-05-08" }] })
  expect(JSON.stringify(issue)).not.toMatch(/nour|CANARI|confirmed|interested/)
  await sql`update events set workflow = 'draft'`.execute(db)
  expect(await json(`/api/newsletters/${token}/`)).toMatchObject({
    days: [],
    changes: [{ title: "Comme on le connaissait" }],
  })
  expect((await get(`/api/newsletters/${wordIn(text, "me/newsletter.token=")}/`)).status).toBe(404)
})

test("a page followed for the agenda alone is not in the newsletter", async () => {
  const { db, nour, hangar, seuils } = here
  await hangar.publishes({ title: "Dans l’agenda", starts: "2027-05-08T20:30" })
  await seuils.publishes({ title: "Dans la newsletter", starts: "2027-05-08T20:30", place_id: null })
  for (const [page, notify] of [
    [hangar, "agenda"],
    [seuils, "now"],
  ] as const)
    await sql`insert into follows (user_id, actor_id, notify) values (${nour.viewer.userId}, ${page.id}, ${notify})`.execute(
      db,
    )
  await sql`update users set newsletter_frequency = 'weekly' where id = ${nour.viewer.userId}`.execute(db)
  const { mailer, mails } = collectingMailer()
  await runAt(db, "2027-05-05T05:00Z", mailer)
  await runAt(db, "2027-05-06T06:01Z", mailer)
  expect(mails.length).toBe(1)
  expect(mails[0]?.text).toContain("Dans la newsletter")
  expect(mails[0]?.text).not.toContain("Dans l’agenda")
})

test("three permanently refused mails in a row end a newsletter, a delivered mail resets their number", async () => {
  const { db } = here
  await everyEvening("2027-05-01", 30)
  await subscribers(db, [{ frequency: "daily", email: "gone@exemple.be" }])
  let isRefused = true
  const { mailer, mails } = collectingMailer(() => isRefused)
  await runAt(db, "2027-05-01T05:00Z", mailer)
  for (const [nth, refused] of [true, true, false, true, true, true, true].entries()) {
    isRefused = refused
    await runAt(db, `2027-05-0${nth + 1}T06:01Z`, mailer)
  }
  expect(mails.length).toBe(1)
  expect((await issues()).map(({ state }) => state)).toEqual(["failed", "failed", "sent", "failed", "failed", "failed"])
  const row = await db.selectFrom("subscriptions").selectAll().executeTakeFirstOrThrow()
  expect(row).toMatchObject({ stopped_because: "bounces", hard_bounces: 3, next_due_at: null })
})

test("a newsletter is in its reader's language, and its pages, places, lists, categories and words select events", async () => {
  const { db, hangar, seuils } = here
  await hangar.publishes({ title: { fr: "Concert", nl: "Concert NL" }, starts: "2027-05-08T20:30" })
  await hangar.publishes({ title: "Danse", category: "dance", starts: "2027-05-08T20:30" })
  const far = await seuils.publishes({ title: "À Liège", starts: "2027-05-08T20:30", place_id: null })
  const { rows } = await sql<{ id: number }>`insert into agendas (user_id, name, language, is_published, slug)
    values (${hangar.viewer.userId}, 'Choix', 'fr', true, 'choix') returning id`.execute(db)
  const list = rows[0]?.id ?? 0
  await sql`insert into agenda_entries (agenda_id, event_id) values (${list}, ${far.id})`.execute(db)
  await subscribers(db, [
    { email: "pages@exemple.be", language: "nl", filters: { actors: [hangar.id], categories: ["music"] } },
    {
      email: "places@exemple.be",
      language: "en",
      filters: { places: [{ name: "x", lat: 50.85, lon: 4.35, radius: 5 }] },
    },
    { email: "lists@exemple.be", filters: { lists: [list] } },
    { email: "words@exemple.be", filters: { q: "liege" } },
  ])
  const { mailer, mails } = collectingMailer()
  await runAt(db, "2027-05-05T05:00Z", mailer)
  await runAt(db, "2027-05-06T06:01Z", mailer)
  const said = Object.fromEntries(
    mails.map(({ to, subject, text }) => [
      to.address.split("@")[0],
      [subject, ["Concert NL", "Concert", "Danse", "À Liège"].filter((title) => text.includes(`· ${title}\n`))],
    ]),
  )
  expect(said).toEqual({
    pages: [`${toTheSixteenth("nl")}: één uitje`, ["Concert NL"]],
    places: [`${toTheSixteenth("en")}: 2 outings`, ["Concert", "Danse"]],
    lists: [`${toTheSixteenth("fr")}\u00a0: une sortie`, ["À Liège"]],
    words: [`${toTheSixteenth("fr")}\u00a0: une sortie`, ["À Liège"]],
  })
  // A list that is private again appears in no newsletter.
  await sql`update agendas set is_published = false`.execute(db)
  await sql`update subscriptions set next_due_at = '2027-05-13T06:00Z'`.execute(db)
  await seuils.publishes({ title: "Encore", starts: "2027-05-14T20:30", place_id: null })
  const before = mails.length
  await runAt(db, "2027-05-13T06:01Z", mailer)
  expect(mails.slice(before).map(({ to }) => to.address)).toEqual([])
})

test("a newsletter planned while the clock was ahead is planned anew once the clock is right", async () => {
  const { db } = here
  const now = Date.now()
  const dueIn = async () => {
    const { rows } = await sql<{ due: Date }>`select next_due_at as due from subscriptions order by id`.execute(db)
    return rows.map(({ due }) => Math.floor((due.getTime() - now) / 86_400_000))
  }
  await subscribers(db, [{ frequency: "weekly" }, { frequency: "monthly" }])
  await makeDueIssues(db, new Date(now))
  const before = await dueIn()
  await makeDueIssues(db, new Date(now + 400 * 86_400_000))
  for (const days of await dueIn()) expect(days).toBeGreaterThanOrEqual(400)
  await resetFutureNewsletters(db)
  await makeDueIssues(db, new Date(now))
  expect(await dueIn()).toEqual(before)
})
