import { sql } from "kysely"
import { RouterContextProvider } from "react-router"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { saveActor } from "#features/actors/store.server.ts"
import { loader as shareEvent } from "#features/sharing/pages/event.tsx"
import { loader as publishedEvent } from "#features/sharing/pages/published.tsx"
import { loader as printEvent } from "#features/sharing/pages/sheet.tsx"
import { writingWorld } from "#test/worlds/writing-world.ts"
import { tomorrow } from "#test/worlds/world.ts"
import { processApi } from "#web/api/process-api.server.ts"
import { type PageRequest, pageRequest } from "#web/page/request.ts"
import { loader as answerEvent } from "../pages/answer.tsx"
import { readManaged } from "../pages/manage-data.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const merge = (who: SignedIn | null, id: number, into: unknown) =>
  here.ask(who, "POST", `/api/contents/events/${id}/merge/`, { into })
const told = (id: number, who: SignedIn | null = null) => here.ask(who, "GET", `/api/contents/events/${id}/`)

/** Creates a person who can answer events. */
async function guest(name: string) {
  const actorId = await saveActor(here.db, {
    fid: `page-${name}`,
    type: "person",
    name,
    language: "fr",
    status: "published",
  })
  return { ...(await here.newcomer(name)), actorId, fid: `page-${name}` }
}

test("a merge moves answers, lists, parts and confirmations, and old addresses redirect, after a second merge too", async () => {
  const hangar = here.hangar.viewer
  const at = `${tomorrow()}T20:30`
  const first = await here.hangar.publishes({ title: "Nuit des laines", starts: [at, `${tomorrow(1)}T20:30`] })
  const second = await here.hangar.publishes({ title: "La nuit des laines", starts: [`${tomorrow()}T20:45`] })
  const part = await here.hangar.publishes({ title: "Atelier", parent_id: first.id })
  const [ada, bo, cy] = await Promise.all(["ada-fusion", "bo-fusion", "cy-fusion"].map(guest))
  const [one, two] = await here.db
    .selectFrom("occurrences")
    .select("id")
    .where("event_id", "=", first.id)
    .orderBy("starts_at")
    .execute()
  const answer = (who: SignedIn, id: number, body: object) =>
    here.ask(who, "PUT", `/api/contents/events/${id}/attendance/`, body)
  expect((await answer(ada as SignedIn, first.id, { value: "confirmed", occurrence: one?.id })).status).toBe(200)
  expect((await answer(bo as SignedIn, first.id, { value: "interested", occurrence: two?.id })).status).toBe(200)
  await answer(cy as SignedIn, first.id, { value: "confirmed" })
  await answer(cy as SignedIn, second.id, { value: "declined" })
  const agenda = await here.db
    .insertInto("agendas")
    .values({ user_id: (ada as SignedIn).userId, name: "Mes nuits", language: "fr" })
    .returning("id")
    .executeTakeFirstOrThrow()
  await here.db.insertInto("agenda_entries").values({ agenda_id: agenda.id, event_id: first.id }).execute()
  await sql`insert into event_confirmations (event_id, actor_id, part, status)
    values (${first.id}, ${here.seuils.id}, 'performer', 'declined')`.execute(here.db)

  const done = await merge(hangar, first.id, second.id)
  expect([done.status, done.body.id, done.body.title.fr]).toEqual([200, second.id, "La nuit des laines"])
  const date = done.body.occurrences[0].id
  const answers = await here.db
    .selectFrom("attendances")
    .select(["user_id", "occurrence_id", "value"])
    .where("event_id", "=", second.id)
    .execute()
  expect(new Set(answers)).toEqual(
    new Set([
      { user_id: ada?.userId, occurrence_id: date, value: "confirmed" },
      { user_id: bo?.userId, occurrence_id: null, value: "interested" },
      { user_id: cy?.userId, occurrence_id: null, value: "declined" },
    ]),
  )
  const entries = await here.db
    .selectFrom("agenda_entries")
    .select("event_id")
    .where("agenda_id", "=", agenda.id)
    .execute()
  expect(entries).toEqual([{ event_id: second.id }])
  expect((await told(part.id)).body.parent.id).toBe(second.id)
  expect(done.body.confirmations).toContainEqual(
    expect.objectContaining({ actor: expect.objectContaining({ fid: "seuils" }), status: "declined" }),
  )
  const changes = await here.ask(hangar, "GET", `/api/contents/events/${second.id}/changes/`)
  expect(changes.body[0]).toMatchObject({ action: "merged", fields: { merged: [{ id: first.id }, second.id] } })

  const moved = await told(first.id)
  expect([moved.status, moved.headers.get("location")]).toEqual([308, `/api/contents/events/${second.id}/`])
  // The answer was lost and it is pressed again: the event it was merged into, once; for others it is not found.
  const { version } = (await told(second.id, hangar)).body
  const again = await merge(hangar, first.id, second.id)
  expect([again.status, again.body.id, again.body.version]).toEqual([200, second.id, version])
  expect((await merge(here.nour.viewer, first.id, second.id)).status).toBe(403)
  expect((await merge(null, first.id, second.id)).status).toBe(403)
  expect((await merge(hangar, first.id, part.id)).status).toBe(404)

  // After a second merge, both former addresses lead to the last event.
  const third = await here.hangar.publishes({ title: "Laines, la nuit" })
  expect((await merge(hangar, second.id, third.id)).status).toBe(200)
  for (const id of [first.id, second.id])
    expect((await told(id)).headers.get("location")).toBe(`/api/contents/events/${third.id}/`)
  await here.ask(hangar, "DELETE", `/api/contents/events/${third.id}/`)
  expect((await told(first.id)).status).toBe(404)
})

