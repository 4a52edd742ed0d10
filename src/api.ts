import { OpenAPIHono } from "@hono/zod-openapi"
import { bodyLimit } from "hono/body-limit"
import { meApi } from "#features/accounts/api.server.ts"
import { ownApi } from "#features/accounts/own/api.server.ts"
import { signInApi } from "#features/accounts/sign-in/api.server.ts"
import { actorsApi } from "#features/actors/api.server.ts"
import { giveConsequences } from "#features/changes/consequences.server.ts"
import { activitiesApi } from "#features/activities/api.server.ts"
import { agendasApi } from "#features/agendas/api.server.ts"
import { changesContent } from "#features/changes/content.server.ts"
import { contactApi } from "#features/contact/api.server.ts"
import { documentsApi } from "#features/documents/api.server.ts"
import { draftsApi } from "#features/drafts/api.server.ts"
import { eventsApi } from "#features/events/api.server.ts"
import { confirmationsApi } from "#features/events/confirmations/api.server.ts"
import { fediverseApi } from "#features/fediverse/api.server.ts"
import { followsApi } from "#features/follows/api.server.ts"
import { hidingApi } from "#features/moderation/hiding/api.server.ts"
import { moderationApi } from "#features/moderation/api.server.ts"
import { notificationsApi } from "#features/notices/api.server.ts"
import { noticesApi } from "#features/notices/event-api.server.ts"
import { placesApi } from "#features/places/api.server.ts"
import { sharingApi } from "#features/sharing/api.server.ts"
import { siteApi } from "#features/site/api.server.ts"
import { askedLanguage } from "#http/asked-language.ts"
import { withoutBlanks } from "#http/blank-parameters.ts"
import { clientAddress } from "#http/limits/client-address.ts"
import { openToReaders } from "#http/security/cors.ts"
import type { Environment } from "#http/environment.ts"
import { gate } from "#http/security/gate.ts"
import { jsonBody } from "#http/json-body.ts"
import { completed } from "#http/openapi/openapi-document.ts"
import { problem } from "#http/problem.ts"
import type { World } from "#http/world.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import { consequences } from "./changes.ts"
import { apiReference } from "#http/openapi/reference.ts"

/** Bodies: JSON up to 100 KB (product §2). */
const largestBody = 100 * 1024

/** What app.ts knows of a request already; a call from outside says none of it. */
export type Known = { language?: Language; viewer?: Viewer; address?: string; requestId?: string }

/** Everything under /api/ and the other machine-read addresses: features, the OpenAPI document, JSON 404s. */
export function createApi(world: World) {
  giveConsequences(consequences)
  const api = new OpenAPIHono<Environment>()

  api.use(async (c, next) => {
    const known = (c.env ?? {}) as Known
    const language = known.language ?? askedLanguage(c.req.raw.headers)
    c.set("world", world)
    c.set("viewer", known.viewer ?? null)
    c.set("address", clientAddress(known.address, c.req.header("x-forwarded-for"), world.config.trustProxy))
    c.set("language", language)
    c.set("messages", messagesIn(language))
    c.set("requestId", known.requestId ?? "")
    if (c.req.method === "GET" || c.req.method === "HEAD") return next()
    // Who made a change sees it with the next answer, and so does everybody else.
    if (await changesContent(next)) world.content.changed()
    return undefined
  })
  api.use(openToReaders, withoutBlanks)
  const limited = bodyLimit({
    maxSize: largestBody,
    onError: (c) => c.json({ detail: messagesIn(c.get("language"))("errors.too_large") }, 413),
  })
  // A file has a limit of its own, once it is known who brings it.
  api.use("/api/*", (c, next) =>
    c.req.method === "POST" && c.req.path === "/api/documents/" ? next() : limited(c, next),
  )

  api.use("/api/*", jsonBody, gate)

  for (const part of [
    eventsApi(),
    actorsApi(),
    followsApi(),
    agendasApi(),
    activitiesApi(),
    documentsApi(),
    fediverseApi(),
    hidingApi(),
    moderationApi(),
    placesApi(),
    contactApi(),
    sharingApi(),
    siteApi(),
    confirmationsApi(),
    notificationsApi(),
    noticesApi(),
    signInApi(),
    meApi(),
    ownApi(),
    draftsApi(),
  ]) {
    api.route("/", part)
  }

  const description = {
    openapi: "3.1.0",
    info: {
      title: `${world.config.siteName} API`,
      version: world.release,
      license: { name: "AGPL-3.0-or-later", identifier: "AGPL-3.0-or-later" },
      ...(world.config.contact ? { contact: { email: world.config.contact } } : {}),
      description:
        "Events, actors and what belongs to them. Lists answer bare arrays; X-Total-Count and Link carry the rest.",
    },
    servers: [{ url: world.config.publicUrl }],
  }
  let document: ReturnType<typeof api.getOpenAPI31Document> | undefined
  const described = () => (document ??= completed(api.getOpenAPI31Document(description)))
  api.get("/api/openapi.json", (c) => c.json(described()))
  api.get("/api/docs/", (c) => apiReference(c, described()))

  // A path without its slash is the same call: GET and HEAD are sent there, anything else is not found.
  api.notFound((c) => {
    const { pathname, search } = new URL(c.req.url)
    const isRead = c.req.method === "GET" || c.req.method === "HEAD"
    if (isRead && pathname.startsWith("/api/") && !pathname.endsWith("/") && pathname.length + search.length < 4500) {
      return c.redirect(`${pathname.replaceAll(/\/{2,}/g, "/")}/${search}`, 308)
    }
    return c.json({ detail: c.get("messages")("errors.not_found") }, 404)
  })
  api.onError(problem)

  return api
}
