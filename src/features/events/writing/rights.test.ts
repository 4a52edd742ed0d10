import { afterAll, beforeAll, expect, test } from "vitest"
import { type Action, refusalOf, type Relation } from "#features/accounts/rights.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { saveActors } from "#features/actors/store.server.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

// Every call that creates or changes a page or an event × every role × every state, against the one table in code.

let here: Awaited<ReturnType<typeof writingWorld>>
let people: Record<string, Viewer>
const relationOf: Record<string, Relation[]> = {
  owner: ["owner"],
  unverified_owner: ["owner"],
  member: ["member"],
  assistant: ["assistant"],
}
beforeAll(async () => {
  here = await writingWorld()
  const person = async (name: string, said: object = {}) => {
    const viewer = await here.newcomer(name, said)
    const page = { fid: `${name}_page`, type: "person", name, language: "fr", status: "published" } as const
    const [actorId] = await saveActors(here.db, [page])
    return { ...viewer, actorId: actorId as number, fid: page.fid }
  }
  people = {
    nobody: null,
    someone: await person("someone"),
    partner: await person("partner"),
    assistant: await person("assistant"),
    member: await person("member"),
    owner: await person("owner"),
    unverified_owner: await person("unverified_owner", { isVerified: false }),
    moderator: await person("moderator", { isModerator: true }),
    administrator: await person("administrator", { isAdmin: true }),
  }
})
afterAll(() => here.end())

type State = "draft" | "published" | "archived" | "scheduled" | "deleted"
type Call = [name: string, right: Action, method: string, rest: string, body?: (mark: string) => object]
let counter = 0

async function house(state: State) {
  const fid = `maison_${++counter}`
  const status = state === "published" || state === "archived" ? state : "draft"
  const [id] = (await saveActors(here.db, [{ fid, type: "place", name: fid, language: "fr", status }])) as [number]
  for (const [role, viewer] of Object.entries(people)) {
    const [relation] = relationOf[role] ?? []
    if (viewer && relation) await here.gives(viewer, id, relation)
    if (viewer && role === "partner")
      await here.db
        .insertInto("relations")
        .values({ actor_id: id, related_actor_id: viewer.actorId, relation: "partner", status: "accepted" })
        .execute()
  }
  return { id, fid }
}

/** Returns what the table in code says: unknown, refused with its code, or done. */
function expected(role: string, right: Action, state: State) {
  const viewer = people[role] as Viewer
  const subject = { relations: relationOf[role] ?? [] }
  if (state === "deleted") return "404"
  if (state !== "published" && refusalOf(viewer, "see_drafts", subject)) return "404"
  const code = right === "see_published" ? undefined : refusalOf(viewer, right, subject)
  return code ? "403" : "2xx"
}
const given = (status: number) => (status < 300 ? "2xx" : String(status))

const pageCalls: Call[] = [
  ["see", "see_published", "GET", ""],
  ["edit", "edit", "PATCH", "", () => ({ summary: { fr: "Autre" } })],
  ["withdraw", "edit", "PATCH", "", () => ({ status: "draft" })],
  ["rename", "govern", "PATCH", "", (mark) => ({ fid: `autre_${mark}` })],
  ["delete", "govern", "DELETE", ""],
  ["follow", "follow", "PUT", "follow/"],
  ["unfollow", "follow", "DELETE", "follow/"],
  ["relations", "see_published", "GET", "relations/"],
  ["invite member", "invite", "POST", "relations/", (mark) => ({ email: `a${mark}@b.example`, relation: "member" })],
  ["invite partner", "invite", "POST", "relations/", () => ({ fid: "rhizome", relation: "partner" })],
  ["invite owner", "govern", "POST", "relations/", (mark) => ({ email: `o${mark}@b.example`, relation: "owner" })],
  ["changes", "see_drafts", "GET", "changes/"],
]

test.each(["draft", "published", "archived", "deleted"] as const)(
  "each call on pages that are %s is allowed or refused for each role by the table of rights",
  async (state) => {
    for (const [name, right, method, rest, body] of pageCalls) {
      for (const role of Object.keys(people)) {
        const { id, fid } = await house(state)
        if (state === "deleted")
          await here.db
            .updateTable("actors")
            .set({ deleted_at: new Date(), deleted_status: "published" })
            .where("id", "=", id)
            .execute()
        const answer = await here.ask(
          people[role] as Viewer,
          method,
          `/api/actors/${fid}/${rest}`,
          body?.(String(counter)),
        )
        const wanted = expected(role, right, state)
        expect(`${name} by ${role}: ${given(answer.status)}`, JSON.stringify(answer.body)).toBe(
          `${name} by ${role}: ${wanted}`,
        )
      }
    }
    expect(here.errors).toEqual([])
  },
)

