import { data } from "react-router"
import { describe, expect, test, vi } from "vitest"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type Failure, fieldLists } from "./api.ts"
import { problemOf, sentencesOf } from "./problems.ts"

const t = messagesIn("fr")
const thrown = (status: number, body: Record<string, unknown> = {}, statusText = "") =>
  data({ detail: body.detail ?? body.message, code: body.code, fields: fieldLists(body) } as Failure, {
    status,
    statusText,
  })
const noticesOf = (status: number, body?: Record<string, unknown>, statusText?: string) =>
  problemOf(thrown(status, body, statusText), t)?.notices

describe("what is said of a call that failed, by status", () => {
  test("400: lists are for the form, each non_field_errors entry is a notice", () => {
    const problem = problemOf(thrown(400, { email: ["A", "B"], non_field_errors: ["Un.", "Deux."] }), t)
    expect(problem).toMatchObject({ fields: { email: ["A", "B"] }, notices: ["Un.", "Deux."] })
  })
  test("400: the detail is a notice when there is one", () => {
    expect(noticesOf(400, { detail: "Ceci.", email: ["A"] })).toEqual(["Ceci."])
    expect(noticesOf(400, { detail: "Ceci.", non_field_errors: ["Cela."] })).toEqual(["Cela.", "Ceci."])
  })
  test("400: otherwise it is said that there are errors", () => {
    expect(noticesOf(400, { email: ["A"] })).toEqual(["Des erreurs de validation ont été détectées."])
    expect(noticesOf(400)).toEqual(["Des erreurs de validation ont été détectées."])
  })
  test("403: what the server says, else the error's own message", () => {
    expect(noticesOf(403, { detail: "Non." })).toEqual(["Non."])
    expect(noticesOf(403, { message: "Non." })).toEqual(["Non."])
    expect(noticesOf(403, {}, "Forbidden")).toEqual(["Forbidden"])
  })
  test("404 and 5xx have their words, whatever the server says", () => {
    expect(noticesOf(404, { detail: "x" })).toEqual(["Ressource introuvable."])
    for (const status of [500, 502, 503, 504]) {
      expect(noticesOf(status, { detail: "x" })).toEqual(["Erreur serveur. Veuillez réessayer plus tard."])
    }
  })
  test("any other: what the server says, else that something went wrong", () => {
    expect(noticesOf(429, { detail: "Trop." })).toEqual(["Trop."])
    expect(noticesOf(409)).toEqual(["Une erreur est survenue."])
  })
  test("only a 400 has fields, and only lists of sentences are fields", () => {
    expect(problemOf(thrown(409, { email: ["A"] }), t)?.fields).toEqual({})
    expect(problemOf(thrown(400, { email: ["A"], code: "x", other: [1] }), t)?.fields).toEqual({ email: ["A"] })
  })
  test("a call that did not arrive says that the connection is lost", () => {
    vi.stubGlobal("document", {})
    expect(problemOf(new TypeError("Failed to fetch"), t)?.notices).toEqual([t("errors.no_connection")])
    vi.unstubAllGlobals()
  })
  test("a bug is no problem of a call", () => {
    expect(problemOf(new TypeError("undefined is not a function"), t)).toBeUndefined()
  })
})

test("the French words are those of the specification, to the letter", () => {
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

describe("why a call failed, where no field stands beside it", () => {
  const why = (status: number, body: Record<string, unknown>) =>
    sentencesOf(problemOf(thrown(status, body), t) as NonNullable<ReturnType<typeof problemOf>>)
  test("what is said once is said once, and a code is for programs alone", () => {
    expect(why(409, { detail: "Annulé.", code: "event_cancelled" })).toEqual(["Annulé."])
    expect(why(403, { detail: "Non.", code: "attendance_needs_actor" })).toEqual(["Non."])
  })
  test("sentences of fields come without the one that only says there are some", () => {
    expect(why(400, { actor: ["Laquelle ?"], visibility: ["Laquelle ?", "Non."] })).toEqual(["Laquelle ?", "Non."])
    expect(why(400, { non_field_errors: ["Un."] })).toEqual(["Un."])
  })
})
