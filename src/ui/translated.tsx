import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { type Language, languageNames, languages } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "./classes.ts"
import { CheckCircleFill, WarningFill } from "./icons.tsx"
import { useHydrated } from "./in-browser.ts"
import { revealEvent } from "./reveal.ts"

type TranslatedProps = {
  /** Name of the group: « Textes ». */
  label: string
  /** The main language, which the others fall back to. */
  main: Language
  /** The texts by field name, without the language, each with its name in a sentence: « la présentation ». */
  texts: readonly { name: string; label: string }[]
  /** Initial values by field name: `description.fr`. */
  values: Readonly<Record<string, string>>
  /** Renders the fields of one language, posted as `description.fr`. */
  children: (language: Language, isMain: boolean) => ReactNode
}

/**
 * Texts in several languages: a tab panel for each, behind tabs that show what is still missing. All of them are sent. Without
 * script the panels stand below each other.
 */
export function Translated({ label, main, texts, values, children }: TranslatedProps) {
  const t = useMessages()
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const isLive = useHydrated()
  const [current, setCurrent] = useState<Language>(main)
  const [written, setWritten] = useState(() => writtenIn((name) => values[name] ?? "", texts))

  // Follows typing in any panel, and requests to reveal a field.
  useEffect(() => {
    const sheets = box.current
    if (!sheets) return
    const look = () =>
      setWritten(
        writtenIn((name) => sheets.querySelector<HTMLInputElement>(`[name="${CSS.escape(name)}"]`)?.value ?? "", texts),
      )
    const reveal = (asked: Event) => {
      const sheet = (asked.target as HTMLElement).closest<HTMLElement>("[data-language]")
      const language = languages.find((one) => one === sheet?.dataset.language)
      if (!sheet || !language) return
      sheet.hidden = false // immediately, because the field is about to take the focus
      setCurrent(language)
    }
    sheets.addEventListener("input", look)
    sheets.addEventListener(revealEvent, reveal)
    return () => {
      sheets.removeEventListener("input", look)
      sheets.removeEventListener(revealEvent, reveal)
    }
  }, [texts])

  const move = (key: KeyboardEvent) => {
    const at = languages.indexOf(current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: languages.length - 1 }[key.key]
    const next = to === undefined ? undefined : languages[(to + languages.length) % languages.length]
    if (!next) return
    key.preventDefault()
    setCurrent(next)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus()
  }
  const missingIn = (language: Language) =>
    language === main ? [] : texts.filter(({ name }) => written[main].has(name) && !written[language].has(name))
  const stateOf = (language: Language) => {
    if (language === main) return t("editor.main_language")
    if (missingIn(language).length === 0)
      return written[language].size > 0 ? t("editor.translated") : t("editor.nothing_yet")
    return written[language].size === 0 ? t("editor.not_translated") : t("editor.partly_translated")
  }
  const isMissing = (language: Language) => missingIn(language).length > 0

  return (
    <div ref={box} className="translated">
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- its tabs do, one at a time */}
      <div ref={list} className="translated__tabs needs-script" role="tablist" aria-label={label} onKeyDown={move}>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            role="tab"
            id={`${id}-${language}-tab`}
            data-tab={language}
            aria-selected={language === current}
            aria-controls={`${id}-${language}`}
            tabIndex={language === current ? 0 : -1}
            className={classes("translated__tab", isMissing(language) && "translated__tab--missing")}
            onClick={() => setCurrent(language)}
          >
            <b lang={language}>{languageNames[language]}</b>
            <span>
              {isMissing(language) ? <WarningFill /> : written[language].size > 0 && <CheckCircleFill />}
              {stateOf(language)}
            </span>
          </button>
        ))}
      </div>
      {languages.map((language) => (
        <section
          key={language}
          id={`${id}-${language}`}
          className="translated__sheet"
          data-language={language}
          {...(isLive
            ? { role: "tabpanel", "aria-labelledby": `${id}-${language}-tab`, hidden: language !== current }
            : { "aria-label": `${label}, ${languageNames[language]}` })}
        >
          <p className="translated__name" aria-hidden={isLive || undefined}>
            {languageNames[language]} · {stateOf(language)}
          </p>
          {children(language, language === main)}
          {isMissing(language) && (
            <p className="hint">
              {t("editor.missing_texts", {
                what: t.list(missingIn(language).map((text) => text.label)),
                language: t.nameOf("language", main),
              })}
            </p>
          )}
        </section>
      ))}
    </div>
  )
}

function writtenIn(valueOf: (name: string) => string, texts: TranslatedProps["texts"]) {
  const of = (language: Language) =>
    new Set(texts.map(({ name }) => name).filter((name) => valueOf(`${name}.${language}`).trim() !== ""))
  return { fr: of("fr"), en: of("en"), nl: of("nl") }
}
