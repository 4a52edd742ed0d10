import { useEffect, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { browserApi } from "#web/api/browser-api.ts"
import type { Activity } from "../activity.ts"
import { countArrived, type FeedQuery, feedRequest, pageSize } from "../feed.ts"

/** Interval (milliseconds) between checks for new activities while the feed is open. */
const every = 60_000

type ArrivedNoteProps = { query: FeedQuery; shown: readonly Activity[]; onShow: () => void }

/** Shows how many activities arrived since: the feed itself does not move until the reader asks for them. */
export function ArrivedNote({ query, shown, onShow }: ArrivedNoteProps) {
  const t = useMessages()
  const [count, setCount] = useState(0)

  useEffect(() => {
    let isOver = false
    const look = async () => {
      if (document.visibilityState !== "visible") return
      const { path, parameters } = feedRequest(query)
      // A failed request is tried again in a minute.
      const now = await browserApi.list(path, { ...parameters, start: 0 }).catch(() => undefined)
      if (now && !isOver) setCount(countArrived(shown, now.items))
    }
    const timer = setInterval(() => void look(), every)
    const onVisible = () => void look()
    document.addEventListener("visibilitychange", onVisible)
    return () => {
      isOver = true
      clearInterval(timer)
      document.removeEventListener("visibilitychange", onVisible)
    }
  }, [query, shown])

  return (
    <div className="arrived" role="status">
      {count > 0 && (
        <p className="bar">
          <span>{count < pageSize ? t("activities.arrived", { count }) : t("activities.many_arrived")}</span>
          <Button onClick={onShow}>{t("activities.show_arrived")}</Button>
        </p>
      )}
    </div>
  )
}
