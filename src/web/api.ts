import { data } from "react-router"
import type { Calls } from "./api-types.ts"

type Reads = Exclude<keyof Calls, `${string} ${string}`>
type Parameters<Path extends Reads> = Calls[Path]["parameters"]
type Answer<Path extends Reads> = Calls[Path]["answer"]
type Item<Path extends Reads> = Answer<Path> extends (infer One)[] ? One : never

type Verb = "POST" | "PUT" | "PATCH" | "DELETE"
/** The addresses that can be written to so. In the generated types a write is named "POST /api/…". */
type Writes<V extends Verb> = keyof Calls extends infer Call
  ? Call extends `${V} ${infer Path}`
    ? Path
    : never
  : never
type WriteCall<V extends Verb, Path extends string> = Calls[`${V} ${Path}` & keyof Calls]
type Body<V extends Verb, Path extends string> = WriteCall<V, Path> extends { body: infer Given } ? Given : object
type Written<V extends Verb, Path extends string> =
  WriteCall<V, Path> extends { answer: infer Given } ? Given : undefined
type Slots<V extends Verb, Path extends string> =
  WriteCall<V, Path> extends { parameters: infer Given } ? Given : Record<string, string>
type Write<V extends Verb> = <Path extends Writes<V>>(
  path: Path,
  body?: Body<V, Path>,
  parameters?: Slots<V, Path>,
  terms?: WriteTerms,
) => Promise<Written<V, Path>>

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
  get<Path extends Reads>(path: Path, parameters?: Parameters<Path>): Promise<Answer<Path>>
  /** A list, with its total. */
  list<Path extends Reads>(path: Path, parameters?: Parameters<Path>): Promise<List<Item<Path>>>
  /** Writes throw as reads do; what the person gets to hear of it is decided in problems.ts. */
  post: Write<"POST">
  put: Write<"PUT">
  patch: Write<"PATCH">
  delete: Write<"DELETE">
}

/** What is sent beside the address: nothing for a read, for a write the method, a body of JSON and the terms. */
export type Writing = {
  method: Verb
  body?: object | undefined
  /** `If-Match`, ready to send. */
  ifMatch?: string | undefined
  isParting?: boolean | undefined
}
/** How a request is carried out: `fetch` in the browser, a call into the API on the server. */
export type Send = (address: string, writing?: Writing) => Promise<Answered>
/** What is read of a `Response`. */
export type Answered = Pick<Response, "ok" | "status" | "statusText" | "headers" | "text" | "json">

/** The API over whatever sends its requests. */
export function makeApi(send: Send): Api {
  const read = async (path: string, parameters: object | undefined) => {
    const response = await send(addressOf(path, parameters as Record<string, unknown>))
    if (!response.ok) throw await failure(response)
    return response
  }
  const write =
    (method: Verb) =>
    async (path: string, body?: unknown, parameters?: unknown, terms: WriteTerms = {}): Promise<never> => {
      const address = addressOf(path, parameters as Record<string, unknown>)
      const response = await send(address, {
        method,
        body: body as object,
        ifMatch: terms.ifMatch === undefined ? undefined : `"v${terms.ifMatch}"`,
        isParting: terms.isParting,
      })
      if (!response.ok) throw await failure(response)
      const text = await response.text()
      return (text === "" ? undefined : JSON.parse(text)) as never
    }
  return {
    post: write("POST"),
    put: write("PUT"),
    patch: write("PATCH"),
    delete: write("DELETE"),
    get: async (path, parameters) => (await read(path, parameters)).json(),
    async list(path, parameters) {
      const response = await read(path, parameters)
      const items = await response.json()
      return { items, total: Number(response.headers.get("x-total-count") ?? items.length) }
    },
  }
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
