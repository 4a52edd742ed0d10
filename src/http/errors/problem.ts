import type { Context } from "hono"
import { HTTPException } from "hono/http-exception"
import type { ContentfulStatusCode } from "hono/utils/http-status"
import type { $ZodIssue } from "zod/v4/core"
import { isOutOfRoom, isUnavailable } from "#db/unavailable.ts"
import { InvalidFields, Refusal, type Sentence } from "#lib/refusal.ts"
import type { MessageId, Messages } from "#i18n/messages.ts"
import type { Environment } from "../environment.ts"
import { loggedPath } from "../logged-path.ts"

/** `{"field": ["…"], "non_field_errors": ["…"]}` */
export type FieldErrors = Record<string, string[]>

/** Seconds after which to try again while the database is down: it usually returns within that time. */
export const retryAfter = "5"

/** Converts every refusal, invalid input or bug into an answer, in this one place. */
export function problem(error: Error, c: Context<Environment>): Response {
  const messages = c.get("messages")
  const path = loggedPath(c.req.path)
  if (error instanceof InvalidFields) return c.json(invalidBody(error, messages), 400)
  if (error instanceof Refusal) {
    if (error.cause !== undefined)
      c.get("world").log.warn({ err: error.cause, requestId: c.get("requestId"), path }, error.code)
    if (error.retryAfter !== undefined) c.header("Retry-After", String(Math.max(1, Math.ceil(error.retryAfter))))
    const challenge = challengeOf(error.code, c.get("call")?.scope)
    if (challenge) c.header("WWW-Authenticate", challenge)
    return c.json({ detail: messages(`errors.${error.code}`), code: error.code }, error.status)
  }
  if (error instanceof HTTPException) {
    return c.json({ detail: messages(statusMessage(error.status)) }, error.status as ContentfulStatusCode)
  }
  if (isUnavailable(error)) {
    c.get("world").log.warn({ requestId: c.get("requestId"), path, why: error.message }, "database away")
    c.header("Retry-After", retryAfter)
    return c.json(unavailableBody("errors.unavailable", messages), 503)
  }
  if (isOutOfRoom(error)) return problem(new Refusal("storage_full", undefined, error), c)
  c.get("world").log.error({ err: error, requestId: c.get("requestId"), path }, "request failed")
  return c.json({ detail: messages("errors.server") }, 500)
}

/** Describes a faulty token for programs (RFC 6750 §3). */
function challengeOf(code: string, scope: string | undefined): string | undefined {
  if (code === "token_invalid") return `Bearer error="invalid_token"`
  return code === "scope_missing" ? `Bearer error="insufficient_scope", scope="${scope}"` : undefined
}

/** Makes the body for programs while nothing can be read. */
export function unavailableBody(why: "errors.starting" | "errors.unavailable", messages: Messages) {
  return { detail: `${messages(why)} ${messages("errors.again_soon")}`, code: "unavailable" }
}

/** Formats refused fields as field lists, in the caller's language. */
export function invalidBody({ fields }: InvalidFields, messages: Messages): FieldErrors {
  const say = (sentences: Sentence[]) => sentences.map((sentence) => wordsOf(sentence, messages))
  return Object.fromEntries(Object.entries(fields).map(([name, list]) => [name, say(list)]))
}

function wordsOf(sentence: Sentence, messages: Messages): string {
  const say = messages as unknown as (id: MessageId, args?: object) => string
  return typeof sentence === "string" ? say(sentence) : say(sentence.id, sentence.with)
}

function statusMessage(status: number) {
  if (status === 404) return "errors.not_found"
  if (status === 413) return "errors.too_large"
  if (status === 415) return "errors.wrong_type"
  return status >= 500 ? "errors.server" : "errors.validation"
}

/** Formats the issues of a validation as field lists, in the caller's language. */
export function fieldErrors(issues: $ZodIssue[], messages: Messages): FieldErrors {
  const fields: FieldErrors = {}
  for (const issue of issues) {
    const field = issue.path.map(String).join(".") || "non_field_errors"
    const list = (fields[field] ??= [])
    const words = wordsFor(issue, messages)
    // A value of the wrong type gets no further error, such as missing or too long, which would not be true.
    if (list[0] === messages("errors.invalid")) continue
    if (!list.includes(words)) list.push(words)
  }
  return fields
}

function wordsFor(issue: $ZodIssue, messages: Messages): string {
  switch (issue.code) {
    case "too_small": {
      // A text or list with a minimum of one counts as missing when it is empty. The other values are whole numbers.
      const minimum = Number(issue.minimum) + (issue.inclusive === false ? 1 : 0)
      if (["string", "array"].includes(issue.origin) && minimum <= 1) return messages("errors.required")
      if (issue.origin === "array") return messages("errors.list_too_short", { minimum })
      return messages(issue.origin === "string" ? "errors.too_short" : "errors.too_small", { minimum })
    }
    case "too_big": {
      const maximum = Number(issue.maximum)
      if (issue.origin === "array") return messages("errors.list_too_long", { maximum })
      return messages(issue.origin === "string" ? "errors.too_long" : "errors.too_big", { maximum })
    }
    case "invalid_value":
      return messages("errors.choices", { choices: issue.values.map(String).join(", ") })
    case "invalid_type":
      // An issue omits the value; its message names the type that was received.
      if (/received (undefined|null)$/.test(issue.message)) return messages("errors.required")
      if (issue.expected === "int") return messages("errors.number")
      return messages(issue.expected === "number" ? "errors.any_number" : "errors.invalid")
    case "unrecognized_keys":
      return messages("errors.unknown_field", { name: issue.keys.join(", ") })
    case "custom": {
      const id = issue.params?.message as MessageId | undefined
      return id ? messages(id as "errors.invalid") : messages("errors.invalid")
    }
    default:
      return messages("errors.invalid")
  }
}
