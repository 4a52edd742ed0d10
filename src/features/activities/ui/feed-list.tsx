import { type ReactNode, useEffect, useRef, useState } from "react"
import { addDays, dateAt } from "#lib/time.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Fold } from "#ui/fold.tsx"
import { Link } from "#ui/link.tsx"
import { LoadMore } from "#ui/loading/load-more.tsx"
import type { List } from "#web/api.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { useReadAgain } from "#web/navigation/read-again.ts"
import { paths } from "#web/paths.ts"
import { useSite } from "#web/page/site.ts"
import { useMore } from "#web/lists/use-more.ts"
import type { Activity } from "../activity.ts"
import { byDay, type FeedQuery, feedRequest, pageSize, writeFeed } from "../feed.ts"
import { ActivityLine } from "./activity-line.tsx"
import { ArrivedNote } from "./arrived-note.tsx"

type FeedListProps = { query: FeedQuery; found: List<Activity> }

/**
 * Renders activities by day, with a button for more. The list stays the same while somebody reads it: a background
 * revalidation moves nothing, and new activities are only shown when the reader asks for them.
 */
export function FeedList({ query, found }: FeedListProps) {
  const readAgain = useReadAgain()
  const [{ shown, turn }, setShown] = useState({ shown: found, turn: 0 })
  // The list at the time when newer activities were requested; it is replaced as soon as they are loaded.
  const [former, setFormer] = useState<typeof found>()
  if (former && former !== found) {
    setFormer(undefined)
    setShown({ shown: found, turn: turn + 1 })
  }
  useEffect(() => {
    if (turn === 0) return
    document.querySelector<HTMLElement>("h1")?.focus()
    window.scrollTo({ top: 0 })
  }, [turn])
  const showNew = () => {
    setFormer(found)
    void readAgain()
  }
  return <Read key={turn} query={query} first={shown} onShow={showNew} />
}

type ReadProps = { query: FeedQuery; first: List<Activity>; onShow: () => void }

function Read({ query, first, onShow }: ReadProps) {
  const t = useMessages()
  const timezone = useSite()?.timezone ?? "Europe/Brussels"
  const [today] = useState(() => dateAt(new Date(), timezone))
  const list = useRef<HTMLDivElement>(null)
  const load = (start: number) => {
    const { path, parameters } = feedRequest(query)
    return browserApi.list(path, { ...parameters, start })
  }
  const { items, reached, total, state, loadMore } = useMore({ ...first, start: query.start }, idOf, load, list)
  const rest = total - reached
  return (
    <div ref={list}>
      {query.start > 0 ? (
        <p className="bar">
          <Link className="btn" to={paths.activities(writeFeed({ ...query, start: 0 }))}>
            {t("activities.from_start")}
          </Link>
        </p>
      ) : (
        <ArrivedNote query={query} shown={first.items} onShow={onShow} />
      )}
      {byDay(items).map(({ date, activities }) => (
        <Day key={date} date={date} today={today}>
          <ul className="rows">
            {activities.map((activity) => (
              <ActivityLine key={activity.id} activity={activity} />
            ))}
          </ul>
        </Day>
      ))}
      {(rest > 0 || state !== "end" || items.length > pageSize) && (
        <LoadMore
          state={state}
          onMore={loadMore}
          to={paths.activities(writeFeed({ ...query, start: reached }))}
          detail={state === "rest" ? t("activities.turn_page") : undefined}
        >
          {t("ui.more_count", { count: t.number(Math.min(rest, pageSize)) })}
        </LoadMore>
      )}
    </div>
  )
}

const idOf = ({ id }: Activity) => id

function Day({ date, today, children }: { date: string; today: string; children: ReactNode }) {
  const t = useMessages()
  const near =
    date === today ? t("ui.today") : date === addDays(today, -1) ? t("activities.yesterday") : t.date(date, "monthName")
  const title = t.date(date, "long")
  return (
    <Fold
      sign={String(Number(date.slice(8, 10)))}
      title={date >= addDays(today, -1) ? `${near}, ${title}` : title}
      label={
        <>
          {near}
          <br />
          {t.date(date, "weekday")}
        </>
      }
    >
      {children}
    </Fold>
  )
}
