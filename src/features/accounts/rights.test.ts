import { expect, test } from "vitest"
import { type Action, actions, actionsOf, isLogged, may, refusalOf, type Relation } from "./rights.ts"

const user = { actorId: null, isVerified: true, isModerator: false, isAdmin: false }
const speaking = { ...user, actorId: 1 }
const page = (relation?: Relation) => ({ relations: relation ? [relation] : [] })

/** The roles of product §4, each as a viewer and their relation to the page. */
const columns = {
  anonymous: [null, undefined],
  user: [user, undefined],
  partner: [user, "partner"],
  assistant: [user, "assistant"],
  member: [user, "member"],
  owner: [user, "owner"],
  moderator: [{ ...user, isModerator: true }, undefined],
  admin: [{ ...user, isAdmin: true }, undefined],
} as const
const everyone = Object.keys(columns) as (keyof typeof columns)[]
const signedIn = everyone.filter((role) => role !== "anonymous")
const hands = ["assistant", "member", "owner"] as const
const rows: Record<Exclude<Action, "attend">, readonly (keyof typeof columns)[]> = {
  see_published: everyone,
  follow: signedIn,
  create_page: signedIn,
  see_drafts: [...hands, "admin"],
  edit: [...hands, "admin"],
  publish: [...hands, "admin"],
  connect: [...hands, "admin"],
  hide: ["moderator", "admin"],
  invite: [...hands, "admin"],
  govern: ["owner", "admin"],
  moderate: ["moderator", "admin"],
  administer: ["admin"],
}

test.each(Object.entries(rows))("the action %s is allowed to exactly the roles in the table", (action, allowed) => {
  for (const role of everyone) {
    const [asker, relation] = columns[role]
    expect(may(asker, action as Action, page(relation)), role).toBe((allowed as readonly string[]).includes(role))
  }
})

test("attending an event needs a login and a page of the viewer's own", () => {
  expect(refusalOf(null, "attend")).toBe("sign_in_needed")
  expect(refusalOf(user, "attend")).toBe("actor_needed")
  expect(refusalOf(speaking, "attend")).toBeUndefined()
})

test("an account without a verified address may edit and follow, but not publish, invite or connect", () => {
  const unverified = { ...user, isVerified: false }
  for (const relation of hands) {
    expect(may(unverified, "edit", page(relation))).toBe(true)
    expect(refusalOf(unverified, "publish", page(relation))).toBe("email_unverified")
    expect(refusalOf(unverified, "invite", page(relation))).toBe("email_unverified")
    expect(refusalOf(unverified, "connect", page(relation))).toBe("email_unverified")
  }
  expect(may(unverified, "follow")).toBe(true)
})

test("a moderator sees a draft only once it was reported", () => {
  const moderator = { ...user, isModerator: true }
  expect(may(moderator, "see_drafts", page())).toBe(false)
  expect(may(moderator, "see_drafts", { ...page(), isReported: true })).toBe(true)
})

test("actions allowed only to an administrator, or by a report, are logged; those allowed by a relation are not", () => {
  const admin = { ...user, isAdmin: true }
  expect(isLogged(admin, "edit", page())).toBe(true)
  expect(isLogged(admin, "edit", page("owner"))).toBe(false)
  expect(isLogged(admin, "follow", page())).toBe(false)
  const moderator = { ...user, isModerator: true }
  const reported = { ...page(), isReported: true }
  expect(isLogged(moderator, "hide", reported)).toBe(false)
  expect(isLogged(moderator, "see_drafts", reported)).toBe(true)
  expect(isLogged(moderator, "see_drafts", { ...page("member"), isReported: true })).toBe(false)
  expect(isLogged(moderator, "see_drafts", page())).toBe(false)
  expect(isLogged({ ...moderator, isAdmin: true }, "see_drafts", reported)).toBe(true)
})

test("of several relations to a page, the one with the most rights counts", () => {
  expect(may(user, "govern", { relations: ["partner", "owner"] })).toBe(true)
  expect(may(user, "edit", { relations: ["partner"] })).toBe(false)
})

test("actionsOf lists the actions that a viewer may take on a page", () => {
  expect(actionsOf(null)).toEqual(["see_published"])
  expect(actionsOf(speaking, page("member"))).toEqual([
    "see_published",
    "follow",
    "attend",
    "create_page",
    "see_drafts",
    "edit",
    "publish",
    "connect",
    "invite",
  ] satisfies Action[])
  expect(actions).toHaveLength(13)
})
