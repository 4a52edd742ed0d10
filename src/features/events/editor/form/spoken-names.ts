import type { Messages } from "#i18n/messages.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import { spokenName } from "../../ui/spoken-name.ts"

/** What a choice of languages is called, « without words » too. */
export function choiceName(t: Messages, code: string): string {
  return code === "zxx" ? t("event-editor.without_words") : spokenName(t, code)
}

/** The languages that a form has ticked, by name. */
export function spokenNames(t: Messages, fields: Fields): string[] {
  return Object.keys(fields)
    .filter((name) => name.startsWith("languages.") && fields[name] === "on")
    .map((name) => choiceName(t, name.slice("languages.".length)))
}
