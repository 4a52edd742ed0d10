import { accessFeatures } from "#features/places/access.ts"
import { isLanguage } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { type Fields, rowsIn } from "#web/editing/edit-values.ts"
import { tagsIn } from "../../writing/form-fields.ts"

// One-line summaries of the closed parts of the page editor.

/** Says how many images the page has. */
export function imageWords(t: Messages, fields: Fields): string {
  const count = ["avatar", "banner"].filter((name) => fields[name]).length
  return t("actor-editor.holds_images", { count })
}

/** Summarises accessibility: « Entrée de plain-pied, toilettes accessibles ». */
export function accessWords(t: Messages, fields: Fields, name: string): string {
  const said = accessFeatures.filter((feature) => ["yes", "no"].includes(fields[`${name}.${feature}`] ?? ""))
  const words = said.map((feature) =>
    fields[`${name}.${feature}`] === "yes"
      ? t(`ui.access_${feature}`)
      : t("actor-editor.holds_not", { what: t(`ui.access_${feature}`) }),
  )
  return words.join(", ") || t("actor-editor.holds_unsaid")
}

/** Summarises rows by one of their fields: « Grande salle, Studio ». */
export function rowWords(t: Messages, fields: Fields, name: "rooms" | "links" | "contacts", part: string): string {
  const words = rowsIn(fields, name).map((at) => fields[`${name}.${at}.${part}`]?.trim().replace(/^https?:\/\//, ""))
  return words.filter(Boolean).join(", ") || t(`actor-editor.holds_no_${name}`)
}

/** Summarises category, language and tags: « Théâtre, français, marionnettes ». */
export function aboutWords(t: Messages, fields: Fields): string {
  const { category, language } = fields
  return [
    category ? t(`ui.category_${category as "music"}`) : "",
    isLanguage(language) ? t("editor.holds_language", { language }) : "",
    ...tagsIn(fields.tags ?? ""),
  ]
    .filter(Boolean)
    .join(", ")
}
