import { OpenAPIHono, z } from "@hono/zod-openapi"
import { bodyLimit } from "hono/body-limit"
import { meApi } from "#features/accounts/api.server.ts"
import { profileApi } from "#features/accounts/profile/api.server.ts"
import { programsApi } from "#features/accounts/programs/api.server.ts"
import { signInApi } from "#features/accounts/sign-in/api.server.ts"
import { actorsApi } from "#features/actors/api.server.ts"
import { setConsequences } from "#features/changes/consequences.server.ts"
import { adminAccountsApi } from "#features/admin/accounts/api.server.ts"
import { adminHostsApi } from "#features/admin/hosts/api.server.ts"
import { adminLogApi } from "#features/admin/log/api.server.ts"
import { overviewApi } from "#features/admin/overview/api.server.ts"
import { settingsApi } from "#features/admin/settings/api.server.ts"
import { activitiesApi } from "#features/activities/api.server.ts"
import { agendasApi } from "#features/agendas/api.server.ts"
import { detectContentChange } from "#features/changes/content.server.ts"
import { contactApi } from "#features/contact/api.server.ts"
import { documentsApi } from "#features/documents/api.server.ts"
import { quotaApi } from "#features/documents/quota/api.server.ts"
import { uploadsApi } from "#features/documents/uploads/api.server.ts"
import { soundsApi } from "#features/documents/sound/api.server.ts"
import { draftsApi } from "#features/drafts/api.server.ts"
import { eventsApi } from "#features/events/api.server.ts"
import { personalCalendarApi } from "#features/events/calendar/api.server.ts"
import { confirmationsApi } from "#features/events/confirmations/api.server.ts"
import { fediverseApi } from "#features/fediverse/api.server.ts"
import { movesApi } from "#features/fediverse/moves/api.server.ts"
import { remoteFollowsApi } from "#features/fediverse/following/api.server.ts"
import { attendingApi } from "#features/fediverse/attending/api.server.ts"
import { reactingApi } from "#features/fediverse/reacting/api.server.ts"
import { intentsApi } from "#features/fediverse/intents/api.server.ts"
import { fediverseSettingsApi } from "#features/fediverse/settings/api.server.ts"
import { followsApi } from "#features/follows/api.server.ts"
import { importsApi } from "#features/imports/api.server.ts"
import { hidingApi } from "#features/moderation/hiding/api.server.ts"
import { reportingApi } from "#features/moderation/reporting/api.server.ts"
import { reportsApi } from "#features/moderation/reports/api.server.ts"
import { mapApi } from "#features/map/api.server.ts"
import { moderationApi } from "#features/moderation/api.server.ts"
import { notificationsApi } from "#features/notices/api.server.ts"
import { newslettersApi } from "#features/newsletters/api.server.ts"
import { noticesApi } from "#features/notices/event-api.server.ts"
import { pushApi } from "#features/notices/push/api.server.ts"
import { placesApi } from "#features/places/api.server.ts"
import { sharingApi } from "#features/sharing/api.server.ts"
import { siteApi } from "#features/site/api.server.ts"
import { webhooksApi } from "#features/webhooks/api.server.ts"
import { ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { requestedLanguage } from "#http/requested-language.ts"
import { withoutBlanks } from "#http/input/blank-parameters.ts"
import { call, acceptsFile } from "#http/call.ts"
import { callFinder } from "#http/call-finder.ts"
import { clientAddress } from "#http/limits/client-address.ts"
import { allowCrossOriginReads } from "#http/security/cors.ts"
import type { Environment, CallContext } from "#http/environment.ts"
import { gate } from "#http/security/gate.ts"
import { jsonBody } from "#http/input/json-body.ts"
import { completeDocument } from "#http/openapi/openapi-document.ts"
import { problem } from "#http/errors/problem.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { consequences } from "./changes.ts"
import { apiReference } from "#http/openapi/reference.ts"

type Document = { openapi: string; [part: string]: unknown }

/** Largest JSON body of a call that names no other: 100 KB (product §2). */
const largestBody = 100 * 1024

declare module "#web/api.ts" {
  /** The calls that pages may make: those described beside the handlers. */
  interface Register {
    calls: ReturnType<typeof features>["described"][number]
  }
}

function features() {
  return apiApp()
    .route("/", eventsApi())
    .route("/", actorsApi())
    .route("/", followsApi())
    .route("/", agendasApi())
    .route("/", activitiesApi())
    .route("/", documentsApi())
    .route("/", uploadsApi())
    .route("/", quotaApi())
    .route("/", soundsApi())
    .route("/", fediverseApi())
    .route("/", movesApi())
    .route("/", remoteFollowsApi())
    .route("/", attendingApi())
    .route("/", reactingApi())
    .route("/", fediverseSettingsApi())
    .route("/", intentsApi())
    .route("/", webhooksApi())
    .route("/", hidingApi())
    .route("/", moderationApi())
    .route("/", reportingApi())
    .route("/", reportsApi())
    .route("/", overviewApi())
    .route("/", adminAccountsApi())
    .route("/", adminLogApi())
    .route("/", adminHostsApi())
    .route("/", settingsApi())
    .route("/", placesApi())
    .route("/", mapApi())
    .route("/", contactApi())
    .route("/", sharingApi())
    .route("/", siteApi())
    .route("/", confirmationsApi())
    .route("/", personalCalendarApi())
    .route("/", notificationsApi())
    .route("/", noticesApi())
    .route("/", newslettersApi())
    .route("/", pushApi())
    .route("/", signInApi())
    .route("/", meApi())
    .route("/", profileApi())
    .route("/", programsApi())
    .route("/", draftsApi())
    .route("/", importsApi())
}

const documentCall = call({
  method: "get",
  path: "/api/openapi.json",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  operationId: "getApiDescription",
  tags: ["Server"],
  summary: "Get this description of the API (OpenAPI 3.1)",
  responses: ok(z.looseObject({ openapi: z.string() }), "The document."),
})
const referenceCall = call({
  method: "get",
  path: "/api/docs/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  operationId: "getApiReference",
  tags: ["Server"],
  summary: "Get the API reference for people",
  responses: {
    200: { description: "The reference as an HTML page.", content: { "text/html": { schema: z.string() } } },
  },
})

/** Creates everything under /api/ and the other machine-readable addresses: features, the OpenAPI document, JSON 404s. */
export function createApi(world: World) {
  setConsequences(consequences)
  const api = new OpenAPIHono<Environment>()

  api.use(async (c, next) => {
    const known = (c.env ?? {}) as CallContext
    const language = known.language ?? requestedLanguage(c.req.raw.headers)
    c.set("world", world)
    c.set("viewer", known.viewer ?? null)
    c.set("address", clientAddress(known.address, c.req.header("x-forwarded-for"), world.config.trustProxy))
    c.set("language", language)
    c.set("messages", messagesIn(language))
    c.set("requestId", known.requestId ?? "")
    c.set("call", callAt(c.req.method, c.req.path))
    if (c.req.method === "GET" || c.req.method === "HEAD") return next()
    // The author of a change sees it in the next answer, and so does everybody else.
    if (await detectContentChange(next)) world.content.changed()
    return undefined
  })
  api.use(allowCrossOriginReads, withoutBlanks)
  const limitedTo = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: (c) => c.json({ detail: messagesIn(c.get("language"))("errors.too_large") }, 413),
    })
  api.use("/api/*", (c, next) => {
    const called = c.get("call")
    // A file has a limit of its own, which depends on the caller.
    return acceptsFile(called) ? next() : limitedTo(called?.largestBody ?? largestBody)(c, next)
  })

  api.use("/api/*", jsonBody, gate)

  const description = {
    openapi: "3.1.0",
    info: {
      title: `${world.config.siteName} API`,
      version: world.release,
      license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
      ...(world.config.contact ? { contact: { email: world.config.contact } } : {}),
      description:
        "Events, actors and what belongs to them. Lists are bare arrays: X-Total-Count is their total number, Link leads to the next and previous page.",
    },
    servers: [{ url: world.config.publicUrl }],
  }
  let document: Document | undefined
  const described = (): Document =>
    (document ??= completeDocument({ ...api.getOpenAPI31Document(description) }, all.described))
  const all = features()
    .openapi(documentCall, (c) => c.json(described(), 200))
    .openapi(referenceCall, (c) => apiReference(c, described()))
  all.addTo(api)
  const callAt = callFinder(api, all.described)

  /** Returns the methods that the described calls at a path have, whether or not its object exists. */
  const methodsAt = (path: string) =>
    ["GET", "POST", "PUT", "PATCH", "DELETE"]
      .filter((method) => callAt(method, path))
      .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))

  // A path without its trailing slash means the same call: GET and HEAD are redirected, anything else is not found.
  api.notFound((c) => {
    const { pathname, search } = new URL(c.req.url)
    const isRead = c.req.method === "GET" || c.req.method === "HEAD"
    if (isRead && pathname.startsWith("/api/") && !pathname.endsWith("/") && pathname.length + search.length < 4500) {
      return c.redirect(`${pathname.replaceAll(/\/{2,}/g, "/")}/${search}`, 308)
    }
    const allowed = c.get("call") ? [] : methodsAt(c.req.path)
    if (allowed.length > 0) {
      return c.json({ detail: c.get("messages")("errors.method_not_allowed") }, 405, { Allow: allowed.join(", ") })
    }
    return c.json({ detail: c.get("messages")("errors.not_found") }, 404)
  })
  api.onError(problem)

  return Object.assign(api, {
    described: all.described,
    callAt: (request: Request) => callAt(request.method, api.getPath(request)),
  })
}
