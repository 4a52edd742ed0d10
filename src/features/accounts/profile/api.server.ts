import { z } from "@hono/zod-openapi"
import { body, conflict, done, forbidden, invalid, listedSlice, notFound, ok, optionalBody } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount } from "#http/call.ts"
import { limits, spend, tally } from "#http/limits/limits.ts"
import { shortListPaging } from "#http/input/parameters.ts"
import { refuse } from "#lib/refusal.ts"
import { addEmail, makePrimary, removeEmail, sendVerification } from "../emails/emails.server.ts"
import {
  emailChange,
  idInPath,
  newEmail,
  newIdentity,
  newPlace,
  newToken,
  placeChange,
  sessionChange,
  tokenChange,
  verificationRequest,
} from "../inputs.ts"
import { emailRepresentation, identityRepresentation, placeRepresentation, profileOf } from "../profile.server.ts"
import { confirmPassword } from "../sign-in/passwords.server.ts"
import { signedIn } from "../signed-in.server.ts"
import { scopes, type SignedIn } from "../viewer.ts"
import { addIdentity, requestCheck, removeIdentity } from "./identities.server.ts"
import { changePlace, removePlace, savePlace } from "./places.server.ts"
import { changeSession, endOtherSessions, endSession, listSessions } from "./sessions.server.ts"
import { listCalls, changeCall, removalCall } from "./personal-list.ts"
import { changeToken, listTokens, makeToken, revokeToken } from "./tokens.server.ts"
import type { Db } from "#db/connection.ts"

const tags = ["Me"]
const time = z.string().openapi({ format: "date-time" })

const session = z
  .object({
    id: z.number().int(),
    name: z.string().nullable().openapi({ description: "Name the person gave the device; null if none." }),
    user_agent: z.string().nullable(),
    address: z
      .string()
      .nullable()
      .openapi({ description: "Network of the device, not its whole IP address.", example: "203.0.113.0/24" }),
    is_current: z.boolean(),
    created: time,
    last_seen: time,
    expires: time,
  })
  .openapi("Session")

const token = z
  .object({
    id: z.number().int(),
    name: z.string(),
    hint: z.string().openapi({ description: "Last four characters of the token." }),
    scopes: z.array(z.enum(scopes)),
    created: time,
    last_used: time.nullable(),
    expires: time,
  })
  .openapi("Token")
const tokenShownOnce = token
  .extend({
    token: z.string().openapi({ example: "foyer_…", description: "The token itself, returned only this once." }),
  })
  .openapi("NewToken")

const emails = listCalls({
  path: "/api/me/emails/",
  ofOne: "/api/me/emails/{id}/",
  name: "e-mail addresses",
  scope: "session",
  limit: perAccount(limits.mailTo),
  one: "an e-mail address",
  item: emailRepresentation,
  added: emailRepresentation,
  input: newEmail,
})
const changeEmail = call({
  method: "patch",
  path: "/api/me/emails/{id}/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Make a verified address the main one",
  request: { params: idInPath, ...body(emailChange) },
  responses: { ...ok(emailRepresentation, "The changed address."), ...invalid, ...forbidden, ...notFound, ...conflict },
})
const resend = call({
  method: "post",
  path: "/api/me/emails/{id}/verification/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.mailTo),
  operationId: "sendEmailVerification",
  tags,
  summary: "Send the verification link of an address again",
  request: { params: idInPath, ...optionalBody(verificationRequest) },
  responses: { ...done, ...invalid, ...forbidden, ...notFound },
})

const places = listCalls({
  path: "/api/me/places/",
  ofOne: "/api/me/places/{id}/",
  name: "saved places",
  scope: "read",
  one: "a saved place",
  item: placeRepresentation,
  added: placeRepresentation,
  input: newPlace,
})
const editPlace = changeCall("/api/me/places/{id}/", "Update a saved place; omitted fields are unchanged", {
  item: placeRepresentation,
  input: placeChange,
})

const identities = listCalls({
  path: "/api/me/identities/",
  ofOne: "/api/me/identities/{id}/",
  name: "profiles on other sites",
  scope: "session",
  limit: perAccount(limits.identity),
  one: "a profile on another site",
  item: identityRepresentation,
  added: identityRepresentation,
  input: newIdentity,
})
const check = call({
  method: "post",
  path: "/api/me/identities/{id}/check/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.identity),
  tags,
  summary: "Check again whether a profile links back",
  request: { params: idInPath },
  responses: {
    ...ok(identityRepresentation, "The profile; its state is `pending` until the check is done."),
    ...forbidden,
    ...notFound,
  },
})

const tokens = listCalls({
  path: "/api/me/tokens/",
  ofOne: "/api/me/tokens/{id}/",
  name: "API tokens",
  scope: "session",
  one: "an API token",
  item: token,
  added: tokenShownOnce,
  input: newToken,
})
const editToken = changeCall("/api/me/tokens/{id}/", "Rename an API token, or remove scopes from it", {
  item: token,
  input: tokenChange,
})

const sessions = call({
  method: "get",
  path: "/api/me/sessions/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "List the caller's sessions: the devices they are signed in on",
  request: { query: shortListPaging },
  responses: { ...ok(z.array(session), "The sessions, the most recently used first."), ...invalid, ...forbidden },
})
const endOthers = call({
  method: "delete",
  path: "/api/me/sessions/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "End all other sessions",
  responses: { ...done, ...forbidden },
})
const nameSession = changeCall("/api/me/sessions/{id}/", "Name the device of a session", {
  item: session,
  input: sessionChange,
})
const endOne = removalCall("/api/me/sessions/{id}/", "a session, which signs its device out")

