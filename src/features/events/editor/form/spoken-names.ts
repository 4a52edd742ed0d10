import type { Messages } from "#i18n/messages.ts"
import type { Fields } from "#web/editing/edit-values.ts"

/** What a language is called, sign languages and « without words » too. */
export function spokenName(t: Messages, code: string): string {
  if (code === "zxx") return t("event-editor.without_words")
  if (code === "sfb" || code === "vgt") return t(`event-editor.language_${code}`)
  try {
    return t.nameOf("language", code)
  } catch {
    return code
  }
}

/** The languages that a form has ticked, by name. */
export function spokenNames(t: Messages, fields: Fields): string[] {
  return Object.keys(fields)
    .filter((name) => name.startsWith("languages.") && fields[name] === "on")
    .map((name) => spokenName(t, name.slice("languages.".length)))
}
