import { tmpdir } from "node:os"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import type { Config } from "#config/config.ts"
import { readConfig } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { contentVersion } from "#http/caching/content-version.ts"
import type { World } from "#http/world.ts"
import { createApi } from "../../src/api.ts"

/** Returns the environment of the API in a test. Limits are off by default; mails would go to a folder of its own. */
export function testSite(db: Db, variables: Record<string, string> = {}) {
  const config: Config = readConfig({
    NODE_ENV: "test",
    PUBLIC_URL: "http://foyer.test",
    LIMITS: "0",
    CACHE: "0",
    DATA_DIR: mkdtempSync(join(tmpdir(), "foyer-data-")),
    ...variables,
  })
  const errors: unknown[] = []
  const log = {
    error: (what: unknown) => errors.push(what),
    warn() {},
    info() {},
    debug() {},
  } as unknown as World["log"]
  const world: World = {
    config,
    db: db as World["db"],
    log,
    content: contentVersion(),
    version: "test",
    release: "0",
    phase: () => "serving",
  }
  const api = createApi(world)
  return { api, config, world, errors }
}
export type TestSite = ReturnType<typeof testSite>

export type TestResponse = { status: number; body: any; headers: Headers; setCookies: string[] } // oxlint-disable-line typescript/no-explicit-any

/** Returns a browser with its own cookie jar, which repeats the CSRF token as our pages do. */
export function visitor(site: TestSite, from = "203.0.113.7") {
  const jar = new Map<string, string>()

  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
    const csrf = jar.get("csrftoken")
    const isText = typeof body === "string"
    const request = new Request(new URL(path, site.config.publicUrl), {
      method,
      headers: {
        accept: "application/json",
        ...(cookie ? { cookie } : {}),
        ...(csrf && method !== "GET" ? { "x-csrftoken": csrf } : {}),
        ...(body === undefined || body instanceof FormData ? {} : { "content-type": "application/json" }),
        origin: new URL(site.config.publicUrl).origin,
        ...headers,
      },
      ...(body === undefined ? {} : { body: isText || body instanceof FormData ? body : JSON.stringify(body) }),
    })
    const answer = await site.api.fetch(request, { address: from })
    const setCookies = answer.headers.getSetCookie()
    for (const one of setCookies) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? []
      if (/Max-Age=0/i.test(one)) jar.delete(name)
      else jar.set(name, value)
    }
    const text = await answer.clone().text()
    const isJson = /json/.test(answer.headers.get("content-type") ?? "")
    return { status: answer.status, body: isJson ? JSON.parse(text) : text, headers: answer.headers, setCookies }
  }

  const it = {
    jar,
    send,
    get: (path: string, headers?: Record<string, string>) => send("GET", path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) => send("POST", path, body, headers),
    put: (path: string, body?: unknown) => send("PUT", path, body),
    patch: (path: string, body?: unknown) => send("PATCH", path, body),
    delete: (path: string, body?: unknown) => send("DELETE", path, body),
    csrf: () => send("GET", "/api/auth/csrf/"),
    /** Signs in; throws when that fails. */
    async signsIn(username: string, password: string, code?: string) {
      await it.csrf()
      const answer = await send("POST", "/api/auth/login/", { username, password, code })
      if (answer.status !== 200) throw new Error(`login: ${answer.status} ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    /** Creates an account, then signs in, as our pages do; throws when that fails. */
    async registers(username: string, more: { email?: string; password?: string } = {}) {
      await it.csrf()
      const password = more.password ?? goodPassword
      const email = more.email ?? `${username}@exemple.be`
      const answer = await send("POST", "/api/auth/register/", { username, email, password })
      if (answer.status !== 201) throw new Error(`register: ${answer.status} ${JSON.stringify(answer.body)}`)
      return it.signsIn(username, password)
    },
  }
  return it
}

export const goodPassword = "trois lampes sous la verrière"
