import { data } from "react-router"
import type { Calls } from "./api-types.ts"

type Reads = { [Path in keyof Calls]: Calls[Path] extends { answer: unknown } ? Path : never }[keyof Calls]
type Parameters<Path extends Reads> = Calls[Path]["parameters"]
type Answer<Path extends Reads> = Calls[Path]["answer"]
type Item<Path extends Reads> = Answer<Path> extends (infer One)[] ? One : never

/** A page of a list, and how many there are in all. */
export type List<One> = { items: One[]; total: number }

/** Our own API, as pages use it on both sides: in process on the server, over HTTP in the browser. */
export type Api = {
  /** One thing. Throws an error response (status, `detail`) that the error page shows. */
  get<Path extends Reads>(path: Path, parameters?: Parameters<Path>): Promise<Answer<Path>>
  /** A list, with its total. */
  list<Path extends Reads>(path: Path, parameters?: Parameters<Path>): Promise<List<Item<Path>>>
}

/** How a request is carried out: `fetch` in the browser, a call into the API on the server. */
export type Send = (address: string) => Promise<Response>

export function makeApi(send: Send): Api {
  const read = async (path: string, parameters: object | undefined) => {
    const response = await send(addressOf(path, parameters as Record<string, unknown>))
    if (!response.ok) throw await failure(response)
    return response
  }
  return {
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

async function failure(response: Response) {
  const body = await response.json().catch(() => ({}))
  return data(
    { detail: typeof body.detail === "string" ? body.detail : undefined, code: body.code, fields: body },
    { status: response.status },
  )
}