test("the screens of a merged event lead to those of the event it became part of", async () => {
  const [first, second] = [
    await here.hangar.publishes({ title: "Veillée" }),
    await here.hangar.publishes({ title: "Veillée" }),
  ]
  const { viewer } = here.hangar
  await merge(viewer, first.id, second.id)
  const site = "https://foyer.example"
  const call = async (request: Request) => here.api.fetch(request, { viewer })
  const { api } = processApi(new Request(site), site, call, () => false)
  const context = new RouterContextProvider()
  context.set(pageRequest, { api, language: "fr" } as unknown as PageRequest)
  type Opening = (args: { params: { id: string }; request: Request; context: typeof context }) => Promise<unknown>
  const screens: [(id: number) => string, unknown][] = [
    [(id) => `/events/share/${id}?look=poster`, shareEvent],
    [(id) => `/events/${id}/print?size=a5`, printEvent],
    [(id) => `/events/${id}/answer?value=interested`, answerEvent],
    [(id) => `/events/published/${id}`, publishedEvent],
    [
      (id) => `/events/manage/${id}?tab=dates`,
      ({ params, request }: Parameters<Opening>[0]) => readManaged(api, params.id, new URL(request.url)),
    ],
  ]
  for (const [at, open] of screens) {
    const request = new Request(site + at(first.id))
    const opening = (open as Opening)({ params: { id: String(first.id) }, request, context })
    const answer = await opening.catch((thrown: unknown) => thrown)
    expect(answer, at(first.id)).toBeInstanceOf(Response)
    const { status, headers } = answer as Response
    expect([status, headers.get("location")]).toEqual([301, at(second.id)])
  }
})

test("only a manager of both events or a moderator can merge; the other organizer stays once they accept", async () => {
  const mine = await here.hangar.publishes({ title: "Concert commun" })
  const theirs = await here.seuils.publishes({ title: "Concert en commun" })
  const stranger = await here.newcomer("curieux-fusion")
  for (const [who, status] of [
    [null, 403],
    [stranger, 403],
    [here.hangar.viewer, 403],
    [here.seuils.viewer, 403],
  ] as const)
    expect((await merge(who, mine.id, theirs.id)).status).toBe(status)
  const draft = await here.seuils.drafts({ title: "Brouillon" })
  const moderator = await here.newcomer("moderatrice-fusion", { isModerator: true })
  expect((await merge(moderator, draft.id, theirs.id)).status).toBe(404)
  expect((await merge(moderator, mine.id, draft.id)).body.into).toHaveLength(1)
  expect((await merge(moderator, mine.id, mine.id)).body.into).toHaveLength(1)
  expect((await merge(here.seuils.viewer, theirs.id, draft.id)).body.into).toHaveLength(1)

  expect((await merge(moderator, mine.id, theirs.id)).status).toBe(200)
  const open = await told(theirs.id, here.seuils.viewer)
  expect(open.body.organizers.map(({ fid }: { fid: string }) => fid)).toEqual(["seuils"])
  expect(open.body.confirmations).toMatchObject([
    { actor: { fid: "hangar" }, part: "organizer", status: "pending" },
    { part: "place" },
  ])
  await here.ask(here.hangar.viewer, "POST", `/api/contents/events/${theirs.id}/confirmations/`, {
    fid: "hangar",
    answer: "accept",
  })
  expect((await told(theirs.id)).body.organizers.map(({ fid }: { fid: string }) => fid)).toEqual(["seuils", "hangar"])
})

