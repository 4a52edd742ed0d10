import { inLanguage, type Language, type Translated } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"

/** A text people wrote: in the reader's language when they wrote it so, marked with its own `lang` when they did not. */
export function OwnWords({ of, main }: { of: Translated; main: Language }) {
  const t = useMessages()
  const { text, language } = inLanguage(of, t.language, main)
  return language === t.language ? text : <span lang={language}>{text}</span>
}
