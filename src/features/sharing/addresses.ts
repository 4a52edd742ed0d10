import { inLanguagePath } from "#web/paths.ts"
import type { Language } from "#i18n/languages.ts"

/** What there is to pass on, in words and by its address. */
export type Passed = { title: string; words: string; url: string }

/** A mail to write, with subject and text (RFC 6068). */
export function mailAddress({ title, words, url }: Passed): string {
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${words}\n\n${url}\n`)}`
}

/** RFC 5724, in the one spelling that all phones read. */
export function messageAddress({ words, url }: Passed): string {
  return `sms:?&body=${encodeURIComponent(`${words}\n${url}`)}`
}

/** The address under which a calendar program follows a file, rather than reads it once. */
export function followAddress(address: string): string {
  return address.replace(/^https?:/, "webcal:")
}

/** The files and screens of one event or page, by path. */
export const files = {
  calendar: (kind: "events" | "actors", id: string | number, language: Language) =>
    inLanguagePath(`/${kind}/${id}/calendar.ics`, language),
  embed: (kind: "events" | "actors", id: string | number, language: Language) =>
    inLanguagePath(`/embed/${kind}/${id}`, language),
  qr: (kind: "events" | "actors", id: string | number, format: "svg" | "png" | "svg?quiet=0") =>
    `/${kind}/${id}/qr.${format}`,
} as const

/** An address as people write it. */
export function spoken(url: string): string {
  return url.replace(/^https?:\/\//, "")
}
