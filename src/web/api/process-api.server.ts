import { cookiesOf } from "#http/security/cookies.ts"
import { isAnonymous } from "#http/caching/anonymous.ts"
import { originOf } from "#http/security/csrf.ts"
import { sessionCookie, sessionOf } from "#http/security/session.ts"
import { type ApiAnswer, type Api, makeApi, type Send } from "../api.ts"
import { csrfCookie, csrfHeader } from "./header-names.ts"

/** Headers of the browser's request that are passed on to the API. */
const passedOn = ["user-agent", "x-forwarded-for", "accept-language", "referer"]
/** The only header passed on for a shared answer: the address that the caller is counted by. */
const passedOnByNobody = ["x-forwarded-for"]

/** Returns how the answer at an address is read from the shared cache; undefined where it is not shared. */
export type ReadShared = (address: string) => ((make: () => Promise<Response>) => Promise<ApiAnswer>) | undefined

export type ProcessApi = {
  api: Api
  /** The `Set-Cookie` lines of the calls so far, for the answer to the browser. */
  setCookies: readonly string[]
}

/**
 * Makes the API client for one request of a page, without a socket. Calls are made as the visitor: with their cookies, including
 * those set by earlier calls of the same request, and with the anti-forgery token. Since we add that token ourselves, it proves
 * nothing here; instead the browser must say that the form was on this site, otherwise a write is refused.
 * @param url the origin of the site
 * @param call sends a request to the API; `isSame` says that the session is still the one of the page's request
 * @param isCall returns whether there is a call at a literal address
 * @param readShared for a visitor without a session; a shared answer is requested without anything that identifies the visitor
 */
export function processApi(
  page: Request,
  url: string,
  call: (request: Request, isSame: boolean) => Promise<Response>,
  isCall: (path: string) => boolean,
  readShared: ReadShared = () => undefined,
): ProcessApi {
  const session = sessionOf(page.headers.get("cookie"))
  const cookies = cookiesOf(page.headers.get("cookie"))
  if (!session) cookies.delete(sessionCookie)
  const isNobody = isAnonymous(page.headers)
  const setCookies: string[] = []
  const reads = new Map<string, Promise<ApiAnswer>>()

  const take = (line: string) => {
    const [[name, value] = ["", ""]] = cookiesOf(line.split(";", 1)[0])
    if (/;\s*max-age=0\b/i.test(line)) cookies.delete(name)
    else cookies.set(name, value)
    setCookies.push(line)
  }
  // An address that several loaders of a page read is requested once.
  const send: Send = async (asked, writing, path) => {
    const address = path?.includes("{") && isCall(asked.split("?", 1)[0] as string) ? nothingAt(path) : asked
    if (writing) {
      reads.clear()
      return request(address, writing)
    }
    const answer = reads.get(address) ?? request(address)
    reads.set(address, answer)
    return answer
  }
  const request: Send = async (address, writing) => {
    if (writing && !cookies.has(csrfCookie)) await send("/api/auth/csrf/")
    const read = isNobody && !writing && !cookies.has(sessionCookie) ? readShared(address) : undefined
    const answer = read
      ? await read(() => call(new Request(new URL(address, url), { headers: headersOf(passedOnByNobody) }), false))
      : await call(requestOf(address, writing), cookies.get(sessionCookie) === session)
    for (const line of answer.headers.getSetCookie()) take(line)
    const moved = answer.status === 308 && answer.headers.get("location")
    if (moved) return send(moved)
    return answer instanceof Response ? whole(answer) : answer
  }
  const headersOf = (names: readonly string[]) => {
    const headers = new Headers({ accept: "application/json" })
    for (const name of names) {
      const value = page.headers.get(name)
      if (value) headers.set(name, value)
    }
    return headers
  }
  const requestOf = (address: string, writing: Parameters<Send>[1]) => {
    const headers = headersOf(passedOn)
    if (cookies.size > 0) headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "))
    if (writing) {
      headers.set("origin", originOf(page.headers))
      headers.set(csrfHeader, cookies.get(csrfCookie) ?? "")
      if (writing.ifMatch) headers.set("if-match", writing.ifMatch)
      if (writing.body && !(writing.body instanceof FormData)) headers.set("content-type", "application/json")
    }
    const body = writing?.body instanceof FormData ? writing.body : writing?.body && JSON.stringify(writing.body)
    return new Request(new URL(address, url), {
      method: writing?.method ?? "GET",
      headers,
      ...(body ? { body } : {}),
    })
  }
  return { api: makeApi(send), setCookies }
}

/**
 * Returns an address without a resource: a word that is the path of another API call (`/events/month`) names no event or actor.
 */
function nothingAt(path: string) {
  return path.replaceAll(/\{\w+\}/g, "-")
}

/** Reads the body of an answer, so that it can be read several times: cloning a response costs as much as the answer. */
async function whole(answer: Response): Promise<ApiAnswer> {
  const { ok, status, statusText, headers } = answer
  const body = await answer.text()
  return { ok, status, statusText, headers, text: async () => body, json: async () => JSON.parse(body) }
}
