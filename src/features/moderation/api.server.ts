import { z } from "@hono/zod-openapi"
import { demand } from "#features/actors/access/queries.server.ts"
import { actorPath } from "#features/actors/inputs.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount } from "#http/call.ts"
import { body, conflict, created, forbidden, invalid, listed, notFound, ok } from "#http/answers.ts"
import { limits } from "#http/limits/limits.ts"
import { idOr, refuse } from "#lib/refusal.ts"
import { claimPage, decideClaim } from "./claims/commands.server.ts"
import { claimAnswer, claimPath, claimsQuery, newClaim } from "./claims/inputs.ts"
import { findClaim, listClaims, listViewerClaims } from "./claims/queries.server.ts"
import { claimRepresentation, viewerClaim } from "./claims/representation.server.ts"

const tags = ["Moderation"]

const claim = call({
  method: "post",
  path: "/api/actors/{fid}/claims/",
  rights: { ownRule: "src/features/moderation/claims/claims.test.ts" },
  scope: "write",
  cache: "personal",
  limit: perAccount(limits.claim),
  tags,
  summary: "Claim a page without an owner; a moderator decides",
  request: { params: actorPath, ...body(newClaim) },
  responses: {
    ...created(
      z.object({ id: z.number().int(), status: z.literal("open") }),
      "The open claim, which waits for a moderator.",
    ),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const own = call({
  method: "get",
  path: "/api/actors/{fid}/claims/",
  rights: "user",
  scope: "read",
  cache: "personal",
  tags,
  summary: "List the caller's claims of a page",
  request: { params: actorPath },
  responses: {
    ...ok(z.array(viewerClaim), "The claims, newest first."),
    ...forbidden,
    ...notFound,
  },
})

const list = call({
  method: "get",
  path: "/api/moderation/claims/",
  rights: { action: "moderate" },
  scope: "session",
  cache: "personal",
  tags,
  summary: "List the claims of pages, for moderators",
  request: { query: claimsQuery },
  responses: {
    ...ok(z.array(claimRepresentation), "The claims: open ones oldest first, decided ones newest first."),
    ...invalid,
    ...forbidden,
  },
})

const decide = call({
  method: "patch",
  path: "/api/moderation/claims/{id}/",
  rights: { action: "moderate" },
  scope: "session",
  tags,
  summary: "Accept a claim, which makes its author an owner, or refuse it with a reason",
  request: { params: claimPath, ...body(claimAnswer) },
  responses: { ...ok(claimRepresentation, "The decided claim."), ...invalid, ...forbidden, ...notFound, ...conflict },
})

/** Calls with which people claim pages, and moderators decide about the claims. */
export function moderationApi() {
  return apiApp()
    .openapi(claim, async (c) => {
      const viewer = c.get("viewer")
      const id = await claimPage(c.get("world").db, viewer, c.req.valid("param").fid, c.req.valid("json"))
      return c.json({ id, status: "open" as const }, 201)
    })
    .openapi(own, async (c) => {
      const { db, config } = c.get("world")
      return c.json(await listViewerClaims(db, c.get("viewer"), c.req.valid("param").fid, config), 200)
    })
    .openapi(list, async (c) => {
      demand(c.get("viewer"), "moderate", {})
      const { db, config } = c.get("world")
      const query = c.req.valid("query")
      const { claims, total } = await listClaims(db, query, config)
      return listed(c, claims, query, total)
    })
    .openapi(decide, async (c) => {
      const { db, config } = c.get("world")
      const { id: given } = c.req.valid("param")
      demand(c.get("viewer"), "moderate", {})
      const id = idOr("claim_not_found", given)
      await decideClaim(db, c.get("viewer"), id, c.req.valid("json"))
      return c.json((await findClaim(db, id, config)) ?? refuse("claim_not_found"), 200)
    })
}
