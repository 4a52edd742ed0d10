import type { Db } from "#db/connection.ts"
import type { Relation, Requester } from "#features/accounts/rights.ts"
import type { Scope } from "#features/accounts/viewer.ts"
import { saveActor } from "#features/actors/store.server.ts"
import { hashOf, newSecret } from "#lib/secret.ts"

/** Everybody who may call: the roles of an account, and those of somebody on a page. */
export const roles = [
  "anonymous",
  "user",
  "unverified",
  "partner",
  "assistant",
  "member",
  "owner",
  "moderator",
  "admin",
] as const
export type Role = (typeof roles)[number]

/** Somebody who calls: what they are, and what the rules of rights know of them. */
export type CallPerson = {
  role: Role
  userId: number
  pageId: number
  session: string
  asker: Requester
  relation: Relation | undefined
}

/** Creates somebody with this role: an account with an address, a page and a session; nobody for `anonymous`. */
export async function callPerson(db: Db, role: Role): Promise<CallPerson> {
  if (role === "anonymous") return { role, userId: 0, pageId: 0, session: "", asker: null, relation: undefined }
  const user = await db
    .insertInto("users")
    .values({
      username: role,
      password: "$argon2id$",
      language: "fr",
      timezone: "Europe/Brussels",
      is_moderator: role === "moderator",
      is_admin: role === "admin",
    })
    .returning("id")
    .executeTakeFirstOrThrow()
  const verified_at = role === "unverified" ? null : new Date()
  await db
    .insertInto("emails")
    .values({ user_id: user.id, email: `${role}@exemple.be`, is_primary: true, verified_at })
    .execute()
  const pageId = await saveActor(db, {
    fid: `page-of-${role}`,
    type: "person",
    name: role,
    language: "fr",
    status: "published",
  })
  await db
    .insertInto("relations")
    .values({ actor_id: pageId, user_id: user.id, relation: "owner", status: "accepted" })
    .execute()
  await db.updateTable("users").set({ identity_id: pageId }).where("id", "=", user.id).execute()
  const asker = {
    actorId: pageId,
    isVerified: verified_at !== null,
    isModerator: role === "moderator",
    isAdmin: role === "admin",
  }
  // A partner is another actor, whose staff get no right from it.
  const relation = role === "assistant" || role === "member" || role === "owner" ? role : undefined
  return { role, userId: user.id, pageId, session: await sessionOf(db, user.id), asker, relation }
}

/** Begins a session of an account; returns the secret of its cookie. */
export async function sessionOf(db: Db, user_id: number) {
  const secret = newSecret()
  await db
    .insertInto("sessions")
    .values({ hash: hashOf(secret), user_id, expires_at: new Date(Date.now() + 86_400_000) })
    .execute()
  return secret
}

/** Makes an API token of an account with these scopes; returns it as a program sends it. */
export async function tokenOf(db: Db, user_id: number, scopes: Scope[]) {
  const secret = newSecret()
  await db
    .insertInto("api_tokens")
    .values({
      hash: hashOf(secret),
      user_id,
      name: "t",
      hint: "abcd",
      scopes,
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute()
  return `foyer_${secret}`
}
