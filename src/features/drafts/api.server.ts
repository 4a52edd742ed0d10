import type { Context } from "hono"
import type { SignedIn } from "#features/accounts/viewer.ts"
import { body, conflict, done, forbidden, invalid, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { refuse } from "#lib/refusal.ts"
import { deleteDraft, saveDraft } from "./commands.server.ts"
import { draftInput, draftSubject, deleteDraftQuery } from "./inputs.ts"
import { findDraft } from "./queries.server.ts"
import { draftRepresentation, savedDraft } from "./representation.server.ts"

const tags = ["Me"]

const show = call({
  method: "get",
  path: "/api/me/drafts/{subject}/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Get the caller's draft of an editor",
  request: { params: draftSubject },
  responses: { ...ok(draftRepresentation.nullable(), "The draft; null if there is none."), ...invalid, ...forbidden },
})

const keep = call({
  method: "put",
  path: "/api/me/drafts/{subject}/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Save a draft of an editor, for 90 days; only the caller can read it",
  request: { params: draftSubject, ...body(draftInput) },
  responses: { ...ok(savedDraft, "Version and time of the saved draft."), ...invalid, ...forbidden, ...conflict },
})

const drop = call({
  method: "delete",
  path: "/api/me/drafts/{subject}/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags,
  summary: "Delete a draft, unless it was saved after a given time",
  request: { params: draftSubject, query: deleteDraftQuery },
  responses: { ...done, ...invalid, ...forbidden },
})

/** Calls about the drafts of editors, which belong to one person and are never public. */
export function draftsApi() {
  return apiApp()
    .openapi(show, async (c) => {
      const draft = await findDraft(c.get("world").db, signedIn(c), c.req.valid("param").subject)
      return c.json(draft ?? null, 200)
    })
    .openapi(keep, async (c) => {
      const { subject } = c.req.valid("param")
      return c.json(await saveDraft(c.get("world").db, signedIn(c), subject, c.req.valid("json")), 200)
    })
    .openapi(drop, async (c) => {
      const { saved } = c.req.valid("query")
      await deleteDraft(c.get("world").db, signedIn(c), c.req.valid("param").subject, saved)
      return c.body(null, 204)
    })
}

function signedIn(c: Context<Environment>): SignedIn {
  return c.get("viewer") ?? refuse("sign_in_needed")
}
