import { inLanguagePath } from "#web/paths.ts"
import type { Language } from "#i18n/languages.ts"

/** What is shared: a title, a text and an address. */
export type ShareContent = { title: string; words: string; url: string }

/** Returns the address that opens a new mail with subject and text (RFC 6068). */
export function mailAddress({ title, words, url }: ShareContent): string {
  return `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${words}\n\n${url}\n`)}`
}

/** Returns the address that opens a new text message (RFC 5724), in the only spelling that all phones read. */
export function messageAddress({ words, url }: ShareContent): string {
  return `sms:?&body=${encodeURIComponent(`${words}\n${url}`)}`
}

/** Returns the address with which a calendar program subscribes to a file, rather than importing it once. */
export function subscribeAddress(address: string): string {
  return address.replace(/^https?:/, "webcal:")
}

/** Something that has cards and codes of its own: an event, a page, or a published list. */
export type Kind = "events" | "actors" | "agendas"

/** Paths of the files and screens of an event, a page or a list. */
export const files = {
  calendar: (kind: "events" | "actors", id: string | number, language: Language) =>
    inLanguagePath(`/${kind}/${id}/calendar.ics`, language),
  embed: (kind: Kind, id: string | number, language: Language) => inLanguagePath(`/embed/${kind}/${id}`, language),
  qr: (kind: Kind, id: string | number, format: "svg" | "png" | "svg?quiet=0") => `/${kind}/${id}/qr.${format}`,
} as const

/** Returns an address as people write it, without its scheme. */
export function withoutScheme(url: string): string {
  return url.replace(/^https?:\/\//, "")
}
