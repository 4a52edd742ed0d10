import { useLocation } from "react-router"
import { type Language, languageNames, languages, localeCookie } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { localPath, withoutLanguage } from "#ui/link.tsx"

/**
 * The same page in each language, query included. Plain links: they work without script, and the document is rendered
 * anew in the other language, `lang` included. `inFull` writes the names out, for the phone menu.
 */
export function LanguageSwitcher({ inFull = false }: { inFull?: boolean }) {
  const t = useMessages()
  const { pathname, search } = useLocation()
  const path = withoutLanguage(pathname) + search
  const Group = inFull ? "div" : "nav" // two landmarks of one name would be one too many
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

/** `/` alone follows the browser's languages, so that French has to be asked for there. */
function addressIn(language: Language, path: string) {
  const isHome = path === "/" || path.startsWith("/?")
  return isHome && language === "fr" ? `/fr${path.slice(1)}` : localPath(language, path)
}

function remember(language: Language) {
  const age = localeCookie.days * 86_400
  // oxlint-disable-next-line unicorn/no-document-cookie -- cookieStore is not everywhere yet
  document.cookie = `${localeCookie.name}=${language}; max-age=${age}; path=${localeCookie.path}; SameSite=Lax`
}
