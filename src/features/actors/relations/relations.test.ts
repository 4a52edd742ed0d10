import { afterAll, beforeAll, expect, test } from "vitest"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { writingWorld } from "#test/worlds/writing-world.ts"

let here: Awaited<ReturnType<typeof writingWorld>>
beforeAll(async () => {
  here = await writingWorld()
})
afterAll(() => here.end())

const at = (fid: string, id: number | "" = "") => `/api/actors/${fid}/relations/${id === "" ? "" : `${id}/`}`
const invites = (viewer: SignedIn, fid: string, body: object) => here.ask(viewer, "POST", at(fid), body)

test("an invitation gives rights once the invited person accepts, and a member cannot change roles", async () => {
  const hangar = here.hangar.viewer
  const nour = here.nour.viewer
  const asked = await invites(hangar, "hangar", { fid: "nour", relation: "member" })
  expect([asked.status, asked.body]).toEqual([
    201,
    expect.objectContaining({ relation: "member", status: "pending", is_mine: false }),
  ])
  expect(asked.body).toMatchObject({ from: { fid: "hangar" }, actor: { fid: "nour" }, email: null })
  expect((await invites(hangar, "hangar", { fid: "nour", relation: "member" })).body.id).toBe(asked.body.id)
  expect((await here.ask(nour, "PATCH", "/api/actors/hangar/", { name: "À moi" })).status).toBe(403)
  expect((await here.ask(null, "GET", at("hangar"))).body).toEqual([])
  expect((await here.ask(nour, "GET", "/api/me/invitations/")).body).toMatchObject([
    { id: asked.body.id, is_mine: true },
  ])

  // Only the invited person can accept an invitation.
  const stranger = await here.newcomer("inconnue")
  expect((await here.ask(hangar, "PATCH", at("hangar", asked.body.id), { status: "accepted" })).status).toBe(403)
  expect((await here.ask(stranger, "PATCH", at("hangar", asked.body.id), { status: "accepted" })).status).toBe(404)
  expect((await here.ask(null, "PATCH", at("hangar", asked.body.id), { status: "accepted" })).status).toBe(404)
  const accepted = await Promise.all(
    Array.from({ length: 5 }, () => here.ask(nour, "PATCH", at("hangar", asked.body.id), { status: "accepted" })),
  )
  expect(new Set(accepted.map(({ status }) => status))).toEqual(new Set([200]))
  expect((await here.ask(nour, "GET", "/api/actors/hangar/")).body).toMatchObject({
    my_relation: "member",
    is_managed: true,
  })
  expect((await here.ask(null, "GET", "/api/actors/hangar/")).body.relations).toMatchObject([
    { relation: "member", actor: { fid: "nour" } },
  ])
  expect((await here.ask(null, "GET", "/api/actors/nour/")).body.relations).toContainEqual(
    expect.objectContaining({ relation: "group", actor: expect.objectContaining({ fid: "hangar" }) }),
  )
  expect((await invites(hangar, "hangar", { fid: "nour", relation: "assistant" })).body.code).toBe("relation_exists")
  // A member may invite, but may not change roles.
  expect((await invites(nour, "hangar", { email: "x@y.example", relation: "owner" })).status).toBe(403)
  expect((await here.ask(nour, "PATCH", at("hangar", asked.body.id), { relation: "owner" })).status).toBe(403)
  const hidden = await here.ask(nour, "PATCH", at("hangar", asked.body.id), { is_visible: false })
  expect(hidden.body.is_visible).toBe(false)
  expect((await here.ask(null, "GET", "/api/actors/hangar/")).body.relations).toEqual([])
  // A new member is visible by default, whatever they were before.
  const becomes = (relation: string) => here.ask(hangar, "PATCH", at("hangar", asked.body.id), { relation })
  expect((await becomes("assistant")).body).toMatchObject({ relation: "assistant", is_visible: false })
  expect((await becomes("member")).body).toMatchObject({ relation: "member", is_visible: true })
  expect((await here.ask(nour, "DELETE", at("hangar", asked.body.id))).status).toBe(204)
  expect((await here.ask(nour, "PATCH", "/api/actors/hangar/", { name: "À moi" })).status).toBe(403)
})