/** Builds the calls of a person's addresses, places, identities, tokens and sessions. */
export function profileApi() {
  return apiApp()
    .openapi(emails.list, async (c) =>
      listedSlice(c, (await profile(c.get("world").db, signedIn(c))).emails, c.req.valid("query")),
    )
    .openapi(emails.add, async (c) => {
      const { db } = c.get("world")
      const viewer = signedIn(c)
      const { password, ...given } = c.req.valid("json")
      const confirmed = password === undefined ? undefined : await confirmPassword(db, viewer, password)
      await spend(c, limits.mailTo, given.email, { isTold: false })
      const id = await addEmail(db, viewer, given, confirmed)
      return c.json(byId((await profile(db, viewer)).emails, id), 201)
    })
    .openapi(changeEmail, async (c) => {
      const { db } = c.get("world")
      const viewer = signedIn(c)
      const { id } = c.req.valid("param")
      await makePrimary(db, viewer, id)
      return c.json(byId((await profile(db, viewer)).emails, id), 200)
    })
    .openapi(resend, async (c) => {
      const { db } = c.get("world")
      const viewer = signedIn(c)
      const { id } = c.req.valid("param")
      const { email } = byId((await profile(db, viewer)).emails, id)
      // Anybody can add the address of somebody else to any number of accounts.
      const { isWithin } = await tally(c, limits.mailToInAll, `verification ${email}`)
      await sendVerification(db, viewer, id, c.req.valid("json")?.next, isWithin)
      return c.body(null, 204)
    })
    .openapi(emails.remove, async (c) => {
      await removeEmail(c.get("world").db, signedIn(c), c.req.valid("param").id)
      return c.body(null, 204)
    })
    .openapi(places.list, async (c) =>
      listedSlice(c, (await profile(c.get("world").db, signedIn(c))).places, c.req.valid("query")),
    )
    .openapi(places.add, async (c) => {
      const { db } = c.get("world")
      const viewer = signedIn(c)
      const id = await savePlace(db, viewer, c.req.valid("json"))
      return c.json(byId((await profile(db, viewer)).places, id), 201)
    })
    .openapi(editPlace, async (c) => {
      const { db } = c.get("world")
      const viewer = signedIn(c)
      const { id } = c.req.valid("param")
      await changePlace(db, viewer, id, c.req.valid("json"))
      return c.json(byId((await profile(db, viewer)).places, id), 200)
    })
    .openapi(places.remove, async (c) => {
      await removePlace(c.get("world").db, signedIn(c), c.req.valid("param").id)
      return c.body(null, 204)
    })
    .openapi(identities.list, async (c) =>
      listedSlice(c, (await profile(c.get("world").db, signedIn(c))).identities, c.req.valid("query")),
    )
    .openapi(identities.add, async (c) => {
      const { db } = c.get("world")
      const viewer = signedIn(c)
      const id = await addIdentity(db, viewer, c.req.valid("json").url)
      return c.json(byId((await profile(db, viewer)).identities, id), 201)
    })
    .openapi(check, async (c) => {
      const { db } = c.get("world")
      const viewer = signedIn(c)
      const { id } = c.req.valid("param")
      await requestCheck(db, viewer, id)
      return c.json(byId((await profile(db, viewer)).identities, id), 200)
    })
    .openapi(identities.remove, async (c) => {
      await removeIdentity(c.get("world").db, signedIn(c), c.req.valid("param").id)
      return c.body(null, 204)
    })
    .openapi(tokens.list, async (c) =>
      listedSlice(c, await listTokens(c.get("world").db, signedIn(c)), c.req.valid("query")),
    )
    .openapi(tokens.add, async (c) => c.json(await makeToken(c.get("world").db, signedIn(c), c.req.valid("json")), 201))
    .openapi(editToken, async (c) => {
      const { id } = c.req.valid("param")
      return c.json(await changeToken(c.get("world").db, signedIn(c), id, c.req.valid("json")), 200)
    })
    .openapi(tokens.remove, async (c) => {
      await revokeToken(c.get("world").db, signedIn(c), c.req.valid("param").id)
      return c.body(null, 204)
    })
    .openapi(sessions, async (c) =>
      listedSlice(c, await listSessions(c.get("world").db, signedIn(c)), c.req.valid("query")),
    )
    .openapi(endOthers, async (c) => {
      await endOtherSessions(c.get("world").db, signedIn(c))
      return c.body(null, 204)
    })
    .openapi(nameSession, async (c) => {
      const { db } = c.get("world")
      const viewer = signedIn(c)
      const { id } = c.req.valid("param")
      await changeSession(db, viewer, id, c.req.valid("json"))
      return c.json(byId(await listSessions(db, viewer), id), 200)
    })
    .openapi(endOne, async (c) => {
      await endSession(c.get("world").db, signedIn(c), c.req.valid("param").id)
      return c.body(null, 204)
    })
}

async function profile(db: Db, viewer: SignedIn) {
  return (await profileOf(db, viewer.userId)) ?? refuse("sign_in_needed")
}

function byId<Item extends { id: number }>(items: Item[], id: number): Item {
  return items.find((item) => item.id === id) ?? refuse("not_found")
}
