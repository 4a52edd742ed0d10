import { languageNames, languages } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { type Fields, type ComparedField, plainTextOf, rowsIn } from "#web/editing/edit-values.ts"
import { isCategory } from "../categories.ts"
import type { PageChoice, Room } from "./editor-data.ts"
import { exceptionsOf, dateRows, isAllDay, isRepeated } from "./form/form-dates.ts"
import { amountIn, pickedRows } from "./form/form-values.ts"
import { ruleText } from "./dates/rule.ts"

type Known = { pages: readonly PageChoice[]; rooms: readonly Room[] }

/** Returns the fields in which two people who edit one event may differ, with their readable values. */
export function eventMatters(t: Messages, { pages, rooms }: Known): ComparedField[] {
  const texts = (name: "title" | "summary" | "description"): ComparedField[] =>
    languages.map((language) => ({
      key: `${name}.${language}`,
      label: `${t(`event-editor.${name}`)} (${languageNames[language]})`,
      language,
      read: (fields) => plainTextOf(fields[`${name}.${language}`] ?? ""),
    }))
  const joined =
    (names: string[], between = ", ") =>
    (fields: Fields) =>
      names
        .map((name) => fields[name]?.trim())
        .filter(Boolean)
        .join(between)
  const addressFields = ["street", "postal_code", "locality", "point", "country"].map((name) => `location.${name}`)
  const address = joined(["location.name", ...addressFields.slice(0, -1)])
  const ticked = (prefix: string) => (fields: Fields) =>
    Object.keys(fields)
      .filter((name) => name.startsWith(prefix) && fields[name] === "on")
      .map((name) => name.slice(prefix.length))
      .sort()
      .join(", ")
  const moment = (at: string) => (at.length === 10 ? dated(at) : `${dated(at)}, ${at.slice(11, 16)}`)
  const dated = (at: string) => (/^\d{4}-\d{2}-\d{2}/.test(at) ? t.date(at, "full") : at)
  const dates = (fields: Fields) =>
    dateRows(fields)
      .slice(0, isRepeated(fields) ? 1 : undefined)
      .map(({ start, end, isCancelled }) =>
        [moment(start), end && `→ ${moment(end)}`, isCancelled && t("event-editor.is_off")].filter(Boolean).join(" "),
      )
      .join("\n")

  return [
    ...texts("title"),
    ...texts("summary"),
    ...texts("description"),
    {
      key: "language",
      label: t("event-editor.main_language"),
      read: ({ language }) => languages.filter((one) => one === language).map((one) => languageNames[one])[0] ?? "",
    },
    {
      key: "category",
      label: t("event-editor.category"),
      read: ({ category }) => (isCategory(category) ? t(`ui.category_${category}`) : ""),
    },
    { key: "languages", label: t("event-editor.spoken"), read: ticked("languages.") },
    { key: "tags", label: t("event-editor.tags") },
    { key: "all_day", label: t("event-editor.all_day"), read: (fields) => (isAllDay(fields) ? "✓" : "") },
    { key: "repeats", label: t("event-editor.repeats"), read: (fields) => (isRepeated(fields) ? "✓" : "") },
    { key: "dates", label: t("event-editor.part_times"), read: dates },
    {
      key: "rule",
      label: t("event-editor.rule"),
      read: (fields) =>
        isRepeated(fields) ? (ruleText(fields, dateRows(fields)[0]?.start.slice(0, 10) ?? "") ?? "") : "",
    },
    {
      key: "exceptions",
      label: t("event-editor.exceptions"),
      read: (fields) =>
        isRepeated(fields)
          ? exceptionsOf(fields)
              .map(({ original_start, how, start }) => {
                const words =
                  how === "moved"
                    ? `→ ${moment(start)}`
                    : t(how === "cancelled" ? "event-editor.is_off" : "event-editor.taken_out")
                return `${moment(original_start)} ${words}`
              })
              .join("\n")
          : "",
    },
    { key: "doors", label: t("event-editor.doors") },
    { key: "timezone", label: t("event-editor.timezone") },
    {
      key: "mode",
      label: t("event-editor.mode"),
      read: ({ mode }) => t(`event-editor.mode_${mode === "online" || mode === "hybrid" ? mode : "onsite"}`),
    },
    // The form has a page, or a name and an address, in separate fields; to a reader they are one place.
    {
      key: "place+location",
      label: t("event-editor.place"),
      // The form always has a country; alone it is no address (form-values.ts).
      read: (fields) =>
        !fields.place && address(fields)
          ? joined([fields["place.text"]?.trim() ? "place.text" : "location.name", ...addressFields])(fields)
          : (fields["place.text"] ?? ""),
    },
    {
      key: "room",
      label: t("event-editor.room"),
      read: ({ room }) => rooms.find(({ id }) => String(id) === room)?.name ?? room ?? "",
    },
    { key: "online_url", label: t("event-editor.online_url") },
    {
      key: "host",
      label: t("event-editor.host"),
      read: ({ host }) => pages.find(({ fid }) => fid === host)?.name ?? host ?? "",
    },
    {
      key: "organizers",
      label: t("event-editor.organizers"),
      read: (fields) =>
        pickedRows(fields, "organizers")
          .map(({ name }) => name)
          .join(", "),
    },
    {
      key: "lineup",
      label: t("event-editor.lineup"),
      read: (fields) =>
        pickedRows(fields, "lineup")
          .map(({ name, row }) => [name, fields[`lineup.${row}.role`]?.trim()].filter(Boolean).join(" · "))
          .join("\n"),
    },
    {
      key: "prices",
      label: t("event-editor.part_money"),
      read: (fields) =>
        rowsIn(fields, "prices")
          .map((row) => {
            const kind = fields[`prices.${row}.kind`]
            const what =
              kind === "free"
                ? t("event-editor.price_free")
                : kind === "pay_what_you_can"
                  ? t("event-editor.price_pay_what_you_can")
                  : ""
            const amount = amountIn(fields[`prices.${row}.amount`])
            const money =
              amount === null || Number.isNaN(amount)
                ? fields[`prices.${row}.amount`]?.trim()
                : t.money(amount, fields[`prices.${row}.currency`] || "EUR")
            return [fields[`prices.${row}.label`]?.trim(), money, what].filter(Boolean).join(" · ")
          })
          .filter(Boolean)
          .join("\n"),
    },
    { key: "ticket_url", label: t("event-editor.ticket_url") },
    { key: "capacity", label: t("event-editor.capacity") },
    { key: "age", label: t("event-editor.age"), read: joined(["age.min", "age.max"], " – ") },
    { key: "parent", label: t("event-editor.parent"), read: (fields) => fields["parent.text"] ?? "" },
    {
      key: "access",
      label: t("event-editor.part_access"),
      read: (fields) =>
        Object.entries(fields)
          .filter(([name, value]) => name.startsWith("access.") && (value === "yes" || value === "no"))
          .map(([name, value]) => {
            const feature = name.slice("access.".length) as "step_free"
            return `${t(`ui.access_${feature}`)} : ${t(value === "yes" ? "editor.access_yes" : "editor.access_no")}`
          })
          .join("\n"),
    },
    {
      key: "images",
      label: t("event-editor.images"),
      read: (fields) =>
        rowsIn(fields, "images")
          .map((row) =>
            [`#${fields[`images.${row}`] ?? ""}`, fields[`images.${row}.alt`], fields[`images.${row}.credit`]]
              .filter(Boolean)
              .join(" · "),
          )
          .join("\n"),
    },
    {
      key: "status",
      label: t("event-editor.status"),
      read: ({ status }) => t(`event-editor.status_${(status || "scheduled") as "scheduled"}`),
    },
    { key: "status_reason", label: t("cancel.reason") },
  ]
}
