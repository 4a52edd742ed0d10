import { useLocation } from "react-router"
import { type Language, languageNames, languages, localeCookie } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { localPath, withoutLanguage } from "#ui/link.tsx"

/**
 * Links to the same page in each language, query included. They are plain links, which work without script and render a new
 * document in the other language, `lang` included. `inFull` writes the names out, for the phone menu.
 */
export function LanguageSwitcher({ inFull = false }: { inFull?: boolean }) {
  const t = useMessages()
  const { pathname, search } = useLocation()
  const path = withoutLanguage(pathname) + search
  const Group = inFull ? "div" : "nav" // a second landmark with the same name would be ambiguous
  return (
    <Group className={inFull ? "seg" : "lang"} role={inFull ? "group" : undefined} aria-label={t("layout.language")}>
      {languages.map((language) => (
        <a
          key={language}
          href={addressIn(language, path)}
          onClick={() => remember(language)}
          lang={language}
          hrefLang={language}
          aria-current={language === t.language ? "true" : undefined}
          aria-label={inFull ? undefined : languageNames[language]}
        >
          {inFull ? languageNames[language] : language.toUpperCase()}
        </a>
      ))}
    </Group>
  )
}

/** Returns the address in a language. Only `/` follows the browser's languages, so French needs its prefix there. */
function addressIn(language: Language, path: string) {
  const isHome = path === "/" || path.startsWith("/?")
  return isHome && language === "fr" ? `/fr${path.slice(1)}` : localPath(language, path)
}

function remember(language: Language) {
  const age = localeCookie.days * 86_400
  // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is not everywhere yet
  document.cookie = `${localeCookie.name}=${language}; max-age=${age}; path=${localeCookie.path}; SameSite=Lax`
}
