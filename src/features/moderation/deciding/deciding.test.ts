import { sql } from "kysely"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { suspend } from "#features/accounts/suspension/commands.server.ts"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { decisionInWords } from "#features/changes/decision-words.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { followAll } from "#test/changes.ts"
import { mailServer } from "#test/elsewhere/mail-server.ts"
import { contactWorld, solved } from "#test/worlds/contact-world.ts"
import { insertRemoteReactions } from "#test/calls/call-fixtures.ts"
import { testSite } from "#test/worlds/visitor.ts"
import { parse } from "#mail/dev-mail.ts"
import { openMailer } from "#mail/transport.ts"
import type { Jobs } from "#queue/catalogue.ts"
import { sendDecidedMail, sendStaffMail } from "./mails.server.ts"

// A moderators' decision reaches the page with its reason, and the people who reported it, each once.

let here: Awaited<ReturnType<typeof contactWorld>>["here"]
let owner: SignedIn
let moderator: SignedIn
let newCaptcha: Awaited<ReturnType<typeof contactWorld>>["newCaptcha"]
let mail: Awaited<ReturnType<typeof mailServer>>
let site: ReturnType<typeof testSite>
beforeAll(async () => {
  ;({ here, owner, newCaptcha } = await contactWorld())
  moderator = await here.newcomer("moderatrice", { isModerator: true })
  mail = await mailServer()
  site = testSite(here.db, {
    SMTP_URL: mail.url,
    PUBLIC_URL: "https://foyer.example",
    SITE_CONTACT: "bonjour@foyer.example",
  })
})
afterAll(async () => {
  await mail.end()
  await here.end()
})

// Each test leaves the address of Ilse, which is rate-limited.
beforeEach(() => sql`delete from rate_limits`.execute(here.db))

/** Sends the waiting mails and returns them by recipient; their jobs are gone then. */
async function mailed() {
  await followAll(here.db)
  const mailer = openMailer(site.config)
  const from = mail.mails.length
  const { rows } = await sql<{ name: string; id: string; data: never }>`
    delete from pgboss.job where name in ('moderation.decided-mail', 'moderation.staff-mail') returning name, id, data`.execute(
    here.db,
  )
  for (const { name, id, data } of rows) {
    if (name === "moderation.decided-mail")
      await sendDecidedMail(here.db, site.config, mailer, data as Jobs["moderation.decided-mail"])
    else await sendStaffMail(here.db, site.config, mailer, id, data as Jobs["moderation.staff-mail"])
  }
  mailer.close()
  return mail.mails
    .slice(from)
    .map(({ source, to }) => ({ ...parse(source), to: to.join() }))
    .sort((a, b) => (a.to < b.to ? -1 : 1))
}

async function reported(thing: object) {
  const ilse = { ...thing, reason: "wrong", text: "zqsecret", email: "ilse@exemple.be" }
  await here.ask(here.nour.viewer, "POST", "/api/reports/", { ...thing, reason: "hurtful", text: "zqsecret" })
  await here.ask(
    null,
    "POST",
    "/api/reports/",
    { ...ilse, captcha: await solved(await newCaptcha()) },
    { "accept-language": "nl" },
  )
  const reports = (await here.ask(moderator, "GET", "/api/moderation/reports/?limit=100")).body as { id: number }[]
  const { id } = reports.at(-1) as { id: number }
  return `/api/moderation/reports/${id}/`
}
const decide = (path: string, body: object) => here.ask(moderator, "PATCH", path, { status: "closed", ...body })

test("a requested correction is mailed to managers with its reason and deadline; the event stays public", async () => {
  const { id } = await here.hangar.publishes({ title: "Bal <b>faux</b>" })
  const event = `/api/contents/events/${id}/`
  const path = await reported({ event: id })
  expect(await decide(path, { correct: { event: id } })).toMatchObject({
    status: 400,
    body: { reason: [expect.any(String)] },
  })
  expect((await decide(path, { correct: { event: id }, hide: { event: id }, reason: "x" })).status).toBe(400)
  expect((await decide(path, { correct: { page: "hangar" }, reason: "x" })).status).toBe(404)
  const reason = "Le lien mène à un site de paris. " + 'Remettez "le vôtre". '.repeat(22)
  for (let times = 0; times < 2; times++)
    expect(await decide(path, { correct: { event: id }, reason, days: 10 })).toMatchObject({
      status: 200,
      body: { status: "closed", decision: "correction", reason: reason.trim(), due: expect.stringMatching(/^\d{4}-/) },
    })
  // Another moderator, who decided the same at the same time in other words, learns that those were not sent.
  for (const other of [
    { reason: "Autre chose.", days: 10 },
    { reason, days: 11 },
  ])
    expect((await decide(path, { correct: { event: id }, ...other })).body.code).toBe("report_decided")
  expect((await here.ask(null, "GET", event)).status).toBe(200)
  // The journal has the reason, however long, and the deadline.
  const [asked] = (await here.ask(owner, "GET", `${event}changes/`)).body
  expect(asked).toMatchObject({
    action: "correction_asked",
    fields: { reason: [null, reason.trim()], due: [null, expect.stringMatching(/^\d{4}-/)] },
  })
  expect(decisionInWords(messagesIn("fr"), asked)).toEqual([
    `Raison\u00A0: ${reason.trim()}`,
    expect.stringContaining("À corriger au plus tard le"),
  ])

  const mails = await mailed()
  expect(mails.map(({ to }) => to)).toEqual([
    "hangar@foyer.example",
    "ilse@exemple.be",
    "nour@foyer.example",
    "odalys@foyer.example",
  ])
  const [, ilse, nour, staff] = mails
  expect(ilse?.subject).toBe("Uw rapportage is bekeken")
  expect(ilse?.text).toContain("is om een correctie gevraagd")
  expect(ilse?.text).toContain("bonjour@foyer.example")
  expect(nour?.subject).toBe("Votre signalement a été examiné")
  expect(staff?.subject).toContain("Une correction est demandée")
  expect(staff?.text.replaceAll(/[\s>]+/g, " ")).toContain(reason.trim())
  expect(staff?.text).toContain(`https://foyer.example/events/edit/${id}`)
  expect(staff?.text).toMatch(/Vous avez jusqu’au/)
  for (const { text, html } of mails) {
    expect(text + html).not.toMatch(/zqsecret|nour/i)
    expect(html).not.toContain("<b>")
  }
  expect(await mailed()).toEqual([])
})

