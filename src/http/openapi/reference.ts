import { createHash } from "node:crypto"
import type { Context } from "hono"
import { html, raw } from "hono/html"
import { preloadedFonts } from "#ui/fonts/fonts.ts"
import type { Environment } from "../environment.ts"
import { contentSecurityPolicy } from "../security/security-headers.ts"

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  items?: Schema
  description?: string
  default?: unknown
  example?: unknown
}
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema?: Schema }
type Answer = { description?: string; content?: Record<string, { schema?: Schema }> }
type Operation = {
  operationId?: string
  summary?: string
  tags?: string[]
  security?: Record<string, string[]>[]
  parameters?: Parameter[]
  requestBody?: Answer
  responses?: Record<string, Answer>
}

const [posterFont = "", interfaceFont = ""] = preloadedFonts
/** The letters of every other page: their addresses are of the build, so they are not in the sheet. */
const letters = `@font-face{font-family:"Special Gothic Condensed One";src:url("${posterFont}") format("woff2");font-display:swap}@font-face{font-family:"Special Gothic Variable";src:url("${interfaceFont}") format("woff2");font-weight:400 700;font-stretch:88% 112%;font-display:swap}`
const policy = contentSecurityPolicy([], [`'sha256-${createHash("sha256").update(letters).digest("base64")}'`])

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]
type Named = { path: string; method: string }
const inOrder = (a: Named, b: Named) =>
  a.path === b.path ? methods.indexOf(a.method) - methods.indexOf(b.method) : a.path < b.path ? -1 : 1

/** The reference that people read, drawn from the OpenAPI document itself: no script, no third party. */
export async function apiReference(c: Context<Environment>, document: object) {
  const {
    info,
    paths = {},
    webhooks = {},
    components = {},
    tags = [],
  } = document as {
    tags?: { name: string; description?: string }[]
    info: { title: string; version: string; description?: string }
    paths?: Record<string, Record<string, Operation>>
    webhooks?: Record<string, Record<string, Operation>>
    components?: { schemas?: Record<string, Schema & { properties?: Record<string, Schema> }> }
  }
  const calls = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
    )
    .toSorted(inOrder)
  // What others are sent stands after what they call, in its own order.
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
          <p>Version ${info.version} · <a href="/api/openapi.json">OpenAPI 3.1 document</a></p>
          <nav aria-label="Contents">
            <ul>
              ${groups.map((group) => html`<li><a href="#${group}">${group}</a></li>`)}
              <li><a href="#schemas">Schemas</a></li>
            </ul>
          </nav>
          ${groups.map(
            (group) =>
              html`<section id="${group}">
                <h2>${group}</h2>
                <p>${tags.find(({ name }) => name === group)?.description ?? ""}</p>
                ${calls
                  .filter((call) => call.tags?.[0] === group)
                  .map(
                    (call) => html`<details>
                      <summary>
                        <h3><code>${call.method} ${call.path}</code></h3>
                        <span>${marked(call.summary)}</span>
                      </summary>
                      <div id="${call.operationId ?? ""}">
                        <p>
                          <code>${call.operationId ?? ""}</code> ·
                          ${call.method === "SENT" ? "to you, signed" : letIn(call.security)}
                        </p>
                        ${parametersTable(call.parameters)} ${sentFields(call.requestBody)}
                        <dl>
                          ${Object.entries(call.responses ?? {}).map(
                            ([status, answer]) =>
                              html`<dt><code>${status}</code></dt>
                                <dd>${marked(answer.description)} ${answerSchema(answer)}</dd>`,
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
                    ${schema.properties ? fieldsTable(schema.properties) : html`<p>${typeOf(schema)}</p>`}
                  </div>
                </details>`,
            )}
          </section>
        </main>
      </body>
    </html>`
  return c.body(String(page), 200, { "Content-Type": "text/html; charset=UTF-8", "Content-Security-Policy": policy })
}

/** With what a call is let in, in words. */
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

/** The fields of what is sent or answered. */
function fieldsTable(properties: Record<string, Schema>) {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Type</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${Object.entries(properties).map(
        ([field, one]) =>
          html`<tr>
            <td><code>${field}</code></td>
            <td>${typeOf(one)}</td>
            <td>${marked(one.description)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

/** What a write sends: its fields, or the name of the schema that has them. */
function sentFields(body: Answer | undefined) {
  const [type = "", { schema } = {}] = Object.entries(body?.content ?? {})[0] ?? []
  if (!schema) return ""
  const { properties } = schema as { properties?: Record<string, Schema> }
  return html`<p>Sent as <code>${type}</code>${properties ? "" : html`: ${typeOf(schema)}`}</p>
    ${properties ? fieldsTable(properties) : ""}`
}

/** A sentence in which words between backticks are code. */
function marked(text = "") {
  return html`${text.split("`").map((part, at) => (at % 2 ? html`<code>${part}</code>` : part))}`
}

function parametersTable(parameters: Parameter[] | undefined) {
  if (!parameters?.length) return ""
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Parameter</th>
        <th scope="col">In</th>
        <th scope="col">Type</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${parameters.map(
        (one) =>
          html`<tr>
            <td><code>${one.name}</code></td>
            <td>${one.in}</td>
            <td>${typeOf(one.schema)}</td>
            <td>${marked(meaningOf(one))}</td>
          </tr>`,
      )}
    </tbody>
  </table>`
}

/** What a parameter means, what it is when left out, and one as it may be: a sentence each. */
function meaningOf({ description, schema }: Parameter): string {
  const said = description ?? schema?.description
  return [
    said && (/[.!?]$/.test(said) ? said : `${said}.`),
    schema?.default === undefined ? "" : `Default: ${String(schema.default)}.`,
    schema?.example === undefined ? "" : `Example: ${String(schema.example)}`,
  ]
    .filter(Boolean)
    .join(" ")
}

function answerSchema(answer: Answer) {
  const schema = answer.content?.["application/json"]?.schema
  return schema ? html`(${typeOf(schema)})` : ""
}

function typeOf(schema: Schema | undefined): ReturnType<typeof html> | string {
  if (!schema) return ""
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? ""
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.enum) return schema.enum.map(String).join(" | ")
  if (schema.type === "array") return html`list of ${typeOf(schema.items)}`
  const alternatives = (schema as { anyOf?: Schema[] }).anyOf
  if (alternatives) return html`${alternatives.map((one, at) => html`${raw(at > 0 ? " or " : "")}${typeOf(one)}`)}`
  return Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "object")
}
