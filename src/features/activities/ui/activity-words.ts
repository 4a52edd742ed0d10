import type { Messages } from "#i18n/messages.ts"
import type { Activity } from "../activity.ts"

/** Returns the sentence of an activity; `names` are names, or placeholders for them. */
export function activityWords(
  t: Messages,
  activity: Activity,
  site: string,
  { name, other }: { name: string; other: string },
): string {
  const { type, model, count, detail } = activity
  if (!activity.actor) return ofNobody(t, activity)
  if (type === "Cancel") return t("activities.says_cancel", { name, count })
  if (type === "Update") return ofChange(t, detail, name)
  if (model === "actors.Actor") {
    if (type !== "Join") return t("activities.says_actor", { name, site })
    const as = detail === "partner" || detail === "member" ? detail : "group"
    return t(`activities.says_${as}`, { name, other })
  }
  // A past event is worded without an invitation to attend.
  const over = isOver(activity) ? "_over" : ""
  if (type === "Join") return t(`activities.says_performer${over}`, { name })
  if (type === "Announce")
    return t(detail === "place" ? `activities.says_hosts${over}` : `activities.says_organizer${over}`, { name })
  if (model === "contents.Event")
    return count > 1 ? t("activities.says_events", { name, count }) : t(`activities.says_event${over}`, { name })
  if (model === "links.Link")
    return count > 1 ? t("activities.says_links", { name, count }) : t("activities.says_link", { name })
  if (model === "fediverse.Identity") return t("activities.says_identity", { name })
  return count > 1 ? t("activities.says_documents", { name, count }) : t(fileWords[activity.object.type], { name })
}

const fileWords = {
  Audio: "activities.says_sound",
  Image: "activities.says_image",
  Video: "activities.says_film",
  Document: "activities.says_document",
} as const

/** Returns whether an activity is about an event without a date to come. */
export function isOver(activity: Activity): boolean {
  return activity.model === "contents.Event" && activity.object.next === null
}

function ofChange(t: Messages, detail: Activity["detail"], name: string): string {
  switch (detail) {
    case "postponed":
    case "rescheduled":
    case "moved_online":
    case "date_changed":
    case "date_cancelled":
    case "place_changed":
    case "renamed":
      return t(`activities.says_${detail}`, { name })
    default:
      return t("activities.says_changed", { name })
  }
}

/** Returns the sentence of an activity without a page: those of the operator or of an import for everybody. */
function ofNobody(t: Messages, activity: Activity): string {
  const { type, model, count } = activity
  if (model === "actors.Actor") return t("activities.nobody_actors", { count })
  if (model !== "contents.Event") return t("activities.nobody_files", { count })
  if (type === "Create" && count === 1 && isOver(activity)) return t("activities.nobody_event_over")
  if (type === "Create") return t("activities.nobody_event", { count })
  return type === "Cancel" ? t("activities.nobody_cancel", { count }) : t("activities.nobody_changed")
}