test("hiding a page is mailed to its managers, and to reporters only when their report is decided", async () => {
  const path = await reported({ page: "hangar" })
  expect((await decide(path, { hide: { page: "hangar" }, reason: "Usurpation." })).body).toMatchObject({
    decision: "hidden",
    reason: "Usurpation.",
    due: null,
  })
  expect((await decide(path, { hide: { page: "hangar" }, reason: "Usurpation." })).status).toBe(200)
  expect((await decide(path, { hide: { page: "hangar" }, reason: "Faux." })).body.code).toBe("report_decided")
  const mails = await mailed()
  expect(mails.map(({ to }) => to)).toContain("odalys@foyer.example")
  const staff = mails.find(({ to }) => to === "odalys@foyer.example")
  expect(staff?.text).toContain("Usurpation.")
  expect(staff?.text).toContain("https://foyer.example/actors/edit/hangar")
  expect(mails.find(({ to }) => to === "ilse@exemple.be")?.text).toContain("niet meer zichtbaar")

  // Shown again and hidden without a report: the page is notified, and nobody else.
  await decide(path, { show: { page: "hangar" } })
  expect(await mailed()).toEqual([])
  await here.ask(moderator, "POST", "/api/actors/hangar/hide/", {})
  expect((await mailed()).map(({ to }) => to)).toEqual(["hangar@foyer.example", "odalys@foyer.example"])
  await here.ask(moderator, "DELETE", "/api/actors/hangar/hide/")
})

test("a report shows moderators the age of the page, its events, earlier reports and changes", async () => {
  const { id } = await here.hangar.publishes({ title: "Contexte" })
  await here.ask(owner, "PATCH", `/api/contents/events/${id}/`, { title: { fr: "Contexte changé" } })
  const first = await reported({ event: id })
  await decide(first, {})
  const path = await reported({ event: id })
  const { body, status } = await here.ask(moderator, "GET", path)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    people: 2,
    context: {
      page: { fid: "hangar" },
      since: expect.stringMatching(/^\d{4}-/),
      is_verified: true,
      changes: [{ action: "updated", fields: ["title"] }],
    },
  })
  expect(body.context.events).toBeGreaterThan(0)
  // The page's history: a correction and a page hidden before, and one report without consequence.
  expect(body.context.reports).toEqual({ closed: 3, followed: 2 })
  for (const bad of ["0", "x", "99999999"])
    expect((await here.ask(moderator, "GET", `/api/moderation/reports/${bad}/`)).status).toBe(404)
  expect((await here.ask(owner, "GET", path)).status).toBe(403)
})

test("a second, different decision on a report is refused with 409 and changes nothing", async () => {
  const { id } = await here.hangar.publishes({ title: "Bal de deux" })
  const path = await reported({ event: id })
  const [hide, correct] = [{ hide: { event: id } }, { correct: { event: id }, reason: "x" }]
  const answers = await Promise.all([decide(path, {}), decide(path, hide), decide(path, correct)])
  const { body } = await here.ask(moderator, "GET", path)
  const seen = (await here.ask(null, "GET", `/api/contents/events/${id}/`)).status
  expect(seen).toBe(body.decision === "hidden" ? 404 : 200)
  // Closing it once more is not another decision.
  const asked = { none: 0, hidden: 1, correction: 2 }[body.decision as "none" | "hidden" | "correction"]
  for (const [at, { status, body: refusal }] of answers.entries()) {
    const isFine = at === 0 || at === asked
    expect([status, refusal.code], String(at)).toEqual(isFine ? [200, undefined] : [409, "report_decided"])
  }
  await mailed()

  const other = await here.hangar.publishes({ title: "Bal de personne" })
  const closed = await reported({ event: other.id })
  expect((await decide(closed, {})).body).toMatchObject({ decision: "none" })
  expect(await decide(closed, { hide: { event: other.id } })).toMatchObject({ status: 409 })
  expect((await here.ask(null, "GET", `/api/contents/events/${other.id}/`)).status).toBe(200)
  expect((await decide(closed, {})).status).toBe(200)
  await mailed()
})

