import { z } from "@hono/zod-openapi"
import { reportAllErrors } from "#http/errors/all-errors.ts"
import { body, conflict, created, forbidden, invalid, listedSlice, notFound, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perAccount } from "#http/call.ts"
import { limits } from "#http/limits/limits.ts"
import { shortListPaging } from "#http/input/parameters.ts"
import { languages } from "#i18n/languages.ts"
import { idInPath } from "../inputs.ts"
import { listCalls, removalCall } from "../profile/personal-list.ts"
import { signedIn } from "../signed-in.server.ts"
import { scopes } from "../viewer.ts"
import { changeProgram, judgeName, registerProgram, removeProgram, renewSecret } from "./commands.server.ts"
import { allowProgram, revokeProgram } from "./consent/commands.server.ts"
import { findConsent, listAuthorizations } from "./consent/queries.server.ts"
import { consentRequest, newProgram, programChange } from "./inputs.ts"
import { oauthPaths, programKinds } from "./program.ts"
import { listPrograms } from "./queries.server.ts"

const time = z.string().openapi({ format: "date-time" })

const program = z
  .object({
    id: z.number().int(),
    client_id: z.string(),
    name: z.string(),
    website: z.string(),
    redirects: z.array(z.string()).openapi({
      description:
        "Redirect addresses, compared character by character; only the port of a loopback address may differ.",
    }),
    kind: z.enum(programKinds),
    created: time,
  })
  .openapi("Program")
const programShownOnce = program
  .extend({
    client_secret: z.string().nullable().openapi({
      example: "foyer_ps_…",
      description: "Client secret, returned only this once; null for a public program.",
    }),
  })
  .openapi("NewProgram")

const programs = listCalls({
  path: "/api/me/programs/",
  ofOne: "/api/me/programs/{id}/",
  name: "programs",
  scope: "session",
  one: "a program that acts for people who allow it (OAuth 2.1)",
  item: program,
  added: programShownOnce,
  input: newProgram,
})
const changeOne = call({
  method: "patch",
  path: "/api/me/programs/{id}/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags: ["Me"],
  summary: "Update a program; omitted fields are unchanged",
  request: { params: idInPath, ...body(programChange) },
  responses: { ...ok(program, "The changed program."), ...invalid, ...forbidden, ...notFound },
})
const newSecret = call({
  method: "post",
  path: "/api/me/programs/{id}/secret/",
  rights: "user",
  scope: "session",
  cache: "personal",
  operationId: "renewProgramSecret",
  tags: ["Me"],
  summary: "Replace the secret of a confidential program; it is returned only this once",
  request: { params: idInPath },
  responses: {
    ...created(programShownOnce, "The program with its new secret; the old one no longer works."),
    ...forbidden,
    ...notFound,
  },
})

const authorization = z
  .object({
    id: z.number().int().openapi({ description: "Id of the program." }),
    name: z.string(),
    website: z.string(),
    scopes: z.array(z.enum(scopes)),
    created: time,
    last_used: time.nullable(),
    expires: time,
  })
  .openapi("Authorization")
const authorizations = call({
  method: "get",
  path: "/api/me/authorizations/",
  rights: "user",
  scope: "session",
  cache: "personal",
  tags: ["Me"],
  summary: "List the programs that the caller allows to act for them",
  request: { query: shortListPaging },
  responses: {
    ...ok(z.array(authorization), "The programs, the most recently allowed first."),
    ...invalid,
    ...forbidden,
  },
})
const revoke = removalCall("/api/me/authorizations/{id}/", "the authorization of a program, whose tokens end at once")

const consent = z
  .object({
    program: z.object({ name: z.string(), website: z.string() }),
    redirect: z.object({
      kind: z.enum(["web", "loopback", "app"]),
      host: z.string().openapi({ description: "Host of a website, or scheme of an app." }),
    }),
    scopes: z.array(z.enum(scopes)),
    until: time.openapi({ description: "Latest time at which the authorization would end." }),
    fault: z.object({ error: z.string(), detail: z.string(), to: z.string() }).nullable().openapi({
      description: "Why the request cannot be allowed, and the address that reports it to the program; null if it can.",
    }),
    refused: z.string().openapi({ description: "Address that reports a refusal to the program." }),
  })
  .openapi("Consent")
