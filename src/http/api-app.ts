import type { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context, Handler, TypedResponse } from "hono"
import type { $ZodError } from "zod/v4/core"
import { Refusal } from "#lib/refusal.ts"
import { type Call, type CallLimit, signInRefusalBeforeErrors } from "./call.ts"
import type { Environment } from "./environment.ts"
import { callerNetwork } from "./limits/client-address.ts"
import { spend } from "./limits/limits.ts"
import { fieldErrors } from "./errors/problem.ts"

type Json<Schema extends z.ZodType> = { content: { "application/json": { schema: Schema } } }
/** Statuses that handlers return; all others are refusals, which they throw. */
type Said = 200 | 201 | 202 | 204 | 302 | 308

/** The answers a call may give, by status: JSON of its schema. Bodies that are not JSON are not checked. */
type AnswerOf<One extends Call> = {
  [Status in keyof One["responses"] & Said]: One["responses"][Status] extends Json<infer Schema>
    ?
        | TypedResponse<z.output<Schema>, Status, "json">
        | (keyof One["responses"][Status]["content"] extends "application/json"
            ? never
            : TypedResponse<unknown, Status, "body">)
    : TypedResponse<unknown, Status, "body" | "redirect">
}[keyof One["responses"] & Said]

type Sent<One extends Call, Part extends "params" | "query"> = One extends {
  request: { [_ in Part]: infer Schema extends z.ZodType }
}
  ? z.output<Schema>
  : object
type Body<One extends Call, Type extends string> = One extends {
  request: { body: { content: { [_ in Type]: { schema: infer Schema extends z.ZodType } } } }
}
  ? z.output<Schema>
  : never
/** The validated input of a handler, read with `c.req.valid`. */
type InputOf<One extends Call> = {
  out: {
    param: Sent<One, "params">
    query: Sent<One, "query">
    json: Body<One, "application/json">
    form: Body<One, "multipart/form-data">
  }
}
type HandlerOf<One extends Call> = (
  c: Context<Environment, string, InputOf<One>>,
) => AnswerOf<One> | Promise<AnswerOf<One>>

/** The result of validating one part of a request. */
export type Validated = { success: boolean; target: string; error?: $ZodError; data?: unknown }
type Hook = (result: Validated, c: Context<Environment>) => Promise<Response | undefined>

type App = OpenAPIHono<Environment>

/** A part of the API, to which only described calls (call.ts) can be added. */
export type ApiPart<Calls extends Call = never> = {
  /** Every call of this part and of the parts added to it. */
  described: readonly Calls[]
  /** Registers the calls on the app. */
  addTo(app: App): void
  /** Adds to the OpenAPI document what is not a call. */
  describe(more: (registry: App["openAPIRegistry"]) => void): ApiPart<Calls>
  /** @param hook answers input that does not fit, in place of field lists */
  openapi<One extends Call>(call: One, handler: HandlerOf<One>, hook?: Hook): ApiPart<Calls | One>
  route<Others extends Call>(path: "/", part: ApiPart<Others>): ApiPart<Calls | Others>
}

/**
 * Creates a part of the API. Input that does not fit is answered with field lists. Calls are added to the app one by one, because
 * Hono adds everything in a nested app twice: the API and its first answer take 11 CPU milliseconds instead of 19.
 */
export function apiApp(): ApiPart {
  const described: Call[] = []
  const added: ((app: App) => void)[] = []
  const part = {
    described,
    addTo(app: App) {
      for (const add of added) add(app)
    },
    describe(more: (registry: App["openAPIRegistry"]) => void) {
      added.push((app) => more(app.openAPIRegistry))
      return part
    },
    openapi(call: Call, handler: Handler<Environment>, hook?: Hook) {
      const {
        rights: _rights,
        scope: _scope,
        cache: _cache,
        limit,
        largestBody: _largest,
        fromMail: _mail,
        ...route
      } = call
      described.push(call)
      const code = signInRefusalBeforeErrors(call)
      const judge: Hook = async (result, c) => {
        if (!result.success && result.target === "json" && code && !c.get("viewer")) throw new Refusal(code)
        return hook ? hook(result, c) : faultsOf(result, c)
      }
      // Hono goes on when the hook returns undefined for valid input; its types do not express that.
      added.push((app) => {
        app.openapi(route, limited(limit, handler), (result, c) => judge(result as Validated, c) as Promise<Response>)
      })
      return part
    },
    route(_path: "/", other: ApiPart<Call>) {
      described.push(...other.described)
      added.push((app) => other.addTo(app))
      return part
    },
  }
  return part as unknown as ApiPart
}

async function faultsOf({ success, error }: Validated, c: Context<Environment>): Promise<Response | undefined> {
  return success || !error ? undefined : c.json(fieldErrors(error.issues, c.get("messages")), 400)
}

/** Counts each try of a rate-limited call, once its input is valid. */
function limited(limit: CallLimit | undefined, handler: Handler<Environment>): Handler<Environment> {
  if (!limit || "byHandler" in limit) return handler
  return async (c, next) => {
    const viewer = c.get("viewer")
    // Without a session there is no account to count; the handler refuses the caller itself.
    if (limit.of === "network") await spend(c, limit.limit, callerNetwork(c.get("address")))
    else if (viewer) await spend(c, limit.limit, `account ${viewer.userId}`)
    return handler(c, next)
  }
}
