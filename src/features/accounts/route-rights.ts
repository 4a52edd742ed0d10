import type { Action } from "./rights.ts"

/**
 * Who each call of the API lets in: `anyone`; a `user`, signed in; for what is about a page or an event, who may do the
 * action to it (rights.ts), after whoever may not know of it was told there is nothing. `own rule` is for what no action
 * says, with the test that walks it instead.
 */
export type RouteRight =
  | "anyone"
  | "user"
  /** Its contract stands, but it refuses everybody until it is built. */
  | "nobody yet"
  | { action: Action; of?: "page" | "event"; onlyPublished?: true }
  | { ownRule: string }

/** Every call there is. A test walks them by role and state, and fails at one that is not here. */
export const routeRights: Record<string, RouteRight> = {
  "GET /.well-known/nodeinfo": "anyone",
  "GET /nodeinfo/2.0": "anyone",
  "GET /nodeinfo/2.1": "anyone",
  "GET /builds/latest.json": "anyone",

  "GET /api/auth/csrf/": "anyone",
  "POST /api/auth/register/": "anyone",
  "POST /api/auth/login/": "anyone",
  "POST /api/auth/logout/": "anyone",
  "POST /api/auth/verify/": "anyone",
  "POST /api/auth/reset/": "anyone",
  "POST /api/auth/reset/confirm/": "anyone",
  "PATCH /api/auth/password/": "user",

  "GET /api/me/": "user",
  "PATCH /api/me/": "user",
  "DELETE /api/me/": "user",
  "GET /api/me/export/": "user",
  "GET /api/me/second-factor/": "user",
  "POST /api/me/second-factor/": "user",
  "PUT /api/me/second-factor/": "user",
  "DELETE /api/me/second-factor/": "user",
  "POST /api/me/second-factor/recovery-codes/": "user",
  "GET /api/me/emails/": "user",
  "POST /api/me/emails/": "user",
  "PATCH /api/me/emails/{id}/": "user",
  "DELETE /api/me/emails/{id}/": "user",
  "POST /api/me/emails/{id}/verification/": "user",
  "GET /api/me/places/": "user",
  "POST /api/me/places/": "user",
  "PATCH /api/me/places/{id}/": "user",
  "DELETE /api/me/places/{id}/": "user",
  "GET /api/me/identities/": "user",
  "POST /api/me/identities/": "user",
  "POST /api/me/identities/{id}/check/": "user",
  "DELETE /api/me/identities/{id}/": "user",
  "GET /api/me/tokens/": "user",
  "POST /api/me/tokens/": "user",
  "DELETE /api/me/tokens/{id}/": "user",
  "GET /api/me/sessions/": "user",
  "DELETE /api/me/sessions/": "user",
  "DELETE /api/me/sessions/{id}/": "user",
  "GET /api/me/invitations/": "user",
  "GET /api/me/drafts/{subject}/": "user",
  "PUT /api/me/drafts/{subject}/": "user",
  "DELETE /api/me/drafts/{subject}/": "user",

  "GET /api/actors/": "anyone",
  "GET /api/actors/letters/": "anyone",
  "GET /api/actors/followed/": "user",
  "GET /api/actors/managed/": "user",
  "POST /api/actors/": { action: "create_page" },
  "GET /api/actors/{fid}/": { action: "see_published", of: "page" },
  "PATCH /api/actors/{fid}/": { action: "edit", of: "page" },
  "DELETE /api/actors/{fid}/": { action: "govern", of: "page" },
  "POST /api/actors/{fid}/restore/": { ownRule: "src/features/actors/writing.test.ts" },
  "GET /api/actors/{fid}/changes/": { action: "see_drafts", of: "page" },
  "GET /api/actors/{fid}/relations/": { action: "see_published", of: "page" },
  "POST /api/actors/{fid}/relations/": { action: "invite", of: "page" },
  "PATCH /api/actors/{fid}/relations/{id}/": { ownRule: "src/features/actors/relations" },
  "DELETE /api/actors/{fid}/relations/{id}/": { ownRule: "src/features/actors/relations" },
  "PUT /api/actors/{fid}/follow/": { action: "follow", of: "page" },
  "DELETE /api/actors/{fid}/follow/": { action: "follow", of: "page" },

  "GET /api/contents/events/": "anyone",
  "GET /api/contents/events/days/": "anyone",
  "GET /api/contents/events/followed/": "user",
  "GET /api/contents/events/managed/": "user",
  "GET /api/contents/events/{id}/": { action: "see_published", of: "event" },
  "POST /api/contents/events/": { ownRule: "src/features/events: edit of the host named" },
  "PATCH /api/contents/events/{id}/": { action: "edit", of: "event" },
  "DELETE /api/contents/events/{id}/": { action: "edit", of: "event" },
  "POST /api/contents/events/{id}/restore/": { ownRule: "src/features/events/writing.test.ts" },
  "PATCH /api/contents/events/{id}/occurrences/{occurrence}/": { action: "edit", of: "event" },
  "GET /api/contents/events/{id}/changes/": { action: "see_drafts", of: "event" },
  "POST /api/contents/events/{id}/confirmations/": { ownRule: "src/features/events/confirmations" },
  "GET /api/contents/events/{id}/attendance/": { action: "follow", of: "event" },
  "PUT /api/contents/events/{id}/attendance/": { action: "attend", of: "event", onlyPublished: true },
  "DELETE /api/contents/events/{id}/attendance/": { action: "follow", of: "event", onlyPublished: true },
  "GET /api/contents/events/{id}/attendances/": { action: "see_drafts", of: "event" },

  "GET /api/activities/": "anyone",
  "GET /api/activities/followed/": "nobody yet",
  "GET /api/activities/managed/": "nobody yet",
  "GET /api/documents/": "anyone",
  "GET /api/fediverse/accounts/": "anyone",
  "GET /api/places/": "anyone",
}
