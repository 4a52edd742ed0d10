import { z } from "@hono/zod-openapi"
import { demand } from "#features/actors/access/queries.server.ts"
import { forbidden, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { listSettings } from "./queries.server.ts"
import { settingRepresentation } from "./representation.server.ts"

const settings = call({
  method: "get",
  path: "/api/admin/settings/",
  rights: { action: "administer" },
  scope: "session",
  cache: "personal",
  operationId: "listSettings",
  tags: ["Administration"],
  summary: "How the instance is configured, without secrets; it is changed where it runs",
  responses: { ...ok(z.array(settingRepresentation), "By what they are about."), ...forbidden },
})

/** Call that lists the configuration of the instance. */
export function settingsApi() {
  return apiApp().openapi(settings, (c) => {
    demand(c.get("viewer"), "administer", {})
    return c.json(listSettings(c.get("world").config), 200)
  })
}