test("an invitation by e-mail does not reveal who has an account, and the owner of the address answers it", async () => {
  const hangar = here.hangar.viewer
  await here.newcomer("ines")
  const known = await invites(hangar, "hangar", { email: "INES@foyer.example", relation: "assistant" })
  const unknown = await invites(hangar, "hangar", { email: "personne@foyer.example", relation: "assistant" })
  const shape = ({ body }: { body: object }) => ({ ...body, id: 0, email: "", name: "", created: "" })
  expect(shape(known)).toEqual(shape(unknown))
  const ines = (await here.db.selectFrom("users").select("id").where("username", "=", "ines").executeTakeFirstOrThrow())
    .id
  const viewer = { ...hangar, userId: ines, username: "ines", name: "ines", actorId: null, fid: null }
  const [waiting] = (await here.ask(viewer, "GET", "/api/me/invitations/")).body
  expect(waiting).toMatchObject({ id: known.body.id, from: { fid: "hangar" }, relation: "assistant" })
  expect((await here.ask(viewer, "PATCH", at("hangar", unknown.body.id), { status: "accepted" })).status).toBe(404)
  expect((await here.ask(viewer, "PATCH", at("hangar", known.body.id), { status: "accepted" })).status).toBe(200)
  expect((await here.ask(viewer, "GET", "/api/actors/managed/")).body).toMatchObject([
    { fid: "hangar", my_relation: "assistant" },
  ])
  // Assistants are never shown.
  await here.ask(viewer, "PATCH", at("hangar", known.body.id), { is_visible: true })
  expect((await here.ask(null, "GET", at("hangar"))).body).toEqual([])
  expect((await here.ask(null, "GET", "/api/actors/hangar/")).body.relations).toEqual([])
  // An invitation declined by an address is deleted.
  const again = await invites(hangar, "rhizome", { email: "ines@foyer.example", relation: "member" })
  expect(again.status).toBe(403)
  const other = await invites(here.rhizome.viewer, "rhizome", { email: "ines@foyer.example", relation: "member" })
  expect((await here.ask(viewer, "PATCH", at("rhizome", other.body.id), { status: "refused" })).body.status).toBe(
    "refused",
  )
  expect((await here.ask(viewer, "GET", "/api/me/invitations/")).body).toEqual([])
})

test("an invitation to a malformed or multiple e-mail address is refused", async () => {
  for (const email of [
    "0,victime@exemple.be",
    "a;b@exemple.be",
    "x<y@exemple.be>z.be",
    "a@exemple.be\u0000",
    "a b@exemple.be",
  ]) {
    const { status, body } = await invites(here.hangar.viewer, "hangar", { email, relation: "assistant" })
    expect([status, Object.keys(body)], email).toEqual([400, ["email"]])
  }
})

test("the last owner of a page cannot leave, even when several leave at once", async () => {
  const seuils = here.seuils.viewer
  const asked = await invites(seuils, "seuils", { fid: "nour", relation: "owner" })
  await here.ask(here.nour.viewer, "PATCH", at("seuils", asked.body.id), { status: "accepted" })
  const { body } = await here.ask(seuils, "GET", at("seuils"))
  const own = body.find(
    (one: { relation: string; actor: { fid: string } | null }) =>
      one.relation === "owner" && one.actor?.fid === "seuils",
  )
  const left = await Promise.all([
    here.ask(seuils, "DELETE", at("seuils", own.id)),
    here.ask(here.nour.viewer, "DELETE", at("seuils", asked.body.id)),
    here.ask(here.nour.viewer, "PATCH", at("seuils", asked.body.id), { relation: "member" }),
  ])
  const owners = await here.db
    .selectFrom("relations")
    .selectAll()
    .where("actor_id", "=", here.seuils.id)
    .where("relation", "=", "owner")
    .execute()
  expect(owners).toHaveLength(1)
  expect(left.some(({ body }) => body.code === "last_owner")).toBe(true)
  expect(left.every(({ status }) => status < 500)).toBe(true)
})

