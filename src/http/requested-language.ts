import { type Language, localeCookie } from "#i18n/languages.ts"
import { negotiate } from "#i18n/negotiate.ts"
import { pageLanguage } from "#web/header-names.ts"
import { cookiesOf } from "./security/cookies.ts"

/** Our own pages say which language they are in; others are asked by cookie, then by browser. */
export function requestedLanguage(headers: Headers): Language {
  const said = headers.get(pageLanguage) ?? cookiesOf(headers.get("cookie")).get(localeCookie.name)
  return negotiate(said, headers.get("accept-language") ?? undefined)
}

/** The headers that `askedLanguage` reads, and those that say who asks and what they can unpack. */
export const varies = `Cookie, Accept-Language, ${pageLanguage}, Accept-Encoding`
