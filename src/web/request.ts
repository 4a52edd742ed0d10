import { createContext } from "react-router"
import type { Viewer } from "#features/accounts/viewer.ts"
import type { Language } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { Api, Failure } from "./api.ts"

export type Refusals = (code: "csrf_failed" | "sign_in_needed") => Failure

/** What the server knows of a request for a page, handed to loaders. */
export type PageRequest = {
  api: Api
  language: Language
  messages: Messages
  viewer: Viewer
  /** Whether it changes nothing, or the browser says that the form it comes from is on this site. */
  isFromHere: boolean
  refusalOf: Refusals
  /** Of this answer's scripts; none where the page is cached and its scripts are allowed by hash. */
  nonce: string | undefined
  site: Site
  /** Lets the answer to a form of the page lead to another site, and on from there. */
  letFormsLeadAway(): void
  /** Logs a failure, with the id of the request. */
  report(error: unknown): void
  /** The page, once it is rendered. */
  html?: Buffer
}

/** What every page says of the instance. */
export type Site = {
  name: string
  url: string
  timezone: string
  build: string
  /** The e-mail address of those who run it. */
  contact?: string | undefined
  /** Whether handles of pages lead here from other servers. */
  hasHandles?: boolean | undefined
  /** Where gifts go; none is asked for without it. */
  /** What the map is drawn from in place of the embedded one. */
  map?: { style?: string | undefined; pmtiles?: string | undefined; attribution?: string | undefined } | undefined
  donation?: { name: string; iban: string; bic?: string | undefined } | undefined
}

export const pageRequest = createContext<PageRequest>()
