import { accessFeatures } from "#features/places/access.ts"
import { isLanguage } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { isDate } from "#lib/time.ts"
import { type Fields, plainTextOf, rowsIn } from "#web/editing/edit-values.ts"
import { dateRows, isAllDay, isRepeated } from "../form/form-dates.ts"
import type { Event } from "../../event.ts"
import { amountIn, mainTitle, numberIn, pickedRows, priceRows, publishAt } from "../form/form-values.ts"
import { spokenNames } from "../form/spoken-names.ts"

// One-line summaries of the editor's closed parts.

/** Summarises prices and ages: « 12 €, dès 6 ans ». */
export function moneyWords(t: Messages, fields: Fields): string {
  const prices = priceRows(fields).flatMap((row) => {
    const kind = fields[`prices.${row}.kind`]
    if (kind === "free") return [t("event-editor.price_free")]
    const amount = amountIn(fields[`prices.${row}.amount`])
    const money =
      amount === null || Number.isNaN(amount) ? "" : t.money(amount, fields[`prices.${row}.currency`] || "EUR")
    return [money || (kind === "pay_what_you_can" ? t("event-editor.price_pay_what_you_can") : "")].filter(Boolean)
  })
  const least = numberIn(fields["age.min"])
  const age = least ? t("event-editor.holds_age", { age: least }) : t("event-editor.holds_everyone")
  return [prices.join(" · ") || t("event-editor.holds_no_price"), age].join(", ")
}

/** Summarises the dates: « Une seule fois », « Chaque semaine », « 3 dates ». */
export function timesWords(t: Messages, fields: Fields): string {
  const freq = fields["rule.freq"] || "WEEKLY"
  const often = isRepeated(fields)
    ? t(`event-editor.freq_${freq.toLowerCase() as "daily"}`)
    : t("event-editor.holds_dates", { count: Math.max(1, dateRows(fields).length) })
  const doors = fields.doors?.trim()
  return [
    often,
    ...(isAllDay(fields) ? [t("event-editor.all_day").toLocaleLowerCase(t.language)] : []),
    ...(doors && !isAllDay(fields) ? [t("event-editor.holds_doors", { time: doors })] : []),
  ].join(", ")
}

/** Lists the names of performers. */
export function lineupWords(t: Messages, fields: Fields, parent: Pick<Event, "title" | "language"> | null): string {
  const names = [...pickedRows(fields, "lineup"), ...pickedRows(fields, "organizers")].map(({ name }) => name)
  const festival = fields["parent.text"]?.trim() || (fields.parent && parent ? mainTitle(parent) : "")
  return [names.length > 0 ? t.list(names) : t("event-editor.holds_nobody"), festival].filter(Boolean).join(" · ")
}

/** Returns the beginning of the presentation. */
export function textWords(t: Messages, fields: Fields): string {
  const language = isLanguage(fields.language) ? fields.language : "fr"
  const said = [`summary.${language}`, `description.${language}`]
    .map((name) => {
      const words = plainTextOf(fields[name] ?? "")
      return fields[`${name}.format`] === "markdown" ? words.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1") : words
    })
    .find(Boolean)
  return said ?? t("event-editor.holds_no_text")
}

/** Summarises the languages: « Français, anglais ». */
export function languageWords(t: Messages, fields: Fields): string {
  const main = isLanguage(fields.language) ? fields.language : "fr"
  const spoken = spokenNames(t, fields)
  const text = t("editor.holds_language", { language: main })
  return spoken.length > 0 ? `${text}, ${t("event-editor.holds_spoken", { languages: t.list(spoken) })}` : text
}

/** Returns the number of images, or that the poster is drawn. */
export function imageWords(t: Messages, fields: Fields, count: number): string {
  const images = fields.images === undefined ? count : Number(fields.images) || 0
  return t("event-editor.holds_images", { count: images })
}

/** Returns the number of features that differ from the access of the house. */
export function accessWords(t: Messages, fields: Fields): string {
  const said = accessFeatures.filter((feature) => ["yes", "no"].includes(fields[`access.${feature}`] ?? "")).length
  return t("event-editor.holds_access", { count: said })
}

/** Summarises how to attend online. */
export function onlineWords(t: Messages, fields: Fields): string {
  const mode = fields.mode === "online" || fields.mode === "hybrid" ? fields.mode : "onsite"
  return [t(`event-editor.mode_${mode}`), ...(mode === "onsite" ? [] : [fields.online_url?.trim()])]
    .filter(Boolean)
    .join(" · ")
}

/** Summarises the publication: « Tout de suite, au nom du Hangar ». */
export function publicationWords(t: Messages, fields: Fields, name: string, isPublic: boolean): string {
  const by = name.trim() ? t("event-editor.holds_by", { name }) : ""
  const at = publishAt(fields)
  const when = isPublic
    ? t("event-editor.holds_public")
    : at && isDate(at.slice(0, 10))
      ? t("event-editor.holds_later", { date: t.date(at, "long"), time: t.time(at) })
      : t("event-editor.holds_now")
  return [when, by].filter(Boolean).join(", ")
}

/** Returns the number of other dates requested for a copy. */
export function copyWords(t: Messages, fields: Fields): string {
  return t("event-editor.holds_copies", { count: rowsIn(fields, "copies").length })
}