test("what a moderator writes when closing without action stays with the report, for moderators alone", async () => {
  const { id } = await here.hangar.publishes({ title: "Bal sans suite" })
  const path = await reported({ event: id })
  const reason = "Déjà vérifié par téléphone."
  expect((await decide(path, { reason })).body).toMatchObject({ decision: "none", reason })
  expect((await mailed()).filter(({ text }) => text.includes(reason))).toEqual([])
  // Sent again it is the same decision; other words would be read by nobody.
  expect((await decide(path, { reason })).status).toBe(200)
  expect(await decide(path, { reason: "Autre chose." })).toMatchObject({
    status: 409,
    body: { code: "report_decided" },
  })
  expect((await decide(path, {})).status).toBe(200)
})

test("reporters are mailed what happened to the content, and for a comment the title of its event", async () => {
  const told = async () => (await mailed()).find(({ to }) => to === "nour@foyer.example")?.text.replaceAll(/\s+/g, " ")
  await mailed() // earlier decisions
  const { id } = await here.hangar.publishes({ title: "Bal masqué" })
  const hidden = await reported({ event: id })
  await here.ask(moderator, "POST", `/api/contents/events/${id}/hide/`, { reason: "Une plainte." })
  expect((await decide(hidden, {})).body).toMatchObject({ decision: "hidden", reason: "Une plainte." })
  expect(await told()).toContain("Décision : ce n’est plus visible du public.")

  const other = await here.hangar.publishes({ title: "Bal commenté" })
  const { comment } = await insertRemoteReactions(here.db, other.id, true)
  const said = await reported({ comment })
  expect((await decide(said, { hide: { comment } })).body).toMatchObject({ decision: "hidden" })
  expect(await told()).toContain("Vous avez signalé un commentaire sous « Bal commenté »")
  expect(here.errors).toEqual([])
})

test("a suspended owner is mailed the decision about their page", async () => {
  const last = await here.gives(await here.newcomer("suspendue"), here.rhizome.id, "owner")
  await here.db.transaction().execute((tx) => suspend(tx, last.userId, "Publicité"))
  await decide(await reported({ page: "rhizome" }), { hide: { page: "rhizome" }, reason: "Une page fausse." })
  expect((await mailed()).map(({ to }) => to)).toContain("suspendue@foyer.example")
})

test("a reporter's mail names content as they saw it, and none if their address is unverified", async () => {
  await mailed()
  const words = async () => (await mailed()).map(({ to, text }) => [to, text.replaceAll(/\s+/g, " ")] as const)
  const lure = "Gagnez 500 EUR sur http://evil.example/x"
  const { id } = await here.hangar.publishes({ title: lure })
  const path = await reported({ event: id })
  const title = { fr: "SECRETCANARY", nl: "SECRETCANARY" }
  const event = `/api/contents/events/${id}/`
  expect((await here.ask(here.hangar.viewer, "PATCH", event, { workflow: "draft", title })).status).toBe(200)
  await decide(path, {})
  const [ilse, nour, ...others] = await words()
  expect([ilse?.[0], nour?.[0], others]).toEqual(["ilse@exemple.be", "nour@foyer.example", []])
  expect(nour?.[1]).toContain(`« ${lure} »`)
  expect(ilse?.[1]).toMatch(/Op \d+ \p{L}+ \d{4} hebt u een evenement gerapporteerd/u)
  for (const [, text] of [ilse, nour] as [string, string][]) expect(text).not.toContain("SECRETCANARY")
  expect(ilse?.[1]).not.toMatch(/evil|Gagnez/)

  // Content deleted for good by then is not named to anybody.
  const gone = await here.hangar.publishes({ title: "Bal effacé" })
  const late = await reported({ event: gone.id })
  expect((await here.ask(owner, "DELETE", `/api/contents/events/${gone.id}/`)).status).toBe(204)
  await decide(late, {})
  const told = await words()
  expect(told.map(([to]) => to)).toEqual(["ilse@exemple.be", "nour@foyer.example"])
  expect(told[1]?.[1]).toMatch(/Le \d+(er)? \p{L}+ \d{4}, vous avez signalé quelque chose/u)
  expect(JSON.stringify(told)).not.toContain("effacé")
})

test("an address that is also an account's gets the decision once", async () => {
  await mailed()
  const { id } = await here.hangar.publishes({ title: "Bal doublé" })
  const about = { event: id, reason: "hurtful" }
  await here.ask(null, "POST", "/api/reports/", {
    ...about,
    email: "Nour@foyer.example",
    captcha: await solved(await newCaptcha()),
  })
  await decide(await reported({ event: id }), {})
  expect((await mailed()).map(({ to }) => to)).toEqual(["ilse@exemple.be", "nour@foyer.example"])
})
