import { Suspense, useEffect, useRef } from "react"
import { useNavigate, useNavigation } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { X } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { Link } from "#ui/link.tsx"
import { LoadMore } from "#ui/loading/load-more.tsx"
import { Note } from "#ui/note.tsx"
import { RowsSkeleton } from "#ui/loading/skeleton.tsx"
import { FollowList } from "#web/following/follow-list.tsx"
import { agendaSubject } from "#web/following/subject.ts"
import { useIsReadAgain, useReadAgain } from "#web/navigation/read-again.ts"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"
import { agendaDays, withoutRepeats } from "../../listing/agenda.ts"
import {
  type AgendaQuery,
  followedQuery,
  isFiltered,
  hasOnlyDates,
  isRelative,
  mostEvents,
  pageSize,
} from "../../listing/agenda-query.ts"
import { monthOf } from "../../month/month.ts"
import { type AgendaData, needsSignIn, rememberList } from "../../pages/agenda-data.ts"
import { AgendaDayList, AllRunningLink, RepeatsNote } from "./agenda-day-list.tsx"
import { activeFilters, agendaAddress, type AgendaScreen } from "./agenda-links.ts"
import { EventCard } from "./rows/event-card.tsx"

const MonthCalendar = lazyPart(() => import("./month/month-calendar.tsx"))
const Instead = lazyPart(() => import("./agenda-placeholder.tsx"))

type AgendaListProps = {
  screen: AgendaScreen
  agenda: AgendaData
  /** Shows today's events as posters. */
  hasWall?: boolean
}

/** The list that the filters leave: number of events, their order, and the events in the chosen view. */
export function AgendaList({ screen, agenda, hasWall = false }: AgendaListProps) {
  const t = useMessages()
  const { query, problem, running, isPlaceUnknown, today } = agenda
  const total = agenda.total + (running?.total ?? 0)
  const user = useUser()
  useEffect(() => rememberList(agenda), [agenda])

  if (needsSignIn(agenda, user !== null) || problem === "no_list")
    return <InPlaceOfList screen={screen} agenda={agenda} />
  if (problem) return <Failed />

  const month = monthOf(query, today)
  return (
    <>
      <div className={isFiltered(query) || screen === "events" ? "bar mb-6" : "vh"}>
        <p className="t2" role="status">
          {query.view === "calendar"
            ? t("agenda.month_count", { count: total, month: t.date(`${month}-01`, "monthYear") })
            : t("agenda.count", { count: total })}
        </p>
        <ActiveFilters screen={screen} agenda={agenda} />
        {query.start > 0 && (
          <Link className="link no-print" to={agendaAddress(screen, { ...query, start: 0, limit: pageSize })}>
            {t("agenda.from_start")}
          </Link>
        )}
        {query.rel !== "all" && total > 0 && (
          <Link className="link no-print" to={paths.personalCalendarPage({ layers: query.rel })}>
            {t("agenda.in_my_calendar")}
          </Link>
        )}
      </div>
      {isPlaceUnknown && (
        <div className="mb-6">
          <Note type="warning">{t("agenda.place_unknown")}</Note>
        </div>
      )}
      {query.view === "calendar" ? (
        <Suspense fallback={<RowsSkeleton />}>
          <MonthCalendar agenda={agenda} />
        </Suspense>
      ) : (
        <Events screen={screen} agenda={agenda} hasWall={hasWall} />
      )}
      <FollowThis query={query} today={today} />
    </>
  )
}

/** Links to follow the narrowed agenda by mail, calendar or feed. Below the list, which readers want to see first. */
function FollowThis({ query, today }: { query: AgendaQuery; today: string }) {
  const t = useMessages()
  const followed = followedQuery(query, today)
  if (!followed) return null
  const subject = agendaSubject(followed, t.language, query.place)
  return (
    <p className="bar py-6 no-print">
      <FollowList subject={{ ...subject, isWithoutDates: isRelative(query, today) }}>
        {t(subject.isSearch ? "ui.follow_search" : "ui.follow_agenda")}
      </FollowList>
    </p>
  )
}

function InPlaceOfList(what: { screen: AgendaScreen; agenda: AgendaData }) {
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <Instead {...what} />
    </Suspense>
  )
}

