import { oauthPaths } from "#features/accounts/programs/program.ts"
import { refusalOf } from "#features/accounts/rights.ts"
import { type Scope, scopes } from "#features/accounts/viewer.ts"
import { csrfCookie } from "../security/csrf.ts"
import { stale } from "../caching/versions.ts"
import type { Call } from "../call.ts"
import { operationName } from "./operation-names.ts"
import { sessionCookie } from "../security/session.ts"
import { tagsOf } from "./tags.ts"

type Schema = { type?: unknown; [key: string]: unknown }
type Answer = { description: string; headers?: object; content?: Record<string, { schema?: Schema }> }
type Parameter = { name: string; in: string; schema?: Schema; [key: string]: unknown }
type Requirement = Record<string, readonly string[]>
type Operation = {
  operationId?: string
  security?: Requirement[]
  parameters?: Parameter[]
  responses: Record<string, Answer>
}
type Document = {
  servers?: { url: string }[]
  paths?: Record<string, Record<string, Operation>>
  webhooks?: Record<string, object>
  components?: { schemas?: Record<string, Schema>; securitySchemes?: object }
}

/**
 * Completes the document with what follows from the description of each call, so that no handler has to repeat it: its name, who
 * may call it and with what (as the gate decides), its common refusals, and headers.
 */
export function completeDocument<Given extends object>(given: Given, described: readonly Call[]): Given {
  const document = given as Document
  for (const call of described) {
    const operation = document.paths?.[call.path]?.[call.method]
    if (operation) complete(call, operation)
  }
  const oauth2 = oauthAt(document.servers?.[0]?.url ?? "")
  document.components = { ...document.components, securitySchemes: { ...securitySchemes, oauth2 } }
  return Object.assign(given, { tags: tagsOf(document.paths ?? {}) })
}

function complete(call: Call, operation: Operation) {
  const { method, path } = call
  const answer = operation.responses["200"]
  const isList = answer?.content?.["application/json"]?.schema?.type === "array"
  operation.operationId ??= operationName(method, path, isList)
  operation.security = securityOf(call)
  operation.responses = Object.fromEntries(
    Object.entries({ ...refusalsOf(call), ...operation.responses }).sort(([a], [b]) => (a < b ? -1 : 1)),
  )
  const { responses, parameters = [] } = operation
  if (call.responses[412] === stale[412]) operation.parameters = [...parameters, ifMatch]
  const isPaged = isList && parameters.some(({ name }) => name === "start")
  if (answer && isPaged) responses["200"] = { ...answer, headers: pageHeaders }
}

const securitySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: sessionCookie,
    description:
      "The session cookie set by `POST /api/auth/login/` (HttpOnly, SameSite=Lax). It grants all rights of its user.",
  },
  csrf: {
    type: "apiKey",
    in: "header",
    name: "X-CSRFToken",
    description: `The value of the cookie \`${csrfCookie}\`, which \`GET /api/auth/csrf/\` sets. Required for every write without an access token, signed in or not.`,
  },
  token: {
    type: "http",
    scheme: "bearer",
    description: `A personal access token, created in the account and sent as \`Authorization: Bearer foyer_…\`. Each call names the scope it requires: ${scopes.map((scope) => `\`${scope}\``).join(", ")}. With a token, cookies are ignored and no \`X-CSRFToken\` is needed.`,
  },
}

/** Describes how third-party programs are authorised (accounts/programs); their token is sent like a personal one. */
function oauthAt(site: string) {
  return {
    type: "oauth2",
    description:
      "OAuth 2.1 for programs that act for a user: authorization code flow with PKCE (`S256`). Programs are registered in the account; the server metadata are at `/.well-known/oauth-authorization-server`. The access token is sent like a personal one.",
    flows: {
      authorizationCode: {
        authorizationUrl: site + oauthPaths.authorize,
        tokenUrl: site + oauthPaths.token,
        refreshUrl: site + oauthPaths.token,
        scopes: scopeWords,
      },
    },
  }
}

const scopeWords = {
  read: "Read what the user may see.",
  follow: "Follow pages, answer events and fill agendas.",
  write: "Publish and change what the user may.",
} satisfies Record<Scope, string>

/** Lists the alternative ways to authenticate a call, as the gate accepts them. */
function securityOf(call: Call): Requirement[] {
  const { method, path, scope } = call
  if (!path.startsWith("/api/") || call.fromMail) return []
  const forms: Requirement = method === "get" ? {} : { csrf: [] }
  return [
    ...(isOpen(call) ? [forms] : []),
    { session: [], ...forms },
    ...(scope === "session" ? [] : [{ token: [scope] }, { oauth2: [scope] }]),
  ]
}

/** Returns whether a call can be made without a session. */
function isOpen({ rights, method }: Call): boolean {
  if (rights === "anyone") return true
  if (typeof rights === "string" || "user" in rights) return false
  return "action" in rights ? refusalOf(null, rights.action) === undefined : !rights.isForUser && method === "get"
}

const problem = (description: string): Answer => ({
  description,
  content: { "application/json": { schema: { $ref: "#/components/schemas/Problem" } } },
})

/** Lists the refusals that any call of this kind may give, in addition to its own. */
function refusalsOf({ path, limit, request }: Call): Record<string, Answer> {
  if (!path.startsWith("/api/")) return {}
  return {
    "403": problem(
      "Authentication, a permission or the CSRF token is missing; or the access token is invalid or lacks the scope.",
    ),
    ...(limit
      ? { "429": { ...problem("Too many requests; `Retry-After` gives the seconds to wait."), headers: retryHeaders } }
      : {}),
    ...(request?.body
      ? {
          "413": problem("The request body is too large."),
          "415": problem("The content type of the request is not one of those listed."),
        }
      : {}),
  }
}

const ifMatch: Parameter = {
  name: "If-Match",
  in: "header",
  required: false,
  description: "The `ETag` it was read with. If it has changed since, the request is refused with 412.",
  schema: { type: "string", example: '"v3"' },
}

const pageHeaders = {
  "X-Total-Count": { description: "Total number of items.", schema: { type: "integer" } },
  Link: { description: "Links to the next and previous page (RFC 8288).", schema: { type: "string" } },
}

const retryHeaders = {
  "Retry-After": { description: "Seconds to wait before trying again.", schema: { type: "integer" } },
}
