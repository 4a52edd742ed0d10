import type { OpenAPIHono, z } from "@hono/zod-openapi"
import type { Context, Handler, TypedResponse } from "hono"
import type { $ZodError } from "zod/v4/core"
import { Refusal } from "#lib/refusal.ts"
import { type Call, type CallLimit, signInBeforeFaults } from "./call.ts"
import type { Environment } from "./environment.ts"
import { callerNetwork } from "./limits/client-address.ts"
import { spend } from "./limits/limits.ts"
import { fieldErrors } from "./problem.ts"

type Json<Schema extends z.ZodType> = { content: { "application/json": { schema: Schema } } }
/** What handlers answer with; all other statuses are refusals, which they throw. */
type Said = 200 | 201 | 202 | 204 | 302 | 308

/** What a call may answer, status by status: JSON of its schema; what is no JSON is not looked into. */
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
/** What a handler reads of what was sent, by `c.req.valid`. */
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

/** What a validator found in a part of a request. */
export type Validated = { success: boolean; target: string; error?: $ZodError; data?: unknown }
type Hook = (result: Validated, c: Context<Environment>) => Promise<Response | undefined>

type App = OpenAPIHono<Environment>

/** A part of the API: only what is described (call.ts) can be added to it. */
export type ApiPart<Calls extends Call = never> = {
  /** Every call of this part and of those put into it. */
  described: readonly Calls[]
  /** Has the app answer the calls. */
  addTo(app: App): void
  /** What the app's document says beside the calls. */
  describe(more: (registry: App["openAPIRegistry"]) => void): ApiPart<Calls>
  /** @param hook what is answered to input that does not fit, in place of field lists */
  openapi<One extends Call>(call: One, handler: HandlerOf<One>, hook?: Hook): ApiPart<Calls | One>
  route<Others extends Call>(path: "/", part: ApiPart<Others>): ApiPart<Calls | Others>
}

/**
 * What every part of the API is built on: input that does not fit is answered with field lists. Calls go into the app one by
 * one: an app within an app has all it holds added twice. An API and its first answer take 11 CPU milliseconds instead of 19.
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
      const { rights: _rights, scope: _scope, cache: _cache, limit, fromMail: _fromMail, ...route } = call
      described.push(call)
      const code = signInBeforeFaults(call)
      const judge: Hook = async (result, c) => {
        if (!result.success && result.target === "json" && code && !c.get("viewer")) throw new Refusal(code)
        return hook ? hook(result, c) : faultsOf(result, c)
      }
      // With nothing said about what fits, Hono goes on; its types have no word for that.
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

/** Counts each try of a call that is limited, once what was sent fits. */
function limited(limit: CallLimit | undefined, handler: Handler<Environment>): Handler<Environment> {
  if (!limit || "byHandler" in limit) return handler
  return async (c, next) => {
    const viewer = c.get("viewer")
    // Of an account there is nothing to count where nobody is signed in: whoever answers says what that means.
    if (limit.of === "network") await spend(c, limit.limit, callerNetwork(c.get("address")))
    else if (viewer) await spend(c, limit.limit, `account ${viewer.userId}`)
    return handler(c, next)
  }
}
