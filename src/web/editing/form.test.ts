import { RouterContextProvider } from "react-router"
import { expect, test } from "vitest"
import type { Viewer } from "#features/accounts/viewer.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Api } from "../api.ts"
import { refusalsIn } from "../page/refusals.server.ts"
import { type PageRequest, pageRequest } from "../page/request.ts"
import { forms, type Outcome } from "./form.ts"

const site = "https://foyer.example"
const mirelle = { userId: 1 } as Viewer

/** Sends a form to the server; returns the outcome and how many times its handler ran. */
async function send(asked: Pick<PageRequest, "viewer" | "isFromHere">, isForUser: boolean) {
  let handled = 0
  const { server } = forms({ save: async () => ({ notice: { message: `${++handled}` } }) }, { isForUser })
  const context = new RouterContextProvider()
  const rest = { api: {} as Api, language: "fr", messages: messagesIn("fr"), nonce: undefined } as const
  const report = () => {}
  context.set(pageRequest, {
    ...rest,
    ...asked,
    report,
    letFormsLeadAway: () => undefined,
    refusalOf: refusalsIn(rest.messages),
    site: { name: "Foyer", url: site, timezone: "Europe/Brussels", build: "1" },
  })
  const body = new URLSearchParams({ form: "save", "description.fr": "> ".repeat(1000) })
  const request = new Request(`${site}/events/new`, { method: "POST", body })
  const answer = (await server({ params: {}, request, context })) as { data: Outcome; init: ResponseInit | null }
  return { handled, status: answer.init?.status ?? 200, outcome: answer.data }
}

test("a form from another site is not handled, and its values are returned", async () => {
  const { handled, status, outcome } = await send({ viewer: mirelle, isFromHere: false }, false)
  expect([handled, status, outcome.code]).toEqual([0, 403, "csrf_failed"])
  expect(outcome.notices[0]?.message).toContain("vient d’ailleurs")
  expect(outcome.values["description.fr"]).toContain("> >")
})

test("a form for logged-in users is not handled for a visitor", async () => {
  const { handled, status, outcome } = await send({ viewer: null, isFromHere: true }, true)
  expect([handled, status, outcome.code]).toEqual([0, 403, "sign_in_needed"])
  expect((await send({ viewer: mirelle, isFromHere: true }, true)).handled).toBe(1)
  expect((await send({ viewer: null, isFromHere: true }, false)).handled).toBe(1)
})
