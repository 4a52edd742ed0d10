import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { saveActors } from "#features/actors/store.server.ts"
import { saveEvents } from "#features/events/store.server.ts"
import { type TestDatabase, testDatabase } from "#test/database.ts"
import { bodies, idle, queries } from "#test/calls/call-bodies.ts"
import { insertRemoteReactions, stateOf, fixtureFor } from "#test/calls/call-fixtures.ts"
import { type CallPerson, callPerson, roles, sessionOf, tokenOf } from "#test/calls/call-people.ts"
import { type TestSite, testSite } from "#test/worlds/visitor.ts"
import { may, refusalOf } from "#features/accounts/rights.ts"
import { scopes } from "#features/accounts/viewer.ts"
import type { Call, Rights } from "#http/call.ts"

let own: TestDatabase
let site: TestSite
let people: CallPerson[]
let calls: string[]
let described: Map<string, Call>
beforeAll(async () => {
  own = await testDatabase()
  site = testSite(own.db)
  people = await Promise.all(roles.map((role) => callPerson(own.db, role)))
  described = new Map(site.api.described.map((call) => [`${call.method.toUpperCase()} ${call.path}`, call]))
  calls = [...described.keys()]
})
afterAll(() => own.drop())

const states = ["published", "draft", "archived", "deleted"] as const
const callOf = (name: string) => described.get(name) as Call

test(
  "every call lets in exactly the roles of its description, in every state of its subject",
  { timeout: 480_000 },
  async () => {
    const wrong: string[] = []
    let walked = 0
    for (const [call, { rights: right }] of described) {
      if (typeof right === "object" && "ownRule" in right) continue
      const inStates = typeof right === "object" && "of" in right && right.of ? states : (["published"] as const)
      const tries = people.flatMap((one) => inStates.map((state) => ({ one, state })))
      const paths = await addressesOf(call, right, tries)
      const walk = async (person: CallPerson) => {
        for (const [at, { one, state }] of tries.entries()) {
          if (one !== person) continue
          const path = paths[at] as string
          const { status, text } = await request(call, path, one.session)
          const expected = expectation(right, one, state)
          // Some calls end sessions.
          if (one.asker && /logout|sessions/.test(path)) one.session = await sessionOf(own.db, one.userId)
          const got = status === 403 ? "refused" : status === 404 && isAbout(right) ? "hidden" : "in"
          if (got !== expected || status >= 500)
            wrong.push(`${call} as ${one.role}, ${state}: ${expected} expected, ${status} ${text.slice(0, 120)}`)
          walked++
        }
      }
      await Promise.all(people.map(walk))
    }
    expect({ wrong, errors: site.errors }).toEqual({ wrong: [], errors: [] })
    expect(walked).toBeGreaterThan(600)
  },
)

test("a request without the right is refused with any body and changes nothing", async () => {
  const strangers = people.filter(({ role }) => role === "anonymous" || role === "user")
  const owner = people.find(({ role }) => role === "owner") as CallPerson
  const wrong: string[] = []
  let walked = 0
  for (const call of calls.filter((one) => /^(POST|PUT|PATCH|DELETE) /.test(one))) {
    const right = callOf(call).rights
    // Calls about something that belongs to somebody: an actor, an event, a newsletter, a document.
    if (typeof right !== "object" || "user" in right || !call.includes("{") || call.includes(" /api/me/")) continue
    const refused = strangers.filter((one) => "ownRule" in right || expectation(right, one, "published") !== "in")
    if (refused.length === 0) continue
    // One subject for all tries, since it has to remain unchanged.
    const { path, thing } = await fixtureFor(own.db, call, owner.userId)
    const before = await stateOf(own.db, thing)
    const tries = refused.flatMap((one) => [bodies[call], {}, ...(idle[call] ?? [])].map((body) => ({ one, body })))
    await Promise.all(
      tries.map(async ({ one, body }) => {
        const { status, text } = await request(call, path, one.session, {}, body)
        const isLetIn = status < 400 || status >= 500
        if (isLetIn) wrong.push(`${call} as ${one.role} with ${JSON.stringify(body)}: ${status} ${text.slice(0, 200)}`)
      }),
    )
    if ((await stateOf(own.db, thing)) !== before) wrong.push(`${call} was carried out`)
    walked += tries.length
  }
  expect({ wrong, errors: site.errors }).toEqual({ wrong: [], errors: [] })
  expect(walked).toBeGreaterThan(100)
})

test("every call requires the token scope of its description", async () => {
  const member = people.find(({ role }) => role === "user") as CallPerson
  const wrong: string[] = []
  for (const scope of scopes) {
    const token = await tokenOf(own.db, member.userId, [scope])
    for (const call of calls.filter((one) => one.includes(" /api/"))) {
      const pattern = call.split(" ")[1] as string
      const path = pattern.replaceAll(/\{\w+\}/g, "1")
      const needed = callOf(call).scope
      const { status, text } = await request(call, path, "", { authorization: `Bearer ${token}` })
      const code = status === 403 ? (JSON.parse(text).code as string) : ""
      const expected = needed === "session" ? "session_needed" : needed === scope ? "" : "scope_missing"
      const isAsExpected = expected
        ? code === expected
        : !["session_needed", "scope_missing", "csrf_failed"].includes(code)
      if (!isAsExpected) wrong.push(`${call} with ${scope}: ${expected || "let in"} expected, ${status} ${code}`)
    }
  }
  expect(wrong).toEqual([])
})