test("publishing a page needs the right to publish", async () => {
  for (const role of Object.keys(people)) {
    const { fid } = await house("draft")
    const answer = await here.ask(people[role] as Viewer, "PATCH", `/api/actors/${fid}/`, { status: "published" })
    expect(`${role}: ${given(answer.status)}`).toBe(`${role}: ${expected(role, "publish", "draft")}`)
  }
})

const eventCalls: Call[] = [
  ["see", "see_published", "GET", ""],
  ["edit", "edit", "PATCH", "", () => ({ title: { fr: "Autre" } })],
  ["cancel", "edit", "PATCH", "", () => ({ status: "cancelled", status_reason: "Grève" })],
  ["withdraw", "edit", "PATCH", "", () => ({ workflow: "draft" })],
  ["delete", "edit", "DELETE", ""],
  ["answers", "see_drafts", "GET", "attendances/"],
  ["changes", "see_drafts", "GET", "changes/"],
]

test.each(["draft", "published", "scheduled", "deleted"] as const)(
  "each call on events that are %s is allowed or refused for each role by the table of rights",
  async (state) => {
    for (const [name, right, method, rest, body] of eventCalls) {
      for (const role of Object.keys(people)) {
        const { id } = await house("published")
        const workflow = state === "deleted" ? "draft" : (state as "draft")
        const event = await here.hangar.publishes({
          organizer_ids: [id],
          workflow,
          publish_at: new Date(Date.now() + 1e7),
        })
        if (state === "deleted")
          await here.db
            .updateTable("events")
            .set({ deleted_at: new Date(), deleted_workflow: "published" })
            .where("id", "=", event.id)
            .execute()
        const path = `/api/contents/events/${event.id}/${rest}`
        const answer = await here.ask(people[role] as Viewer, method, path, body?.(""))
        const wanted = expected(role, right, state)
        expect(`${name} by ${role}: ${given(answer.status)}`, JSON.stringify(answer.body)).toBe(
          `${name} by ${role}: ${wanted}`,
        )
      }
    }
    expect(here.errors).toEqual([])
  },
)

test("each role may create, publish, confirm and answer events as the table of rights allows", async () => {
  for (const role of Object.keys(people)) {
    const { id, fid } = await house("published")
    const viewer = people[role] as Viewer
    const event = { title: { fr: "Soir" }, category: "music", organizers: [fid], start: "2027-01-10T20:00" }
    const path = "/api/contents/events/"
    const made = await here.ask(viewer, "POST", path, event)
    expect(`make ${role}: ${given(made.status)}`).toBe(`make ${role}: ${expected(role, "edit", "published")}`)
    const published = await here.ask(viewer, "POST", path, { ...event, workflow: "published" })
    expect(`publish ${role}: ${given(published.status)}`).toBe(
      `publish ${role}: ${expected(role, "publish", "published")}`,
    )

    const elsewhere = await here.rhizome.publishes({ place_id: id })
    const confirmed = await here.ask(viewer, "POST", `${path}${elsewhere.id}/confirmations/`, { fid, answer: "accept" })
    expect(`confirm ${role}: ${given(confirmed.status)}`).toBe(
      `confirm ${role}: ${expected(role, "edit", "published")}`,
    )
    const edited = await here.ask(viewer, "PATCH", `${path}${elsewhere.id}/`, { title: { fr: "x" } })
    expect(`edit theirs ${role}: ${given(edited.status)}`).toBe(
      `edit theirs ${role}: ${role === "administrator" ? "2xx" : "403"}`,
    )
    const answered = await here.ask(viewer, "PUT", `${path}${elsewhere.id}/attendance/`, { value: "confirmed" })
    expect(`answer ${role}: ${given(answered.status)}`).toBe(`answer ${role}: ${role === "nobody" ? "403" : "2xx"}`)
  }
})

test("an administrator's reading and editing of a draft page are logged as done by office", async () => {
  const { fid, id } = await house("draft")
  await here.ask(people.administrator as Viewer, "GET", `/api/actors/${fid}/`)
  await here.ask(people.administrator as Viewer, "PATCH", `/api/actors/${fid}/`, { name: "Corrigé" })
  await here.ask(people.owner as Viewer, "GET", `/api/actors/${fid}/`)
  const rows = await here.db.selectFrom("changes").select(["action", "by_office"]).where("actor_id", "=", id).execute()
  expect(rows).toEqual([
    { action: "seen", by_office: true },
    { action: "updated", by_office: true },
  ])
})
