import { data } from "react-router"
import { describe, expect, test, vi } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type Failure, fieldLists } from "../api.ts"
import { problemOf, sentencesOf } from "./problems.ts"

const t = messagesIn("fr")
const thrown = (status: number, body: Record<string, unknown> = {}, statusText = "") =>
  data({ detail: body.detail ?? body.message, code: body.code, fields: fieldLists(body) } as Failure, {
    status,
    statusText,
  })
const noticesOf = (status: number, body?: Record<string, unknown>, statusText?: string) =>
  problemOf(thrown(status, body, statusText), t)?.notices

describe("the problem of a failed call, by status", () => {
  test("400: lists are field errors, and each entry of non_field_errors is a notice", () => {
    const problem = problemOf(thrown(400, { email: ["A", "B"], non_field_errors: ["Un.", "Deux."] }), t)
    expect(problem).toMatchObject({ fields: { email: ["A", "B"] }, notices: ["Un.", "Deux."] })
  })
  test("400: the detail is a notice when there is one", () => {
    expect(noticesOf(400, { detail: "Ceci.", email: ["A"] })).toEqual(["Ceci."])
    expect(noticesOf(400, { detail: "Ceci.", non_field_errors: ["Cela."] })).toEqual(["Cela.", "Ceci."])
  })
  test("400: without a detail the notice says that there are errors", () => {
    expect(noticesOf(400, { email: ["A"] })).toEqual(["Des erreurs de validation ont été détectées."])
    expect(noticesOf(400)).toEqual(["Des erreurs de validation ont été détectées."])
  })
  test("403: the notice is the server's message, else the status text", () => {
    expect(noticesOf(403, { detail: "Non." })).toEqual(["Non."])
    expect(noticesOf(403, { message: "Non." })).toEqual(["Non."])
    expect(noticesOf(403, {}, "Forbidden")).toEqual(["Forbidden"])
  })
  test("404 and 5xx: the notice is a fixed text, whatever the server says", () => {
    expect(noticesOf(404, { detail: "x" })).toEqual(["Ressource introuvable."])
    for (const status of [500, 502, 503, 504]) {
      expect(noticesOf(status, { detail: "x" })).toEqual(["Erreur serveur. Veuillez réessayer plus tard."])
    }
  })
  test("other statuses: the notice is the server's detail, else that an error occurred", () => {
    expect(noticesOf(429, { detail: "Trop." })).toEqual(["Trop."])
    expect(noticesOf(409)).toEqual(["Une erreur est survenue."])
  })
  test("only a 400 has field errors, and only lists of strings are field errors", () => {
    expect(problemOf(thrown(409, { email: ["A"] }), t)?.fields).toEqual({})
    expect(problemOf(thrown(400, { email: ["A"], code: "x", other: [1] }), t)?.fields).toEqual({ email: ["A"] })
  })
  test("a call that did not arrive says that the connection is lost", () => {
    vi.stubGlobal("document", {})
    expect(problemOf(new TypeError("Failed to fetch"), t)?.notices).toEqual([t("errors.no_connection")])
    vi.unstubAllGlobals()
  })
  test("a programming error is not a problem of a call", () => {
    expect(problemOf(new TypeError("undefined is not a function"), t)).toBeUndefined()
  })
})

test("the French messages of login, registration and password change are those of the specification", () => {
  expect([
    t("account.logged_in"),
    t("account.registered"),
    t("account.register_failed"),
    t("account.logged_out"),
    t("account.password_changed"),
    t("account.password_failed"),
  ]).toEqual([
    "Connexion réussie !",
    "Inscription réussie !",
    "Échec de l’inscription",
    "Déconnecté",
    "Mot de passe changé avec succès !",
    "Échec du changement de mot de passe",
  ])
})

describe("the sentences of a problem, where no form shows its fields", () => {
  const why = (status: number, body: Record<string, unknown>) =>
    sentencesOf(problemOf(thrown(status, body), t) as NonNullable<ReturnType<typeof problemOf>>)
  test("a detail is one sentence, and its code is not shown", () => {
    expect(why(409, { detail: "Annulé.", code: "event_cancelled" })).toEqual(["Annulé."])
    expect(why(403, { detail: "Non.", code: "attendance_needs_actor" })).toEqual(["Non."])
  })
  test("field errors are listed once each, without the general notice that there are errors", () => {
    expect(why(400, { actor: ["Laquelle ?"], visibility: ["Laquelle ?", "Non."] })).toEqual(["Laquelle ?", "Non."])
    expect(why(400, { non_field_errors: ["Un."] })).toEqual(["Un."])
  })
})
