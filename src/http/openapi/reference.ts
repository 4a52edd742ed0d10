import type { Context } from "hono"
import { html, raw } from "hono/html"
import type { Environment } from "../environment.ts"

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
  responses?: Record<string, Answer>
}

/** The reference that people read, drawn from the OpenAPI document itself: no script, no third party. */
export async function apiReference(c: Context<Environment>, document: object) {
  const {
    info,
    paths = {},
    components = {},
    tags = [],
  } = document as {
    tags?: { name: string; description?: string }[]
    info: { title: string; version: string; description?: string }
    paths?: Record<string, Record<string, Operation>>
    components?: { schemas?: Record<string, Schema & { properties?: Record<string, Schema> }> }
  }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), ...operation })),
  )
  const groups = tags.map(({ name }) => name)

  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${info.title} ${info.version}</title>
        <link rel="stylesheet" href="/reference.css" />
      </head>
      <body>
        <main>
          <p><a href="/">${info.title.replace(/ API$/, "")}</a></p>
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
                    (call) => html`<article>
                      <h3><code>${call.method} ${call.path}</code></h3>
                      <p>${call.summary ?? ""}</p>
                      <p><code>${call.operationId ?? ""}</code> · ${letIn(call.security)}</p>
                      ${parametersTable(call.parameters)}
                      <dl>
                        ${Object.entries(call.responses ?? {}).map(
                          ([status, answer]) =>
                            html`<dt><code>${status}</code></dt>
                              <dd>${answer.description ?? ""} ${answerSchema(answer)}</dd>`,
                        )}
                      </dl>
                    </article>`,
                  )}
              </section>`,
          )}
          <section id="schemas">
            <h2>Schemas</h2>
            ${Object.entries(components.schemas ?? {}).map(
              ([name, schema]) =>
                html`<article id="schema-${name}">
                  <h3>${name}</h3>
                  ${
                    schema.properties
                      ? html`<table>
                          <thead>
                            <tr>
                              <th scope="col">Field</th>
                              <th scope="col">Type</th>
                              <th scope="col">Meaning</th>
                            </tr>
                          </thead>
                          <tbody>
                            ${Object.entries(schema.properties).map(
                              ([field, one]) =>
                                html`<tr>
                                  <td><code>${field}</code></td>
                                  <td>${typeOf(one)}</td>
                                  <td>${one.description ?? ""}</td>
                                </tr>`,
                            )}
                          </tbody>
                        </table>`
                      : ""
                  }
                </article>`,
            )}
          </section>
        </main>
      </body>
    </html>`
  return c.body(String(page), 200, { "Content-Type": "text/html; charset=UTF-8" })
}

/** With what a call is let in, in words. */
function letIn(security: Operation["security"] = []): string {
  if (security.length === 0) return "open to everyone"
  const ways = security.map((way) => {
    if (way.token) return `token (${way.token.join(", ")})`
    if (way.session) return way.csrf ? "session and X-CSRFToken" : "session"
    return way.csrf ? "anyone, with X-CSRFToken" : "anyone"
  })
  return ways.join("; or ")
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
            <td>${meaningOf(one)}</td>
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
