import { inLanguage, type Language, type Translated } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { Change } from "#features/changes/representation.server.ts"

const actions = [
  "created",
  "copied",
  "updated",
  "published",
  "scheduled",
  "withdrawn",
  "cancelled",
  "postponed",
  "rescheduled",
  "moved_online",
  "tentative",
  "date_changed",
  "date_cancelled",
  "deleted",
  "restored",
  "merged",
  "hidden",
  "shown_again",
  "correction_asked",
  "message_sent",
  "confirmation_accepted",
  "confirmation_declined",
  "confirmation_untagged",
  "attendee_removed",
  "reply_shown",
  "reply_hidden",
  "reply_removed",
  "seen",
  "inside_seen",
] as const

/** Returns a change in words, to follow the person's name: « a changé les dates ». */
export function changeSentence(t: Messages, { action, fields }: Change): string {
  const known = actions.find((one) => one === action)
  if (known && known !== "updated") return t(`manage.did_${known}`)
  const named = fieldNames.filter((name) => name in fields).map((name) => t(`manage.field_${name}`))
  return named.length > 0 ? t("manage.did_update_of", { what: t.list(named) }) : t("manage.did_updated")
}

/** Returns the author of a change in words, when it has no person to name. */
export function authorInWords(t: Messages, { through }: Change): string {
  if (through === "schedule") return t("manage.by_schedule")
  return through === "import" ? t("manage.by_import") : t("manage.somebody_gone")
}

/** The fields that an event's journal names; others follow from these. */
const fieldNames = [
  "title",
  "summary",
  "description",
  "category",
  "tags",
  "start",
  "end",
  "doors",
  "occurrences",
  "recurrence",
  "status",
  "status_reason",
  "mode",
  "online_url",
  "place",
  "room",
  "location",
  "organizers",
  "lineup",
  "parent",
  "images",
  "prices",
  "ticket_url",
  "capacity",
  "age",
  "languages",
  "access",
  "workflow",
  "publish_at",
  "timezone",
  "all_day",
  "language",
  "poster_roll",
] as const

/** Returns the old and new values of a change, where they are short. */
export function changeDetails(t: Messages, { fields }: Change): string[] {
  return fieldNames.flatMap((name) => {
    const [was, is] = (fields[name] ?? []) as [unknown, unknown]
    const words = [was, is].map((value) => valueInWords(t, name, value))
    if (words[0] === undefined || words[1] === undefined || words[0] === words[1]) return []
    const [from, to] = words.map((value) => value || t("manage.empty_value")) as [string, string]
    return [t("manage.from_to", { field: t(`manage.field_${name}`), from, to })]
  })
}

/** Returns a value in words; undefined when it is too long or too detailed for the journal. */
function valueInWords(t: Messages, name: (typeof fieldNames)[number], value: unknown): string | undefined {
  if (value === null || value === undefined) return ""
  switch (name) {
    case "title":
      return isTexts(value) ? inLanguage(value as Translated, t.language, "fr" as Language).text : undefined
    case "start":
    case "end":
    case "doors":
    case "publish_at":
      return typeof value === "string" ? `${t.date(value, "medium")}, ${t.time(value)}` : undefined
    case "status": {
      const known = (["scheduled", "cancelled", "postponed", "rescheduled", "moved_online", "tentative"] as const).find(
        (one) => one === value,
      )
      return known && t(`manage.status_${known}`)
    }
    case "place":
    case "room":
      return isTexts(value) ? String((value as { name?: unknown }).name ?? "") : undefined
    case "status_reason":
    case "online_url":
    case "ticket_url":
    case "timezone":
      return typeof value === "string" && value.length <= 200 ? value : undefined
    case "capacity":
      return typeof value === "number" ? t.number(value) : undefined
    case "tags":
      return Array.isArray(value) && value.length <= 10 ? value.join(", ") : undefined
    case "organizers":
    case "lineup":
      return Array.isArray(value) && value.length <= 10
        ? t.list(value.map((one: { name?: unknown }) => String(one.name ?? "")))
        : undefined
    default:
      return undefined
  }
}

function isTexts(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}