const askConsent = call({
  method: "get",
  path: "/api/auth/consent/",
  rights: "anyone",
  scope: "session",
  cache: "personal",
  operationId: "getConsent",
  tags: ["Signing in"],
  summary: "Get the authorization request of a program at /oauth/authorize, for the person who decides on it",
  request: { query: consentRequest },
  responses: { ...ok(consent, "The program, and the scopes it requests."), ...invalid, ...notFound },
})
const giveConsent = call({
  method: "post",
  path: "/api/auth/consent/",
  rights: "user",
  scope: "session",
  cache: "personal",
  limit: perAccount(limits.consent),
  operationId: "giveConsent",
  tags: ["Signing in"],
  summary: "Allow a program to act for the caller, as it requests",
  request: body(consentRequest),
  responses: {
    ...created(
      z.object({ to: z.string() }).openapi("Consented"),
      "The address to which the browser continues, with an authorization code.",
    ),
    ...invalid,
    ...forbidden,
    ...notFound,
    ...conflict,
  },
})

const metadata = call({
  method: "get",
  path: "/.well-known/oauth-authorization-server",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  operationId: "getOauthMetadata",
  tags: ["Server"],
  summary: "Get the OAuth 2.1 authorization server metadata (RFC 8414)",
  responses: ok(z.looseObject({ issuer: z.string() }), "The metadata."),
})

/** Builds the calls by which programs are registered by their authors, and authorized and revoked by other people. */
export function programsApi() {
  return apiApp()
    .openapi(programs.list, async (c) =>
      listedSlice(c, await listPrograms(c.get("world").db, signedIn(c)), c.req.valid("query")),
    )
    .openapi(
      programs.add,
      async (c) => {
        const { db, config } = c.get("world")
        return c.json(await registerProgram(db, signedIn(c), c.req.valid("json"), config), 201)
      },
      reportAllErrors(newProgram, async (c, { given }) => judgeName(given, c.get("world").config)),
    )
    .openapi(
      changeOne,
      async (c) => {
        const { db, config } = c.get("world")
        const { id } = c.req.valid("param")
        return c.json(await changeProgram(db, signedIn(c), id, c.req.valid("json"), config), 200)
      },
      reportAllErrors(programChange, async (c, { given }) => judgeName(given, c.get("world").config)),
    )
    .openapi(newSecret, async (c) =>
      c.json(await renewSecret(c.get("world").db, signedIn(c), c.req.valid("param").id), 201),
    )
    .openapi(programs.remove, async (c) => {
      await removeProgram(c.get("world").db, signedIn(c), c.req.valid("param").id)
      return c.body(null, 204)
    })
    .openapi(authorizations, async (c) =>
      listedSlice(c, await listAuthorizations(c.get("world").db, signedIn(c)), c.req.valid("query")),
    )
    .openapi(revoke, async (c) => {
      await revokeProgram(c.get("world").db, signedIn(c), c.req.valid("param").id)
      return c.body(null, 204)
    })
    .openapi(askConsent, async (c) => {
      const { db, config } = c.get("world")
      return c.json(await findConsent(db, c.req.valid("query"), config.publicUrl), 200)
    })
    .openapi(giveConsent, async (c) => {
      const { db, config } = c.get("world")
      return c.json({ to: await allowProgram(db, signedIn(c), c.req.valid("json"), config.publicUrl) }, 201)
    })
    .openapi(metadata, (c) => tagged(c, metadataOf(c.get("world").config.publicUrl)))
}

function metadataOf(issuer: string) {
  const proofs = ["client_secret_basic", "client_secret_post", "none"]
  return {
    issuer,
    authorization_endpoint: issuer + oauthPaths.authorize,
    token_endpoint: issuer + oauthPaths.token,
    revocation_endpoint: issuer + oauthPaths.revoke,
    scopes_supported: [...scopes],
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: proofs,
    revocation_endpoint_auth_methods_supported: proofs,
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: [...languages],
    service_documentation: `${issuer}/api/docs/`,
  }
}
