import { Fragment, type ReactNode } from "react"
import type { Messages } from "#i18n/messages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import { useSite } from "#web/site.ts"
import type { Activity } from "../activity.ts"

/** Where the names go in the words; no text has them. */
const [nameMark, otherMark] = ["\u0002", "\u0003"]

/** « **Le Hangar des Vents** publie un événement » */
export function ActivitySentence({ activity }: { activity: Activity }) {
  const t = useMessages()
  const site = useSite()?.name ?? ""
  const words = wordsOf(t, activity, site)
  const other = activity.model === "actors.Actor" ? activity.object : undefined
  return words.split(new RegExp(`(${nameMark}|${otherMark})`)).map((part, at): ReactNode => {
    const page = part === nameMark ? activity.actor : part === otherMark ? other : undefined
    return (
      // The parts of a sentence do not move.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={at}>{page ? <Link to={paths.actor(page.fid)}>{page.name}</Link> : part}</Fragment>
    )
  })
}

function wordsOf(t: Messages, activity: Activity, site: string): string {
  const { type, model, count, detail } = activity
  if (!activity.actor) return ofNobody(t, activity)
  const name = nameMark
  if (type === "Cancel") return t("activities.says_cancel", { name, count })
  if (type === "Update") return ofChange(t, detail)
  if (model === "actors.Actor") {
    if (type !== "Join") return t("activities.says_actor", { name, site })
    const as = detail === "partner" || detail === "member" ? detail : "group"
    return t(`activities.says_${as}`, { name, other: otherMark })
  }
  if (type === "Join") return t("activities.says_performer", { name })
  if (type === "Announce")
    return t(detail === "place" ? "activities.says_hosts" : "activities.says_organizer", { name })
  if (model === "contents.Event")
    return count > 1 ? t("activities.says_events", { name, count }) : t("activities.says_event", { name })
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

function ofChange(t: Messages, detail: Activity["detail"]): string {
  switch (detail) {
    case "postponed":
    case "rescheduled":
    case "moved_online":
    case "date_changed":
    case "date_cancelled":
    case "place_changed":
    case "renamed":
      return t(`activities.says_${detail}`, { name: nameMark })
    default:
      return t("activities.says_changed", { name: nameMark })
  }
}

/** What nobody's page did: an import for all, the operator. */
function ofNobody(t: Messages, { type, model, count }: Activity): string {
  if (model === "actors.Actor") return t("activities.nobody_actors", { count })
  if (model !== "contents.Event") return t("activities.nobody_files", { count })
  if (type === "Create") return t("activities.nobody_event", { count })
  return type === "Cancel" ? t("activities.nobody_cancel", { count }) : t("activities.nobody_changed")
}
