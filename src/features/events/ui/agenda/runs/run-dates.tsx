import { useEffect, useRef, useState } from "react"
import { useNavigate } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { XBold } from "#ui/icons.tsx"
import { notify } from "#ui/overlays/notifications.ts"
import { StarButton } from "#ui/star-button.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import { useOnceSignedIn, useUser } from "#web/session/session.ts"
import { starred } from "#web/session/since-read.ts"
import type { Event } from "../../../event.ts"
import type { ListedDate } from "../../../listing/agenda.ts"
import type { Answers } from "../answers.ts"
import { loadOnce } from "#ui/loading/lazy-part.tsx"
import { endOf, type ListedEvent, momentInWords, timeOf, titleOf } from "../../event-words.ts"

type RunDatesProps = {
  event: ListedEvent & Pick<Event, "my_attendance">
  dates: ListedDate[]
  /** The dates are unfolded: the viewer's answers are then loaded, once. */
  isOpen: boolean
}

const load = loadOnce(() => import("../answers.ts"))

/** The dates of one production, each as a row of the agenda: a link to the event, and a star for that date alone. */
export function RunDates({ event, dates, isOpen }: RunDatesProps) {
  const t = useMessages()
  const { answers, known, change } = useAnswers(event, isOpen)
  // The answer in the list may be one for a single date only.
  const hasStarred = starred.useIs(event.id, answers?.all === "interested")
  const all = hasStarred ? "interested" : answers?.all === "interested" ? null : (answers?.all ?? null)
  return dates.map((date) => {
    const isOff = event.status === "cancelled" || date.status === "cancelled"
    const end = endOf(t, event, date)
    const own = answers?.dates.get(date.id)
    return (
      <li key={date.id} className={isOff ? "off" : undefined}>
        <b>
          <PageLink to={`${paths.event(event.id)}#dates`}>
            <time dateTime={event.all_day ? date.start.slice(0, 10) : date.start}>{t.date(date.start, "short")}</time>
          </PageLink>
        </b>
        <span className="num">
          {timeOf(t, event, date) || t("ui.all_day")}
          {end && ` → ${end}`}
        </span>
        {isOff ? (
          <Badge tone="err" icon={XBold}>
            {t("ui.status_cancelled")}
          </Badge>
        ) : (
          <DateStar event={event} date={date} all={all} own={own ?? null} known={known} change={change} />
        )}
      </li>
    )
  })
}

type DateStarProps = {
  event: RunDatesProps["event"]
  date: ListedDate
  all: Answers["all"]
  /** Answer for this date alone. */
  own: Answers["all"]
  /** Loads the stored answers. */
  known: () => Promise<Answers>
  change: (date: number, value: Answers["all"]) => void
}

/** The star (« Ça m’intéresse ») of one date. */
function DateStar({ event, date, all, own, known, change }: DateStarProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const { id } = event
  const isOn = (own ?? all) === "interested"
  const there = `${paths.event(id)}#dates`
  const press = useOnceSignedIn(() =>
    load()
      .then(({ answerDate }) => answerDate(t, { id, date: date.id, all, known, change }, navigate))
      .catch(() => notify({ type: "error", message: t("ui.part_lost") })),
  )
  const title = `${titleOf(t, event).text}, ${momentInWords(t, date.start, event.all_day)}`
  return <StarButton title={title} isOn={isOn} to={there} onChange={press} />
}

/** Loads the viewer's answers when the dates are unfolded, and applies the viewer's changes to them. */
function useAnswers({ id }: Pick<Event, "id">, isOpen: boolean) {
  const user = useUser()
  const [answers, setAnswers] = useState<Answers>()
  const who = user?.id
  const asked = useRef<Promise<Answers>>(undefined)
  const known = () => (asked.current ??= loadAnswers(id))
  useEffect(() => {
    if (!isOpen || who === undefined) return
    let isGone = false
    asked.current = loadAnswers(id)
    const show = async (those: Promise<Answers>): Promise<void> => {
      const all = await those
      if (isGone) return
      // A change made meanwhile is part of the later promise.
      if (asked.current && asked.current !== those) await show(asked.current)
      else setAnswers(all)
    }
    void show(asked.current)
    return () => {
      isGone = true
    }
  }, [id, isOpen, who])
  const change = (date: number, value: Answers["all"]) => {
    const changed = (now?: Answers) => ({ all: now?.all ?? null, dates: new Map(now?.dates).set(date, value) })
    asked.current = known().then(changed)
    setAnswers(changed)
  }
  return { answers, known, change }
}

const loadAnswers = (id: number) =>
  load().then(
    (answers) => answers.loadAnswers(id),
    (): Answers => ({ all: null, dates: new Map() }),
  )
