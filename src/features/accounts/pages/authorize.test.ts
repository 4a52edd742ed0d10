import { RouterContextProvider } from "react-router"
import { expect, test } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Api } from "#web/api.ts"
import { refusalsIn } from "#web/page/refusals.server.ts"
import { pageRequest } from "#web/page/request.ts"
import { loader } from "./authorize.tsx"

const site = "https://foyer.example"
const fault = {
  error: "invalid_request",
  detail: "code_challenge is missing",
  to: "https://programme.example/?error=x",
}

/** Opens the page of an authorization request; returns its status and whether its forms may lead to another site. */
async function opened(consent: object, query = "client_id=x&redirect_uri=https://programme.example/") {
  let mayLeadAway = false
  const messages = messagesIn("fr")
  const context = new RouterContextProvider()
  context.set(pageRequest, {
    api: { get: async (path: string) => (path === "/api/me/" ? { username: "nour" } : consent) } as unknown as Api,
    language: "fr",
    messages,
    viewer: null,
    isFromHere: true,
    nonce: undefined,
    report: () => {},
    letFormsLeadAway: () => void (mayLeadAway = true),
    refusalOf: refusalsIn(messages),
    site: { name: "Foyer", url: site, timezone: "Europe/Brussels", build: "1" },
  })
  const url = new URL(`${site}/oauth/authorize?${query}`)
  const args = {
    params: {},
    request: new Request(url),
    context,
    url,
    pattern: "/oauth/authorize",
    unstable_pattern: "",
  }
  const answer = (await loader(args as unknown as Parameters<typeof loader>[0])) as { init?: { status?: number } }
  return { status: answer.init?.status ?? 200, mayLeadAway }
}

test("an invalid authorization request answers 400, and its page's forms may not lead to another site", async () => {
  expect(await opened({ fault: null })).toEqual({ status: 200, mayLeadAway: true })
  expect(await opened({ fault })).toEqual({ status: 400, mayLeadAway: false })
  expect(await opened({ fault: null }, "client_id=x")).toEqual({ status: 400, mayLeadAway: false })
})
