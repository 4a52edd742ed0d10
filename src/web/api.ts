import { data } from "react-router"
import type { z } from "zod"

/** What may be called. The API says it here (src/api.ts), so that pages know its calls and import nothing of it. */
export interface Register {}

/** As much of a description as is read here: types of all of it are slow to compare. */
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
/** In an address everything is text: what is read from text may be given as what it means. */
type Sendable<Value> = unknown extends Value
  ? string | number | boolean | undefined
  : string extends Value
    ? Value | number | boolean
    : "true" extends Value
      ? Value | boolean
      : Value

/** What a page gives and gets: the parts of the address and its query, a body, an answer. */
type Exchange<One extends Call> = {
  parameters: Part<One, "params"> & Part<One, "query">
  body: One extends { request: { body: Json<infer Schema extends z.ZodType> } } ? z.input<Schema> : object
  answer: Answer<One["responses"]>
}
type CallsBy<Method extends string> = {
  [One in Extract<Described, { method: Method }> as One["path"]]: Exchange<One>
}
// Interfaces are looked into once, however many pages call.
interface Reads extends CallsBy<"get"> {}
interface Posts extends CallsBy<"post"> {}
interface Puts extends CallsBy<"put"> {}
interface Patches extends CallsBy<"patch"> {}
interface Deletes extends CallsBy<"delete"> {}

/** What is read at an address: `AnswerTo<"/api/me/">`. */
export type AnswerTo<Path extends keyof Reads> = Reads[Path]["answer"]
/** What is answered to a write: `Written<"POST", "/api/me/tokens/">`. */
export type Written<Method extends keyof Writes, Path extends keyof Writes[Method]> = Writes[Method][Path] extends {
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
  terms?: WriteTerms,
) => Promise<Calls[Path]["answer"]>

/** On what terms something is written. */
export type WriteTerms = {
  /** The version it was read at (`version`, which its ETag begins with): refused with 412 `stale` when it is another by now. */
  ifMatch?: number | undefined
  /** Sent even if the page is left meanwhile; the body is small then. */
  isParting?: boolean | undefined
}

/** A page of a list, and how many there are in all. */
export type List<One> = { items: One[]; total: number }

/** Our own API, as pages use it on both sides: in process on the server, over HTTP in the browser. */
export type Api = {
  /** One thing. Throws an error response (status, `detail`) that the error page shows. */
  get<Path extends keyof Reads>(path: Path, parameters?: Reads[Path]["parameters"]): Promise<Reads[Path]["answer"]>
  /** A list, with its total. */
  list<Path extends keyof Reads>(
    path: Path,
    parameters?: Reads[Path]["parameters"],
  ): Promise<List<Item<Reads[Path]["answer"]>>>
  /** Writes throw as reads do; what the person gets to hear of it is decided in problems.ts. */
  post: Write<Posts>
  put: Write<Puts>
  patch: Write<Patches>
  delete: Write<Deletes>
}

/** What is sent beside the address: nothing for a read, for a write the method, a body of JSON and the terms. */
export type Writing = {
  method: Verb
  body?: object | undefined
  /** `If-Match`, ready to send. */
  ifMatch?: string | undefined
  isParting?: boolean | undefined
}
/**
 * How a request is carried out: `fetch` in the browser, a call into the API on the server.
 * @param path of a read the call that is meant, as it is described
 */
export type Send = (address: string, writing?: Writing, path?: string) => Promise<Answered>
/** What is read of a `Response`. */
export type Answered = Pick<Response, "ok" | "status" | "statusText" | "headers" | "text" | "json">

/** The API over whatever sends its requests. */
export function makeApi(send: Send): Api {
  const read = async (path: string, parameters: object | undefined) => {
    const response = await send(addressOf(path, parameters as Record<string, unknown>), undefined, path)
    if (!response.ok) throw await failure(response)
    return response
  }
  const write =
    (method: Verb) =>
    async (path: string, body?: unknown, parameters?: unknown, terms: WriteTerms = {}): Promise<unknown> => {
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
  // What comes over the wire is what the description says: to compare the types of all calls at once takes the compiler long.
  return api as unknown as Api
}

/** The address of a call: path parameters filled in, the others as query. */
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

/** What a call that failed is thrown with. */
export type Failure = {
  detail: string | undefined
  code: string | undefined
  /** Sentences beside the fields they are about, for a 400; what the answer says besides is none of them. */
  fields: Record<string, string[]>
}

/** A call that failed, ready to be thrown. */
export async function failure(response: Answered) {
  const body = await response.json().catch(() => ({}))
  const detail = [body.detail, body.message].find((words) => typeof words === "string" && words !== "")
  const said: Failure = { detail, code: body.code, fields: fieldLists(body) }
  return data(said, { status: response.status, statusText: response.statusText })
}

/** The lists of sentences in the body of an answer. */
export function fieldLists(body: Record<string, unknown>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(body).filter(
      (entry): entry is [string, string[]] =>
        Array.isArray(entry[1]) && entry[1].every((sentence) => typeof sentence === "string"),
    ),
  )
}