test.each([
  ["a moderator", { isModerator: true }],
  ["an administrator", { isAdmin: true }],
])(
  "a merge by %s gives neither private files nor what the journal says of them to the other team",
  async (_, office) => {
    const mine = await here.hangar.publishes({ title: "Bal des ombres" })
    const theirs = await here.seuils.publishes({ title: "Le bal des ombres" })
    // A film needs no file.
    const add = async (title: string, visibility: "managers" | "public") => {
      const form = new FormData()
      const given = { url: "https://www.youtube.com/watch?v=aqz-KE-bpKQ", title, visibility, event: String(mine.id) }
      for (const [name, value] of Object.entries(given)) form.set(name, value)
      const token = "c".repeat(32)
      const request = new Request("https://foyer.example/api/documents/", {
        method: "POST",
        headers: { origin: "https://foyer.example", cookie: `csrftoken=${token}`, "x-csrftoken": token },
        body: form,
      })
      const added = await here.api.fetch(request, { viewer: here.hangar.viewer })
      return ((await added.json()) as { id: number }).id
    }
    const [secret, open, burnt] = [
      await add("Contrat", "managers"),
      await add("Affiche", "public"),
      await add("Brouillon", "managers"),
    ]
    await here.ask(here.hangar.viewer, "DELETE", `/api/documents/${burnt}/`)
    await here.ask(here.hangar.viewer, "PATCH", `/api/documents/${secret}/`, { title: "Contrat signé" })
    await here.ask(here.hangar.viewer, "PATCH", `/api/contents/events/${mine.id}/`, { title: { fr: "Le bal" } })
    const seenBy = async (who: SignedIn | null, id: number) =>
      (await here.ask(who, "GET", `/api/documents/${id}/`)).status === 200
    const journal = async (who: SignedIn, of: string) =>
      JSON.stringify((await here.ask(who, "GET", `/api/${of}/changes/?limit=50`)).body)
    const officer = await here.newcomer(`fusion-${Object.keys(office)}`.toLowerCase(), office)
    expect((await merge(officer, mine.id, theirs.id)).status).toBe(200)
    expect([await seenBy(here.seuils.viewer, secret), await seenBy(here.hangar.viewer, secret)]).toEqual([false, true])
    expect([await seenBy(null, open), await seenBy(null, secret)]).toEqual([true, false])
    const { body: files } = await here.ask(null, "GET", `/api/documents/?event=${mine.id}`)
    expect(files.map(({ id }: { id: number }) => id)).toEqual([open])

    const other = await journal(here.seuils.viewer, `contents/events/${theirs.id}`)
    for (const words of ["Contrat", "Brouillon"]) expect(other).not.toContain(words)
    for (const words of ["Affiche", 'Le bal"']) expect(other).toContain(words)
    const own = await journal(here.hangar.viewer, "actors/hangar")
    for (const words of ["Contrat signé", "Brouillon"]) expect(own).toContain(words)
  },
)

test("simultaneous merges merge an event only once, and two events merged into each other leave one", async () => {
  const hangar = here.hangar.viewer
  const [a, b, c] = [await here.hangar.publishes(), await here.hangar.publishes(), await here.hangar.publishes()]
  const tries = await Promise.all([
    ...Array.from({ length: 6 }, () => merge(hangar, a.id, b.id)),
    ...Array.from({ length: 6 }, () => merge(hangar, a.id, c.id)),
  ])
  // One of the two merges is made, once; whoever asked for that one is answered alike.
  expect(tries.map(({ status }) => status).toSorted()).toEqual([...Array(6).fill(200), ...Array(6).fill(404)])
  const journals = await Promise.all(
    [b, c].map(({ id }) => here.ask(hangar, "GET", `/api/contents/events/${id}/changes/`)),
  )
  const merges = journals.flatMap(({ body }) => body).filter(({ action }: { action: string }) => action === "merged")
  expect(merges).toHaveLength(1)
  const [left, right] = [await here.hangar.publishes(), await here.hangar.publishes()]
  const both = await Promise.all([merge(hangar, left.id, right.id), merge(hangar, right.id, left.id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)])
  const stay = await here.db.selectFrom("events").select("id").where("id", "in", [left.id, right.id]).execute()
  expect(stay).toHaveLength(1)
  expect(here.errors).toEqual([])
})

test("the tables that refer to events are exactly the listed ones, which a merge has to consider", async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'events'::regclass
    order by 1`.execute(here.db)
  expect(rows.map(({ name }) => name)).toEqual([
    "agenda_entries",
    "attendances",
    "deliveries",
    "documents",
    "event_confirmations",
    "event_images",
    "event_lineup",
    "event_organizers",
    "event_pictures",
    "event_prices",
    "event_sources",
    "events",
    "fediverse_attendances",
    "fediverse_events", // an event on another server that is the same
    "fediverse_joins", // joins of events on other servers, which are never merged
    "fediverse_reactions",
    "former_events",
    "notice_events",
    "notices",
    "occurrences",
    "organized_events", // maintained by triggers from each organizer's events
    "report_subjects",
    "uploads",
  ])
})
