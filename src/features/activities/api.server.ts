import { z } from "@hono/zod-openapi"
import { forbidden, invalid, listed, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, type Rights } from "#http/call.ts"
import { paging, searchText, text } from "#http/parameters.ts"
import { refuse } from "#lib/refusal.ts"
import { activityRepresentation } from "./representation.server.ts"

const query = z.object({
  q: searchText,
  models: text(500).optional().openapi({ description: "Comma list, such as actors.Actor,contents.Event" }),
  types: text(500).optional().openapi({ description: "Comma list, such as Create" }),
  ...paging(100, 10),
})

const list = <Path extends string>(path: Path, summary: string, rights: Rights) =>
  call({
    method: "get",
    path,
    rights,
    scope: "read",
    cache: rights === "anyone" ? "shared" : "personal",
    tags: ["Activities"],
    summary,
    request: { query },
    responses: { ...ok(z.array(activityRepresentation), "Newest first."), ...invalid, ...forbidden },
  })

/** The feed. Nothing is recorded yet, so it is empty; its contract holds. */
export function activitiesApi() {
  return apiApp()
    .openapi(list("/api/activities/", "What has been published, newest first", "anyone"), (c) =>
      listed(c, [], c.req.valid("query"), 0),
    )
    .openapi(list("/api/activities/followed/", "The feed of what the caller follows", "nobody yet"), () =>
      refuse("followed_needs_login"),
    )
    .openapi(list("/api/activities/managed/", "The feed of what the caller manages", "nobody yet"), () =>
      refuse("managed_needs_login"),
    )
}
