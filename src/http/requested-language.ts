import { type Language, localeCookie } from "#i18n/languages.ts"
import { negotiate } from "#i18n/negotiate.ts"
import { pageLanguage } from "#web/api/header-names.ts"
import { cookiesOf } from "./security/cookies.ts"

/**
 * Determines the language of an answer: the header that our own pages send, otherwise the cookie, otherwise the browser's list.
 */
export function requestedLanguage(headers: Headers): Language {
  const said = headers.get(pageLanguage) ?? cookiesOf(headers.get("cookie")).get(localeCookie.name)
  return negotiate(said, headers.get("accept-language") ?? undefined)
}

/**
 * The `Vary` of answers: the headers that `requestedLanguage` reads, and those that identify the caller and the encodings
 * accepted.
 */
export const varyHeader = `Cookie, Accept-Language, ${pageLanguage}, Accept-Encoding`
