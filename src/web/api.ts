import { data } from "react-router"
import type { z } from "zod"

/** The described calls. The API declares them here (src/api.ts), so that pages know its calls without importing it. */
export interface Register {}

/** The part of a call's description that is used here, since the full types are slow to compare. */
type Call = { method: string; path: string; responses: object }
type Described = Register extends { calls: infer Calls extends Call } ? Calls : never

type Json<Schema> = { content: { "application/json": { schema: Schema } } }
type Done = 200 | 201 | 202 | 204
type Answer<Responses> = {
  [Status in keyof Responses & Done]: Responses[Status] extends Json<infer Schema extends z.ZodType>
    ? z.output<Schema>
    : undefined
}[keyof Responses & Done]

type Part<One, Name extends string> = One extends { request: { [_ in Name]: infer Schema extends z.ZodType } }
  ? { [Field in keyof z.input<Schema>]: Sendable<z.input<Schema>[Field]> }
  : object
/** Address parameters are text: a value parsed from text may be passed as the number or boolean it means. */
type Sendable<Value> = unknown extends Value
  ? string | number | boolean | undefined
  : string extends Value
    ? Value | number | boolean
    : "true" extends Value
      ? Value | boolean
      : Value

/** The parameters (path and query), the body and the answer of a call. */
type Exchange<One extends Call> = {
  parameters: Part<One, "params"> & Part<One, "query">
  body: One extends { request: { body: Json<infer Schema extends z.ZodType> } } ? z.input<Schema> : object
  answer: Answer<One["responses"]>
}
type CallsBy<Method extends string> = {
  [One in Extract<Described, { method: Method }> as One["path"]]: Exchange<One>
}
// The compiler evaluates interfaces only once, however many pages call.
interface Reads extends CallsBy<"get"> {}
interface Posts extends CallsBy<"post"> {}
interface Puts extends CallsBy<"put"> {}
interface Patches extends CallsBy<"patch"> {}
interface Deletes extends CallsBy<"delete"> {}

/** The answer to a read: `AnswerTo<"/api/me/">`. */
export type AnswerTo<Path extends keyof Reads> = Reads[Path]["answer"]
/** The answer to a write: `WriteAnswer<"POST", "/api/me/tokens/">`. */
export type WriteAnswer<Method extends keyof Writes, Path extends keyof Writes[Method]> = Writes[Method][Path] extends {
  answer: infer Answer
}
  ? Answer
  : never

type Writes = { POST: Posts; PUT: Puts; PATCH: Patches; DELETE: Deletes }
type Verb = keyof Writes
type Item<Many> = Many extends (infer One)[] ? One : never
type Write<Calls extends { [Path in keyof Calls]: { parameters: object; body: unknown; answer: unknown } }> = <
  Path extends keyof Calls & string,
>(
  path: Path,
  body?: Calls[Path]["body"],
  parameters?: Calls[Path]["parameters"],
  terms?: WriteOptions,
) => Promise<Calls[Path]["answer"]>

/** Options of a write. */
export type WriteOptions = {
  /** The version that was edited (`version`, with which its ETag begins): refused with 412 `stale` when it has changed since. */
  ifMatch?: number | undefined
  /** Sent even if the page is left meanwhile; the body must then be small. */
  isParting?: boolean | undefined
}

/** A page of a list, and the total number of items. */
export type List<One> = { items: One[]; total: number }

/** The client of our own API, used by pages on both sides: in process on the server, over HTTP in the browser. */
export type Api = {
  /** Reads one resource. Throws an error response (status, `detail`) that the error page shows. */
  get<Path extends keyof Reads>(path: Path, parameters?: Reads[Path]["parameters"]): Promise<Reads[Path]["answer"]>
  /** Reads a list, with its total. */
  list<Path extends keyof Reads>(
    path: Path,
    parameters?: Reads[Path]["parameters"],
  ): Promise<List<Item<Reads[Path]["answer"]>>>
  /** Writes throw as reads do; problems.ts decides what the user is told. */
  post: Write<Posts>
  put: Write<Puts>
  patch: Write<Patches>
  delete: Write<Deletes>
}

/** The parts of a write beside its address: method, JSON body and options. Absent for a read. */
export type WriteRequest = {
  method: Verb
  body?: object | undefined
  /** The `If-Match` header. */
  ifMatch?: string | undefined
  isParting?: boolean | undefined
}
/**
 * Sends a request: with `fetch` in the browser, by calling the API on the server.
 * @param path the described path of the call, for a read
 */
export type Send = (address: string, writing?: WriteRequest, path?: string) => Promise<ApiAnswer>
/** The part of a `Response` that is used. */
export type ApiAnswer = Pick<Response, "ok" | "status" | "statusText" | "headers" | "text" | "json">

/** Makes the API client on top of a function that sends its requests. */
export function makeApi(send: Send): Api {
  const read = async (path: string, parameters: object | undefined) => {
    const response = await send(addressOf(path, parameters as Record<string, unknown>), undefined, path)
    if (!response.ok) throw await failure(response)
    return response
  }
  const write =
    (method: Verb) =>
    async (path: string, body?: unknown, parameters?: unknown, terms: WriteOptions = {}): Promise<unknown> => {
      const address = addressOf(path, parameters as Record<string, unknown>)
      const response = await send(address, {
        method,
        body: body as object,
        ifMatch: terms.ifMatch === undefined ? undefined : `"v${terms.ifMatch}"`,
        isParting: terms.isParting,
      })
      if (!response.ok) throw await failure(response)
      const text = await response.text()
      return text === "" ? undefined : JSON.parse(text)
    }
  const api = {
    post: write("POST"),
    put: write("PUT"),
    patch: write("PATCH"),
    delete: write("DELETE"),
    get: async (path: string, parameters?: object) => (await read(path, parameters)).json(),
    async list(path: string, parameters?: object) {
      const response = await read(path, parameters)
      const items = await response.json()
      return { items, total: Number(response.headers.get("x-total-count") ?? items.length) }
    },
  }
  // Answers match the descriptions; the compiler would take long to compare the types of all calls at once.
  return api as unknown as Api
}

/** Returns the address of a call: path parameters filled in, the others as query. */
export function addressOf(path: string, parameters: Record<string, unknown> = {}) {
  const query = new URLSearchParams()
  let address = path
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === null || value === "") continue
    const slot = `{${name}}`
    if (address.includes(slot)) address = address.replace(slot, encodeURIComponent(String(value)))
    else query.set(name, String(value))
  }
  const text = query.toString()
  return text ? `${address}?${text}` : address
}

/** The data of the error that a failed call throws. */
export type Failure = {
  detail: string | undefined
  code: string | undefined
  /** Error messages by field, for a 400, without the other keys of the answer. */
  fields: Record<string, string[]>
}

/** Makes the error of a failed call, ready to be thrown. */
export async function failure(response: ApiAnswer) {
  const body = await response.json().catch(() => ({}))
  const detail = [body.detail, body.message].find((words) => typeof words === "string" && words !== "")
  const said: Failure = { detail, code: body.code, fields: fieldLists(body) }
  return data(said, { status: response.status, statusText: response.statusText })
}

/** Picks the lists of error messages from the body of an answer. */
export function fieldLists(body: Record<string, unknown>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(body).filter(
      (entry): entry is [string, string[]] =>
        Array.isArray(entry[1]) && entry[1].every((sentence) => typeof sentence === "string"),
    ),
  )
}
