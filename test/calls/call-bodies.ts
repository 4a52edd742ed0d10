// Request bodies and queries for the tests of rights.
import { tomorrow } from "../worlds/world.ts"

/** Bodies that pass validation, so that the answer depends on rights. */
export const bodies: Record<string, unknown> = {
  "POST /api/auth/register/": { username: "x", email: "x", password: "x" },
  "POST /api/auth/login/": { username: "nobody", password: "x" },
  "POST /api/auth/verify/": { token: "x" },
  "POST /api/auth/reset/": { email: "nobody@exemple.be" },
  "POST /api/subscriptions/": { email: "nobody@exemple.be" },
  "POST /api/subscriptions/confirm/": { token: "x" },
  "PATCH /api/subscriptions/current/": {},
  "PATCH /api/me/newsletter/": {},
  "POST /api/me/newsletter/preview/": {},
  "POST /api/auth/reset/confirm/": { token: "x", new_password: "x" },
  "PATCH /api/auth/password/": { old_password: "x", new_password: "x" },
  "PATCH /api/me/": {},
  "DELETE /api/me/": { password: "wrong" },
  "POST /api/me/second-factor/": { password: "wrong" },
  "PUT /api/me/second-factor/": { code: "000000" },
  "DELETE /api/me/second-factor/": { password: "wrong" },
  "POST /api/me/second-factor/recovery-codes/": { password: "wrong" },
  "POST /api/me/emails/": { email: "new@exemple.be", password: "wrong" },
  "PATCH /api/me/emails/{id}/": { is_primary: true },
  "POST /api/me/places/": { name: "Ici", lat: 50, lon: 4 },
  "PATCH /api/me/places/{id}/": {},
  "PUT /api/me/drafts/{subject}/": { fields: {} },
  "POST /api/me/identities/": { url: "https://x.example/@me" },
  "POST /api/me/tokens/": { name: "t", scopes: ["read"] },
  "POST /api/me/notifications/": { read_up_to: 1 },
  "PATCH /api/me/notifications/{id}/": { read: true },
  "POST /api/contents/events/{id}/notices/": { subject: "Portes", text: "À 20 h" },
  "POST /api/actors/": { type: "group", fid: "made", name: "Made", language: "fr" },
  "PATCH /api/actors/{fid}/": { name: "Renommée" },
  "PATCH /api/contents/events/{id}/": { tags: ["marche"] },
  "PATCH /api/contents/events/{id}/occurrences/{occurrence}/": { status: "cancelled" },
  // The date does not exist: permitted viewers are told so, all others are refused before.
  "PATCH /api/contents/events/{id}/occurrences/": { occurrences: [1], status: "cancelled" },
  "POST /api/contents/events/{id}/lineup/": { name: "Nour Amrani" },
  "PATCH /api/contents/events/{id}/lineup/{entry}/": { role: "voix" },
  "POST /api/contents/events/{id}/organizers/": { fid: "page-of-owner" },
  "PATCH /api/contents/events/{id}/organizers/{fid}/": {},
  "POST /api/contents/events/{id}/copies/": {},
  "POST /api/contents/events/{id}/hide/": {},
  "POST /api/actors/{fid}/hide/": {},
  // Viewers who do not follow are told so; all others are refused before.
  "PATCH /api/actors/{fid}/follow/": { notify: "now" },
  "POST /api/me/push/": {
    endpoint: "https://push.exemple.be/1",
    keys: { p256dh: `B${"a".repeat(86)}`, auth: "a".repeat(22) },
  },
  "PUT /api/contents/events/{id}/attendance/": { value: "confirmed" },
  "POST /api/contents/events/{id}/attendance/": { value: "confirmed", name: "Odile Ferrant" },
  "POST /api/actors/{fid}/transfer/": { relation: 1, stay: "member", confirm: "x" },
  "POST /api/actors/{fid}/fediverse/aliases/": { account: "nobody" },
  "DELETE /api/actors/{fid}/fediverse/aliases/": { uri: "https://elsewhere.example/1" },
  "PUT /api/actors/{fid}/fediverse/move/": { account: "nobody", confirm: "x" },
  "POST /api/actors/{fid}/contact/": { channel: "inbox", name: "x", captcha: "x", subject: "x", message: "x" },
  "PATCH /api/moderation/claims/{id}/": { status: "accepted" },
  "POST /api/reports/": { page: "hangar", reason: "hurtful" },
  // Empty, so that the viewer's own roles stay.
  "PATCH /api/admin/accounts/{id}/": {},
  "PUT /api/admin/hosts/{host}/": { decision: "block" },
  "PATCH /api/moderation/reports/{id}/": { status: "closed" },
  "PATCH /api/contents/events/{id}/comments/{comment}/": { is_shown: true },
  "POST /api/actors/{fid}/openings/": {
    kind: "offer",
    starts_on: tomorrow(),
    ends_on: tomorrow(),
    place: { name: "Ici", lat: 50, lon: 4 },
  },
  "POST /api/actors/{fid}/webhooks/": { url: "https://hooks.exemple.be/" },
  "POST /api/actors/{fid}/relations/": { email: "guest@exemple.be", relation: "member" },
}

/** Query parameters that a call requires, so that the answer depends on rights. */
export const queries: Record<string, string> = {
  "GET /api/actors/{fid}/tour/": `?way=50,4;51,4&from=${tomorrow()}&to=${tomorrow()}`,
}

/** Bodies that change nothing, besides the empty one: they repeat the present values. */
export const idle: Record<string, unknown[]> = {
  "PATCH /api/actors/{fid}/": [{ type: "place", language: "fr", status: "published" }],
  "PATCH /api/actors/{fid}/relations/{id}/": [
    { status: "accepted" },
    { relation: "owner" },
    { is_visible: false },
    { status: "accepted", relation: "owner", is_visible: false },
  ],
  "PATCH /api/actors/{fid}/openings/{id}/": [{ kind: "demand" }, { radius: 50, is_public: false }],
  "PATCH /api/actors/{fid}/webhooks/{id}/": [{ is_active: true }, { description: null }],
  "PATCH /api/actors/{fid}/messages/{id}/": [{ is_read: true }, { is_archived: false }],
  "PATCH /api/contents/events/{id}/": [{ category: "music", workflow: "published" }, { lineup: [] }],
  "PATCH /api/contents/events/{id}/occurrences/{occurrence}/": [{ status: "scheduled" }],
  "PATCH /api/contents/events/{id}/lineup/{entry}/": [{ position: 0 }],
  "PATCH /api/contents/events/{id}/organizers/{fid}/": [{ position: 0 }],
  "PATCH /api/documents/{id}/": [{ title: "Plan" }],
  "PATCH /api/moderation/claims/{id}/": [{ status: "refused" }],
}
