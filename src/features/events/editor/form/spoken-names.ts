import type { Messages } from "#i18n/messages.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import { spokenName } from "../../ui/spoken-name.ts"

/** Returns the name of a choice of languages, « without words » included. */
export function choiceName(t: Messages, code: string): string {
  return code === "zxx" ? t("event-editor.without_words") : spokenName(t, code)
}

/** Returns the names of the languages ticked in a form. */
export function spokenNames(t: Messages, fields: Fields): string[] {
  return Object.keys(fields)
    .filter((name) => name.startsWith("languages.") && fields[name] === "on")
    .map((name) => choiceName(t, name.slice("languages.".length)))
}
