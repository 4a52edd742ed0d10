import { body, forbidden, invalid, notFound, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { allowedVersions, stale, versioned } from "#http/caching/versions.ts"
import type { Config } from "#config/config.ts"
import { actorPath } from "#features/actors/inputs.ts"
import { changeSettings } from "./commands.server.ts"
import { settingsChange, settingsRepresentation } from "./inputs.ts"
import { type ManagedSettings, settingsFor } from "./queries.server.ts"

const tags = ["Fediverse"]

const read = call({
  method: "get",
  path: "/api/actors/{fid}/fediverse/",
  rights: { action: "edit", of: "page" },
  scope: "read",
  cache: "personal",
  tags,
  summary: "Get the Fediverse settings of a page, for those who may edit it",
  request: { params: actorPath },
  responses: {
    ...ok(settingsRepresentation, "The settings; an update sends their `ETag` back."),
    ...forbidden,
    ...notFound,
  },
})

const change = call({
  method: "patch",
  path: "/api/actors/{fid}/fediverse/",
  rights: { action: "edit", of: "page" },
  scope: "write",
  tags,
  summary: "Update the Fediverse settings of a page; omitted fields are unchanged",
  description:
    "`audience`: `everyone`; `followers` only (nothing is announced, the outbox is empty); or `nobody` (the handle, actor, inbox and " +
    "events answer 404 to other servers, and remote followers are notified that the events are gone). Followers are kept in any case.",
  request: { params: actorPath, ...body(settingsChange) },
  responses: {
    ...ok(settingsRepresentation, "The changed settings."),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...stale,
  },
})

/** Returns the API calls of a page's Fediverse settings. */
export function fediverseSettingsApi() {
  return apiApp()
    .openapi(read, async (c) => {
      const { db, config } = c.get("world")
      const { page, settings } = await settingsFor(db, c.get("viewer"), c.req.valid("param").fid)
      return versioned(c, shown(page, settings, config))
    })
    .openapi(change, async (c) => {
      const { db, config } = c.get("world")
      const { fid } = c.req.valid("param")
      const made = await changeSettings(db, c.get("viewer"), fid, c.req.valid("json"), allowedVersions(c))
      return versioned(c, shown(made, made.settings, config))
    })
}

function shown(page: { fid: string; status: string }, settings: ManagedSettings, { publicUrl, federation }: Config) {
  const isThere = federation.isOn && page.status === "published" && settings.audience !== "nobody"
  return { ...settings, handle: isThere ? `@${page.fid}@${new URL(publicUrl).host}` : "" }
}
