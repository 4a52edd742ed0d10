import { createHash } from "node:crypto"
import type { Context } from "hono"
import { html, raw } from "hono/html"
import { preloadedFonts } from "#ui/fonts/fonts.ts"
import type { Environment } from "../environment.ts"
import { contentSecurityPolicy } from "../security/security-headers.ts"
import { fieldsTable, inlineCode, type Parameter, parametersTable, type Schema, typeOf } from "./reference-tables.ts"

type Answer = { description?: string; content?: Record<string, { schema?: Schema }> }
type Operation = {
  operationId?: string
  summary?: string
  description?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: Answer
  responses?: Record<string, Answer>
}

const [posterFont = "", interfaceFont = ""] = preloadedFonts
/** The fonts of every other page. Their addresses change with the build, so they are not in the style sheet. */
const letters = `@font-face{font-family:"Special Gothic Condensed One";src:url("${posterFont}") format("woff2");font-display:swap}@font-face{font-family:"Special Gothic Variable";src:url("${interfaceFont}") format("woff2");font-weight:400 700;font-stretch:88% 112%;font-display:swap}`
const policy = contentSecurityPolicy([], [`'sha256-${createHash("sha256").update(letters).digest("base64")}'`])

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
type Named = { path: string; method: string }
const inOrder = (a: Named, b: Named) =>
  a.path === b.path ? methods.indexOf(a.method) - methods.indexOf(b.method) : a.path < b.path ? -1 : 1

/** Renders the API reference for people from the OpenAPI document itself, without scripts or third parties. */
export async function apiReference(c: Context<Environment>, document: object) {
  const {
    info,
    paths = {},
    webhooks = {},
    components = {},
    tags = [],
    servers = [],
  } = document as {
    tags?: { name: string; description?: string }[]
    info: { title: string; version: string; description?: string }
    paths?: Record<string, Record<string, Operation>>
    webhooks?: Record<string, Record<string, Operation>>
    servers?: { url: string }[]
    components?: {
      schemas?: Record<string, Schema>
      securitySchemes?: Record<string, { description?: string }>
    }
  }
  const calls = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
    )
    .toSorted(inOrder)
  // Webhooks, which others receive, stand after the calls, in their own order.
  for (const [path, { post }] of Object.entries(webhooks)) calls.push({ path, method: "SENT", ...post })
  const groups = tags.map(({ name }) => name)

  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} ${info.version}</title>
        ${raw(`<style>${letters}</style>`)}
        <link rel="stylesheet" href="/reference.css" />
      </head>
      <body>
        <header>
          <a class="brand" href="/">
            <svg viewBox="0 0 22 36" aria-hidden="true">
              <circle cx="11" cy="9" r="8" />
              <path d="M11 17v16M3.5 34h15" />
            </svg>
            ${info.title.replace(/ API$/, "").toLocaleLowerCase()}
          </a>
        </header>
        <main>
          <h1>${info.title}</h1>
          <p>${info.description ?? ""}</p>
          <p>
            Version ${info.version} · <a href="/api/openapi.json">OpenAPI 3.1 document</a>${servers.map(
              ({ url }) => html` · base URL <code>${url}</code>`,
            )}
          </p>
          <nav aria-label="Contents">
            <ul>
              <li><a href="#authentication">Authentication</a></li>
              ${groups.map((group) => html`<li><a href="#${anchorOf(group)}">${group}</a></li>`)}
              <li><a href="#schemas">Schemas</a></li>
            </ul>
          </nav>
          <section id="authentication">
            <h2>Authentication</h2>
            <p>Public content can be read without authentication. Every call names the credentials it accepts.</p>
            <dl class="ways">
              ${Object.entries(components.securitySchemes ?? {}).map(
                ([name, { description }]) =>
                  html`<dt>${ways[name as keyof typeof ways] ?? name}</dt>
                    <dd>${inlineCode(description)}</dd>`,
              )}
            </dl>
          </section>
          ${groups.map(
            (group) =>
              html`<section id="${anchorOf(group)}">
                <h2>${group}</h2>
                <p>${tags.find(({ name }) => name === group)?.description ?? ""}</p>
                ${calls
                  .filter((call) => call.tags?.[0] === group)
                  .map(
                    (call) => html`<details>
                      <summary>
                        <h3><code>${call.method} ${call.path}</code></h3>
                        <span>${inlineCode(call.summary)}</span>
                      </summary>
                      <div id="${call.operationId ?? ""}">
                        <p>
                          <code>${call.operationId ?? ""}</code> ·
                          ${call.method === "SENT" ? "sent to your server, signed" : letIn(call.security)}
                        </p>
                        ${call.description ? html`<p>${inlineCode(call.description)}</p>` : ""}
                        ${parametersTable(call.parameters)} ${sentFields(call.requestBody)}
                        <dl>
                          ${Object.entries(call.responses ?? {}).map(
                            ([status, answer]) =>
                              html`<dt><code>${status}</code></dt>
                                <dd>${inlineCode(answer.description)} ${answerSchema(answer)}</dd>`,
                          )}
                        </dl>
                      </div>
                    </details>`,
                  )}
              </section>`,
          )}
          <section id="schemas">
            <h2>Schemas</h2>
            ${Object.entries(components.schemas ?? {}).map(
              ([name, schema]) =>
                html`<details>
                  <summary><h3>${name}</h3></summary>
                  <div id="schema-${name}">
                    ${schema.description ? html`<p>${inlineCode(schema.description)}</p>` : ""}
                    ${schema.properties ? fieldsTable(schema, "answered") : html`<p>${typeOf(schema)}</p>`}
                  </div>
                </details>`,
            )}
          </section>
        </main>
      </body>
    </html>`
  return c.body(String(page), 200, { "Content-Type": "text/html; charset=UTF-8", "Content-Security-Policy": policy })
}

/** Names of the ways to authenticate, as shown. */
const ways = { session: "session", csrf: "X-CSRFToken", token: "token", oauth2: "program" }

/** Returns the `id` of a group, which may not contain spaces. */
function anchorOf(group: string) {
  return group.toLowerCase().replaceAll(" ", "-")
}

/** Describes how a call is authenticated. */
function letIn(security: Operation["security"] = []): string {
  if (security.length === 0) return "open to everyone"
  const ways = security.map((way) => {
    if (way.oauth2) return `program (${way.oauth2.join(", ")})`
    if (way.token) return `token (${way.token.join(", ")})`
    if (way.session) return way.csrf ? "session and X-CSRFToken" : "session"
    return way.csrf ? "anyone, with X-CSRFToken" : "anyone"
  })
  return ways.join("; or ")
}

/** Renders the body of a write: its fields, or the name of the schema that has them. */
function sentFields(body: Answer | undefined) {
  const [type = "", { schema } = {}] = Object.entries(body?.content ?? {})[0] ?? []
  if (!schema) return ""
  return html`<p>Sent as <code>${type}</code>${schema.properties ? "" : html`: ${typeOf(schema)}`}</p>
    ${schema.properties ? fieldsTable(schema, "sent") : ""}`
}

function answerSchema(answer: Answer) {
  const schema = answer.content?.["application/json"]?.schema
  return schema ? html`(${typeOf(schema)})` : ""
}