test("partner pages show each other once the invited page accepts, and wrong invitations are refused by field", async () => {
  const asked = await invites(here.hangar.viewer, "hangar", { fid: "rhizome", relation: "partner" })
  expect(asked.body.status).toBe("pending")
  const rhizome = here.rhizome.viewer
  expect((await here.ask(rhizome, "GET", "/api/me/invitations/")).body).toMatchObject([{ id: asked.body.id }])
  expect((await here.ask(rhizome, "PATCH", at("rhizome", asked.body.id), { status: "accepted" })).status).toBe(200)
  for (const [fid, other] of [
    ["hangar", "rhizome"],
    ["rhizome", "hangar"],
  ] as const)
    expect((await here.ask(null, "GET", `/api/actors/${fid}/`)).body.relations).toContainEqual(
      expect.objectContaining({ relation: "partner", actor: expect.objectContaining({ fid: other }) }),
    )
  expect((await here.ask(rhizome, "PATCH", "/api/actors/hangar/", { name: "x" })).status).toBe(403)
  expect((await here.ask(rhizome, "GET", "/api/actors/hangar/")).body).toMatchObject({ is_managed: false })
  for (const [sent, field] of [
    [{ fid: "hangar", relation: "partner" }, "fid"],
    [{ fid: "seuils_x", relation: "partner" }, "fid"],
    [{ relation: "partner" }, "non_field_errors"],
    [{ fid: "nour", email: "a@b.example", relation: "member" }, "non_field_errors"],
    [{ email: "a@b.example", relation: "partner" }, "email"],
    [{ email: "pas une adresse", relation: "member" }, "email"],
    [{ email: "a\r\nBcc: x@y.example", relation: "member" }, "email"],
    [{ fid: "nour", relation: "boss" }, "relation"],
  ] as const) {
    const answer = await invites(here.hangar.viewer, "hangar", sent)
    expect([answer.status, Object.keys(answer.body)], JSON.stringify(sent)).toEqual([400, [field]])
  }
  expect(here.errors).toEqual([])
})

test("hidden relations answer 404 to strangers, and a change without a difference leaves the page as it is", async () => {
  const hangar = here.hangar.viewer
  const assistant = await here.gives(await here.newcomer("assistante_cachee"), here.hangar.id, "assistant")
  const { id: hidden } = await here.db
    .selectFrom("relations")
    .select("id")
    .where("user_id", "=", assistant.userId)
    .executeTakeFirstOrThrow()
  const { id: owned } = await here.db
    .selectFrom("relations")
    .select("id")
    .where("actor_id", "=", here.hangar.id)
    .where("user_id", "=", hangar.userId)
    .executeTakeFirstOrThrow()
  await here.db.updateTable("relations").set({ is_visible: false }).where("id", "=", owned).execute()
  const touched = async () => (await here.ask(null, "GET", "/api/actors/hangar/")).body.updated
  const before = await touched()
  const strangers = [null, await here.newcomer("curieuse"), here.nour.viewer]
  for (const viewer of strangers) {
    for (const id of [hidden, owned]) {
      for (const body of [
        {},
        { status: "accepted" },
        { relation: "owner" },
        { relation: "assistant" },
        { is_visible: false },
      ]) {
        const answer = await here.ask(viewer, "PATCH", at("hangar", id), body)
        expect([answer.status, answer.body.code]).toEqual([404, "relation_not_found"])
      }
      expect((await here.ask(viewer, "DELETE", at("hangar", id))).status).toBe(404)
    }
  }
  expect(await touched()).toBe(before)
  // For a visible relation, a viewer who may change nothing gets a refusal of rights.
  expect((await here.ask(assistant, "PATCH", at("hangar", owned), {})).status).toBe(403)
  expect((await here.ask(assistant, "PATCH", at("hangar", owned), { relation: "owner" })).status).toBe(403)
  // A viewer who may change it gets an answer, and a value that is the same already changes nothing.
  const same = await here.ask(hangar, "PATCH", at("hangar", hidden), { relation: "assistant" })
  expect([same.status, same.body.name]).toEqual([200, "assistante_cachee"])
  expect((await here.ask(assistant, "PATCH", at("hangar", hidden), {})).status).toBe(200)
  expect(await touched()).toBe(before)
})