function ActiveFilters({ screen, agenda: { query, today, listName } }: { screen: AgendaScreen; agenda: AgendaData }) {
  const t = useMessages()
  const active = activeFilters(t, query, today, listName)
  if (active.length === 0) return null
  return (
    <ul className="chips no-print" aria-label={t("agenda.active_filters")}>
      {active.map(({ key, label, rest }) => (
        <li key={key}>
          <Link
            className="chip"
            to={agendaAddress(screen, rest)}
            preventScrollReset
            aria-label={t("agenda.without_filter", { filter: label })}
          >
            {label}
            <X />
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Events({ screen, agenda, hasWall }: Required<AgendaListProps>) {
  const { query, events, today, hasMore } = agenda
  const running = agenda.running?.events ?? []
  const list = useRef<HTMLDivElement>(null)
  const focusNext = useFocusOnNew(list)

  const first = firstDay(agenda)
  const all = agendaDays([...running, ...events], { first, last: query.to, hasMore })
  const { days, onceFrom } = query.rel === "all" && !query.list ? { days: all } : withoutRepeats(all)
  const isPlain = !isFiltered(query)
  if (events.length + running.length === 0 && !(isPlain && hasWall))
    return <InPlaceOfList screen={screen} agenda={agenda} />

  // A wall of posters has no days to put running events under.
  const wall = events.length > 0 ? events : running
  const shown = query.view === "grid" && events.length > 0 ? 0 : running.length
  const count = agenda.running?.total ?? 0
  const allRunning = count > shown && <AllRunningLink query={query} count={count} />
  return (
    <>
      <div ref={list}>
        {query.view === "grid" ? (
          <>
            {allRunning && <p className="day-rest">{allRunning}</p>}
            <ul className="wall mb-6">
              {wall.map((event, index) => (
                <EventCard
                  key={event.id}
                  event={event}
                  level={2}
                  withDate
                  runsOn={(event.next?.start ?? today).slice(0, 10) < first ? first : undefined}
                  eager={index < 4}
                />
              ))}
            </ul>
          </>
        ) : (
          <AgendaDayList
            days={days}
            today={today}
            afterFirst={allRunning}
            hasWall={hasWall && query.rel !== "managed"}
            withDoings={query.rel === "managed"}
            // Days are counted without filters.
            counts={countedDays(agenda, days.at(-1)?.date)}
            // A list that begins further on does not know the days before.
            expected={
              query.start > 0
                ? []
                : isPlain && hasWall
                  ? reach(agenda, days.at(-1)?.date)
                  : hasOnlyDates(query)
                    ? [first]
                    : []
            }
          />
        )}
        {onceFrom && query.view !== "grid" && <RepeatsNote date={onceFrom} />}
      </div>
      {(events.length > pageSize || hasMore || query.start > 0) && (
        <More screen={screen} agenda={agenda} onMore={focusNext} />
      )}
    </>
  )
}

/** Returns the first day of the list: today, unless the query has a later or past day. */
function firstDay({ query: { from, to }, today }: AgendaData) {
  return from && from > today ? from : (to ?? today) < today ? (from ?? "") : today
}

/**
 * Returns the days whose counts exceed the list. Days are counted without filters; some dates of today are over and no longer
 * listed; for a single day the list itself goes on.
 */
function countedDays({ query, days, today, hasMore }: AgendaData, last: string | undefined) {
  const { from, to } = query
  if (query.start > 0 || (isFiltered(query) && !hasOnlyDates(query)) || (from && from === to && !hasMore)) return []
  return days.filter(({ date }) => date !== today || (hasMore && date === last))
}

/** Returns the days of the strip that the list reaches. */
function reach({ days, hasMore }: AgendaData, last: string | undefined) {
  const dates = days.map(({ date }) => date)
  return hasMore ? dates.filter((date) => last !== undefined && date < last) : dates
}

type MoreProps = { screen: AgendaScreen; agenda: AgendaData; onMore: () => void }

/** The button for more events. The address grows with the list, for "back" to show the same; only new events are loaded. */
function More({ screen, agenda, onMore }: MoreProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const readAgain = useReadAgain()
  const isReadAgain = useIsReadAgain()
  const { query, events, running, hasMore, moreFailed } = agenda
  // As in the count above the list, with running events.
  const total = agenda.total + (running?.total ?? 0)
  const shown = query.start + events.length + (query.view === "grid" ? 0 : (running?.events.length ?? 0))
  const last = events.at(-1)?.next?.start.slice(0, 10)
  // Running events are listed under the first day.
  const next = last && (last < firstDay(agenda) ? firstDay(agenda) : last)
  const isFull = events.length >= mostEvents
  const to = isFull
    ? agendaAddress(screen, { ...query, limit: pageSize, start: query.start + events.length })
    : agendaAddress(screen, { ...query, limit: Math.min(mostEvents, Math.max(events.length, query.limit) + pageSize) })
  const isLoading =
    isReadAgain ||
    (navigation.state === "loading" &&
      Number(new URLSearchParams(navigation.location.search).get("limit") ?? 0) > events.length)

  return (
    <LoadMore
      state={isLoading ? "loading" : moreFailed ? "error" : hasMore ? "rest" : "end"}
      to={to}
      onMore={() => {
        if (isFull) return void navigate(to)
        onMore()
        if (moreFailed) void readAgain()
        else void navigate(to, { replace: true, preventScrollReset: true })
      }}
      detail={total > shown && t("agenda.shown_of", { shown, total: t.number(total) })}
    >
      {next && t("agenda.more_from", { date: t.date(next, "monthDay") })}
    </LoadMore>
  )
}

/** Moves the focus to the first new event after more were loaded. */
function useFocusOnNew(list: React.RefObject<HTMLElement | null>) {
  const before = useRef<Set<Element>>(undefined)
  useEffect(() => {
    const known = before.current
    const links = [...(list.current?.querySelectorAll<HTMLElement>(":is(h2, h3) a") ?? [])]
    const found = known && links.find((link) => !known.has(link))
    if (!found) return
    before.current = undefined
    found.focus({ preventScroll: true })
  })
  return () => {
    before.current = new Set(list.current?.querySelectorAll(":is(h2, h3) a"))
  }
}

/** A failed load, with a button to repeat it; without script a link to the same address. */
function Failed() {
  const t = useMessages()
  const readAgain = useReadAgain()
  const isReadAgain = useIsReadAgain()
  return (
    <div role="alert">
      <Empty
        level={2}
        title={t("agenda.list_failed")}
        action={
          <Button isBusy={isReadAgain} onClick={() => void readAgain()}>
            {t("ui.retry")}
          </Button>
        }
      >
        {t("agenda.list_failed_hint")}
      </Empty>
    </div>
  )
}