test("a draft page answers a stranger exactly as a missing page does", async () => {
  const stranger = people.find(({ role }) => role === "user") as CallPerson
  const right = callOf("GET /api/actors/{fid}/").rights
  const [path = ""] = await addressesOf("GET /api/actors/{fid}/", right, [{ one: stranger, state: "draft" }])
  const draft = await request("GET /api/actors/{fid}/", path, stranger.session)
  const nothing = await request("GET /api/actors/{fid}/", "/api/actors/never-there/", stranger.session)
  expect(draft).toEqual(nothing)
})

function isAbout(right: Rights) {
  return typeof right === "object" && "of" in right && right.of !== undefined
}

function expectation(
  right: Rights,
  { asker, relation }: CallPerson,
  state: (typeof states)[number],
): "in" | "refused" | "hidden" {
  if (right === "anyone") return "in"
  if (right === "nobody yet") return "refused"
  if (right === "user" || "user" in right) return asker ? "in" : "refused"
  if ("ownRule" in right) return "in"
  const subject = { relations: relation ? [relation] : [] }
  if (right.of) {
    if (state === "deleted") return "hidden"
    if (state !== "published" && right.onlyPublished) return "hidden"
    if (state !== "published" && !may(asker, "see_drafts", subject)) return "hidden"
  }
  return refusalOf(asker, right.action, subject) ? "refused" : "in"
}

let made = 0

type Try = { one: CallPerson; state: (typeof states)[number] }

/** Creates an actor or an event for each try, in this state, in which the person has their role. */
async function addressesOf(call: string, right: Rights, tries: Try[]): Promise<string[]> {
  const pattern = call.split(" ")[1] as string
  const of = typeof right === "object" && "of" in right ? right.of : undefined
  if (!of) return tries.map(() => pattern.replace("{subject}", "actor-new").replaceAll(/\{\w+\}/g, "1"))
  const fids = tries.map(() => `walk-${++made}`)
  const pageState = (state: Try["state"]) => (of === "page" ? state : "published")
  const pages = await saveActors(
    own.db,
    fids.map((fid, at) => {
      const state = pageState((tries[at] as Try).state)
      return { fid, type: "place", name: fid, language: "fr", status: state === "deleted" ? "draft" : state }
    }),
  )
  const deleted = (ids: number[]) => ids.filter((_, at) => tries[at]?.state === "deleted")
  if (of === "page") {
    await sql`
      update actors set deleted_at = now(), deleted_status = 'published'
      where id = any(${deleted(pages)}::bigint[])`.execute(own.db)
  }
  await giveHands(tries, pages)
  if (of === "page") return fids.map((fid) => pattern.replace("{fid}", fid) + (queries[call] ?? ""))

  const events = await saveEvents(
    own.db,
    tries.map(({ state }, at) => ({
      language: "fr",
      title: { fr: fids[at] as string },
      category: "music",
      timezone: "Europe/Brussels",
      occurrences: [{ starts_at: new Date("2027-05-01T18:00:00Z"), ends_at: null }],
      organizer_ids: [pages[at] as number],
      lineup: [{ name: "Nour Amrani" }],
      workflow: state === "published" ? "published" : state === "archived" ? "scheduled" : "draft",
      ...(state === "archived" ? { publish_at: new Date("2027-01-01") } : {}),
    })),
  )
  await sql`
    update events set deleted_at = now(), deleted_workflow = 'published'
    where id = any(${deleted(events)}::bigint[])`.execute(own.db)
  const { rows } = await sql<{ event: number; occurrence: number; entry: number; notice: number }>`
    with told as (
      insert into notices (kind, event_id, gathered_at)
      select 'cancelled', event, now() from unnest(${events}::bigint[]) as event returning id, event_id)
    select event_id as event, id as notice,
      (select min(id) from occurrences o where o.event_id = told.event_id) as occurrence,
      (select min(id) from event_lineup l where l.event_id = told.event_id) as entry
    from told`.execute(own.db)
  const parts = new Map(rows.map((row) => [row.event, row]))
  return Promise.all(
    events.map(async (event, at) => {
      const { occurrence, entry, notice } = parts.get(event) ?? {}
      // Only what is visible can be read by itself.
      const elsewhere = await insertRemoteReactions(own.db, event, call.startsWith("GET"))
      return pattern
        .replace("{attendance}", String(elsewhere.attendance))
        .replace("{comment}", String(elsewhere.comment))
        .replace("{id}", String(event))
        .replace("{fid}", fids[at] as string)
        .replace("{entry}", String(entry))
        .replace("{occurrence}", String(occurrence))
        .replace("{notice}", String(notice))
    }),
  )
}

async function giveHands(tries: Try[], pages: number[]) {
  const relations = tries.flatMap(({ one: { role, userId, pageId } }, at) => {
    const hand = { actor_id: pages[at] as number, relation: role, status: "accepted" }
    if (role === "partner") return { ...hand, user_id: null, related_actor_id: pageId }
    const isHand = role === "assistant" || role === "member" || role === "owner"
    return isHand ? { ...hand, user_id: userId, related_actor_id: null } : []
  })
  if (relations.length > 0) await own.db.insertInto("relations").values(relations).execute()
}

const csrf = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"

async function request(
  call: string,
  path: string,
  session: string,
  more: Record<string, string> = {},
  body: unknown = bodies[call],
) {
  const [method = ""] = call.split(" ")
  const sent = call === "POST /api/actors/" ? { ...(body as object), fid: `made-${++made}` } : body
  const answer = await site.api.request(path, {
    method,
    headers: {
      cookie: `csrftoken=${csrf}${session ? `; sessionid=${session}` : ""}`,
      "x-csrftoken": csrf,
      ...(sent === undefined ? {} : { "content-type": "application/json" }),
      ...more,
    },
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  })
  return { status: answer.status, text: await answer.text() }
}
