import { createContext } from "react-router"
import type { Viewer } from "#features/accounts/viewer.ts"
import type { Language } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { Api, Failure } from "../api.ts"

export type Refusals = (code: "csrf_failed" | "sign_in_needed") => Failure

/** The server's context of a page request, passed to loaders. */
export type PageRequest = {
  api: Api
  language: Language
  messages: Messages
  viewer: Viewer
  /** Whether it changes nothing, or the browser says that its form is on this site. */
  isFromHere: boolean
  refusalOf: Refusals
  /** Nonce of this answer's scripts; undefined for a cached page, whose scripts are allowed by hash. */
  nonce: string | undefined
  site: Site
  /** Allows the answer to a form to redirect to another site. */
  letFormsLeadAway(): void
  /** Logs a failure, with the id of the request. */
  report(error: unknown): void
  /** The rendered page. */
  html?: Buffer
}

/** The facts about the instance that every page has. */
export type Site = {
  name: string
  url: string
  timezone: string
  build: string
  /** E-mail address of the operators. */
  contact?: string | undefined
  /** Whether people on other servers can find its actors by handle. */
  hasHandles?: boolean | undefined
  /** What replaces the embedded map. */
  map?: { style?: string | undefined; pmtiles?: string | undefined; attribution?: string | undefined } | undefined
  /** Bank account for donations; without it none are requested. */
  donation?: { name: string; iban: string; bic?: string | undefined } | undefined
}

export const pageRequest = createContext<PageRequest>()
