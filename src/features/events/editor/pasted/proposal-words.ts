import type { Messages } from "#i18n/messages.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import { isCategory } from "../../categories.ts"
import { dateRows, isAllDay } from "../form/form-dates.ts"
import { priceRows } from "../form/form-values.ts"
import type { Proposal } from "./groups.ts"

const longest = 90

/** Describes a group as it was recognised: « vendredi 27 novembre 2026, 20:30 ». */
export function proposalWords(t: Messages, { group, fields, words }: Proposal): string {
  const text = words ?? wordsOf(t, group, fields)
  return text.length > longest ? `${text.slice(0, longest).trimEnd()}…` : text
}

function wordsOf(t: Messages, group: Proposal["group"], fields: Fields): string {
  switch (group) {
    case "dates":
      return datesWords(t, fields)
    case "prices":
      return priceWords(t, fields)
    case "place":
      return [
        fields["place.text"],
        fields["location.street"],
        [fields["location.postal_code"], fields["location.locality"]].filter(Boolean).join(" "),
        fields.online_url,
      ]
        .filter(Boolean)
        .join(", ")
    case "category":
      return isCategory(fields.category) ? t(`ui.category_${fields.category}`) : ""
    case "link":
      return (fields.ticket_url ?? "").replace(/^https?:\/\/(?:www\.)?/, "")
    default:
      return Object.values(fields).find(Boolean) ?? ""
  }
}

function datesWords(t: Messages, fields: Fields): string {
  const rows = dateRows(fields)
  const [first] = rows
  if (!first) return ""
  const hours = ({ start, end }: { start: string; end: string | null }) =>
    [start.slice(11, 16), end?.slice(11, 16)].filter(Boolean).join("–")
  if (first.start === "" || first.start.startsWith("T")) return hours({ start: `0000-00-00${first.start}`, end: null })
  if (rows.length === 1) {
    const isLong = isAllDay(fields) && first.end !== null && first.end > first.start
    const day = t.date(first.start, "full")
    return isLong ? `${day} → ${t.date(first.end ?? "", "full")}` : [day, hours(first)].filter(Boolean).join(", ")
  }
  const isSame = rows.every((row) => hours(row) === hours(first))
  const shown = rows.slice(0, 4).map((row) => [t.date(row.start, "short"), ...(isSame ? [] : [hours(row)])].join(" "))
  const more = rows.length > 4 ? [t("event-editor.holds_dates", { count: rows.length })] : []
  return [...shown, ...(isSame && hours(first) ? [hours(first)] : []), ...more].join(", ")
}

function priceWords(t: Messages, fields: Fields): string {
  return priceRows(fields)
    .map((row) => {
      const [kind, label, amount, currency] = ["kind", "label", "amount", "currency"].map(
        (key) => fields[`prices.${row}.${key}`] ?? "",
      )
      const money = amount ? t.money(Number(amount), currency || "EUR") : ""
      const what =
        kind === "free" ? t("event-editor.price_free") : kind === "paid" ? "" : t("event-editor.price_pay_what_you_can")
      return [money || what, label && `(${label})`].filter(Boolean).join(" ")
    })
    .join(" · ")
}
