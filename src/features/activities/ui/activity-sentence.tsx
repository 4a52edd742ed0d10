import { Fragment, type ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import { useSite } from "#web/page/site.ts"
import type { Activity } from "../activity.ts"
import { activityWords } from "./activity-words.ts"

/** Placeholders for the names in the sentence; they occur in no text. */
const [nameMark, otherMark] = ["\u0002", "\u0003"]

/** Renders the sentence of an activity with links: « **Le Hangar des Vents** publie un événement » */
export function ActivitySentence({ activity }: { activity: Activity }) {
  const t = useMessages()
  const site = useSite()?.name ?? ""
  const words = activityWords(t, activity, site, { name: nameMark, other: otherMark })
  const other = activity.model === "actors.Actor" ? activity.object : undefined
  return words.split(new RegExp(`(${nameMark}|${otherMark})`)).map((part, at): ReactNode => {
    const page = part === nameMark ? activity.actor : part === otherMark ? other : undefined
    return (
      // The parts of a sentence are never reordered.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={at}>{page ? <Link to={paths.actor(page.fid)}>{page.name}</Link> : part}</Fragment>
    )
  })
}
