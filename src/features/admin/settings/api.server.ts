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
  summary: "List the settings of the instance, without secrets; they are changed in its environment",
  responses: { ...ok(z.array(settingRepresentation), "The settings, by group."), ...forbidden },
})

/** Call that lists the configuration of the instance. */
export function settingsApi() {
  return apiApp().openapi(settings, (c) => {
    demand(c.get("viewer"), "administer", {})
    return c.json(listSettings(c.get("world").config), 200)
  })
}