const makesPerson = (viewer: SignedIn, fid: string) =>
  here.ask(viewer, "POST", "/api/actors/", { type: "person", fid, name: `Page ${fid}`, status: "published" })

test("a person is invited by a page that is not their identity, and their username stays hidden", async () => {
  const hangar = here.hangar.viewer
  const memo = await here.newcomer("memo_en_prive")
  expect((await makesPerson(memo, "memopage")).status).toBe(201)
  const asked = await invites(hangar, "hangar", { fid: "memopage", relation: "member" })
  expect([asked.status, asked.body]).toEqual([
    201,
    expect.objectContaining({
      status: "pending",
      name: "Page memopage",
      actor: expect.objectContaining({ fid: "memopage" }),
    }),
  ])
  expect(JSON.stringify((await here.ask(hangar, "GET", at("hangar"))).body)).not.toContain("memo_en_prive")
  expect((await here.ask(memo, "GET", "/api/me/invitations/")).body).toMatchObject([
    { id: asked.body.id, is_mine: true },
  ])
  const accepted = await here.ask(memo, "PATCH", at("hangar", asked.body.id), { status: "accepted" })
  expect([accepted.status, accepted.body.status]).toEqual([200, "accepted"])
  expect((await here.ask(memo, "GET", "/api/actors/hangar/")).body).toMatchObject({ my_relation: "member" })
  // The offer said that their name will be shown; they had chosen no identity.
  expect((await here.ask(null, "GET", "/api/actors/hangar/")).body.relations).toContainEqual(
    expect.objectContaining({ relation: "member", actor: expect.objectContaining({ fid: "memopage" }) }),
  )
})

test("a person's page with several owners can be invited only if one of them has it as identity", async () => {
  const [first, second] = [await here.newcomer("duo_un"), await here.newcomer("duo_deux")]
  await makesPerson(first, "duopage")
  const { id } = await here.db.selectFrom("actors").select("id").where("fid", "=", "duopage").executeTakeFirstOrThrow()
  await here.gives(second, id, "owner")
  const asks = () => invites(here.hangar.viewer, "hangar", { fid: "duopage", relation: "assistant" })
  const refused = await asks()
  expect([refused.status, refused.body]).toEqual([400, { fid: [messagesIn("fr")("errors.person_of_several")] }])
  await here.db.updateTable("users").set({ identity_id: id }).where("id", "=", second.userId).execute()
  const asked = await asks()
  expect(asked.status).toBe(201)
  expect((await here.ask(second, "GET", "/api/me/invitations/")).body).toMatchObject([{ id: asked.body.id }])
  expect((await here.ask(first, "GET", "/api/me/invitations/")).body).toEqual([])
  // A page of a group does not stand for a particular person.
  await here.ask(first, "POST", "/api/actors/", { type: "group", fid: "duogroupe", name: "Duo", status: "published" })
  const group = await invites(here.hangar.viewer, "hangar", { fid: "duogroupe", relation: "member" })
  expect([group.status, group.body]).toEqual([400, { fid: [messagesIn("fr")("errors.person_expected")] }])
})
