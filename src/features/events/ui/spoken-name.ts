import type { Messages } from "#i18n/messages.ts"

/** Returns the name of a language for use inside a sentence, including sign languages, which Intl has no names for. */
export function spokenName(t: Messages, code: string): string {
  if (code === "sfb" || code === "vgt") return t(`events.language_${code}`)
  try {
    return t.nameOf("language", code)
  } catch {
    return code
  }
}
