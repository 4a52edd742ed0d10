import { lazy, Suspense, useEffect, useRef } from "react"
import { useNavigate, useNavigation, useRevalidator } from "react-router"
import { SignInLink } from "#features/accounts/ui/sign-in-link.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { X } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { LoadMore } from "#ui/load-more.tsx"
import { Note } from "#ui/note.tsx"
import { RowsSkeleton } from "#ui/skeleton.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session.ts"
import { agendaDays } from "../agenda.ts"
import { isFiltered, isOn, mostEvents, pageSize, without } from "../agenda-query.ts"
import { type AgendaData, rememberList } from "../pages/agenda-data.ts"
import { AgendaDayList } from "./agenda-day-list.tsx"
import { activeFilters, agendaAddress, type AgendaPath, unfiltered } from "./agenda-links.ts"
import { EventCard } from "./event-card.tsx"

const MonthCalendar = lazy(() => import("./month-calendar.tsx"))

type AgendaListProps = {
  path: AgendaPath
  agenda: AgendaData
  /** Today as posters. */
  hasWall?: boolean
}

/** What the filters leave: how many, in which order, and the events themselves in the view that was chosen. */
export function AgendaList({ path, agenda, hasWall = false }: AgendaListProps) {
  const t = useMessages()
  const { query, problem, total, isPlaceUnknown, today } = agenda
  const user = useUser()
  useEffect(() => rememberList(agenda), [agenda])

  // What is one's own asks to sign in; what is told to programs without it, an agenda that is published, stays with them.
  if ((problem === "needs_login" && query.rel !== "all") || (query.list && !user)) {
    return (
      <Note action={<SignInLink className="btn" />}>
        <p>{query.rel === "all" ? t("agenda.list_needs_login") : t(`agenda.${query.rel}_needs_login`)}</p>
      </Note>
    )
  }
  if (problem === "no_list") {
    return (
      <Empty
        level={2}
        title={t("agenda.list_unknown")}
        action={<ButtonLink to={agendaAddress(path, without(query, "list"))}>{t("agenda.whole_agenda")}</ButtonLink>}
      />
    )
  }
  if (problem) return <Failed />

  const month = query.month ?? today.slice(0, 7)
  return (
    <>
      <div className={isFiltered(query) || path === "/events" ? "bar mb-6" : "vh"}>
        <p className="t2" role="status">
          {query.view === "calendar"
            ? t("agenda.month_count", { count: total, month: t.date(`${month}-01`, "monthYear") })
            : t("agenda.count", { count: total })}
        </p>
        <ActiveFilters path={path} agenda={agenda} />
      </div>
      {isPlaceUnknown && (
        <Note type="warning">
          <p>{t("agenda.place_unknown")}</p>
        </Note>
      )}
      {query.view === "calendar" ? (
        <Suspense fallback={<RowsSkeleton />}>
          <MonthCalendar agenda={agenda} />
        </Suspense>
      ) : (
        <Events path={path} agenda={agenda} hasWall={hasWall} />
      )}
    </>
  )
}

function ActiveFilters({ path, agenda: { query, today, listName } }: { path: AgendaPath; agenda: AgendaData }) {
  const t = useMessages()
  const active = activeFilters(t, query, today, listName)
  if (active.length === 0) return null
  return (
    <ul className="chips no-print" aria-label={t("agenda.active_filters")}>
      {active.map(({ key, label, rest }) => (
        <li key={key}>
          <Link
            className="chip"
            to={agendaAddress(path, rest)}
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

function Events({ path, agenda, hasWall }: Required<AgendaListProps>) {
  const { query, events, today, hasMore } = agenda
  const list = useRef<HTMLDivElement>(null)
  const focusNext = useFocusOnNew(list)

  const first = query.from && query.from > today ? query.from : (query.to ?? today) < today ? (query.from ?? "") : today
  const days = agendaDays(events, { first, last: query.to, hasMore })
  const isPlain = !isFiltered(query)
  if (events.length === 0 && !(isPlain && hasWall)) return <Nothing path={path} agenda={agenda} />

  return (
    <>
      <div ref={list}>
        {query.view === "grid" ? (
          <ul className="wall">
            {events.map((event, index) => (
              <EventCard
                key={event.id}
                event={event}
                level={2}
                withDate
                isRunning={(event.next?.start ?? today).slice(0, 10) < first}
                eager={index < 4}
              />
            ))}
          </ul>
        ) : (
          <AgendaDayList
            days={days}
            today={today}
            hasWall={hasWall && query.rel !== "managed"}
            withDoings={query.rel === "managed"}
            expected={isPlain && hasWall ? reach(agenda, days.at(-1)?.date) : isOnlyDates(agenda) ? [first] : []}
          />
        )}
      </div>
      {(events.length > pageSize || hasMore) && <More path={path} agenda={agenda} onMore={focusNext} />}
    </>
  )
}

/** The days of the strip that the list reaches. */
function reach({ days, hasMore }: AgendaData, last: string | undefined) {
  const dates = days.map(({ date }) => date)
  return hasMore ? dates.filter((date) => last !== undefined && date < last) : dates
}

function isOnlyDates({ query }: AgendaData) {
  return isOn(query, "dates") && !isFiltered({ ...query, from: undefined, to: undefined })
}

type MoreProps = { path: AgendaPath; agenda: AgendaData; onMore: () => void }

/** The address grows with the list, so that it is the same after "back"; only what is missing is fetched. */
function More({ path, agenda, onMore }: MoreProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const { revalidate, state } = useRevalidator()
  const { query, events, total, hasMore, moreFailed } = agenda
  const next = events.at(-1)?.next?.start.slice(0, 10)
  const isFull = events.length >= mostEvents
  const to = isFull
    ? agendaAddress(path, { ...query, limit: pageSize, from: next })
    : agendaAddress(path, { ...query, limit: Math.min(mostEvents, Math.max(events.length, query.limit) + pageSize) })
  const isLoading =
    state === "loading" ||
    (navigation.state === "loading" &&
      Number(new URLSearchParams(navigation.location.search).get("limit") ?? 0) > events.length)

  return (
    <LoadMore
      state={isLoading ? "loading" : moreFailed ? "error" : hasMore ? "rest" : "end"}
      to={to}
      onMore={() => {
        if (isFull) return void navigate(to)
        onMore()
        if (moreFailed) void revalidate()
        else void navigate(to, { replace: true, preventScrollReset: true })
      }}
      detail={total > events.length && t("agenda.shown_of", { shown: events.length, total: t.number(total) })}
    >
      {next && t("agenda.more_from", { date: t.date(next, "monthDay") })}
    </LoadMore>
  )
}

/** After more was asked for, focus goes to the first event that was not there before. */
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

function Nothing({ path, agenda }: { path: AgendaPath; agenda: AgendaData }) {
  const t = useMessages()
  const { query } = agenda
  const all = agendaAddress(path, unfiltered(query))
  if (query.q) {
    const alone = { ...unfiltered(query), q: query.q }
    const hasOthers = isFiltered({ ...query, q: "" })
    return (
      <Empty
        level={2}
        title={t("ui.nothing_for", { query: query.q })}
        action={
          hasOthers ? (
            <ButtonLink to={agendaAddress(path, alone)}>{t("agenda.drop_filters")}</ButtonLink>
          ) : (
            <ButtonLink to={paths.actors({ q: query.q })}>{t("agenda.search_directory")}</ButtonLink>
          )
        }
      >
        {hasOthers ? t("agenda.search_fewer") : t("agenda.search_elsewhere")}
      </Empty>
    )
  }
  if (!isFiltered(query))
    return (
      <Empty level={2} title={t("ui.dark_tonight")}>
        {t("agenda.nothing_at_all")}
      </Empty>
    )
  if (isOnlyDates(agenda)) {
    const { from = agenda.today, to = from } = query
    return (
      <Empty
        level={2}
        title={t("ui.dark_tonight")}
        action={<ButtonLink to={all}>{t("agenda.whole_agenda")}</ButtonLink>}
      >
        {from === to
          ? t("agenda.nothing_on", { date: t.date(from, "long") })
          : t("agenda.nothing_between", { first: t.date(from, "long"), last: t.date(to, "long") })}
      </Empty>
    )
  }
  return (
    <Empty
      level={2}
      title={t("agenda.nothing_here")}
      action={<ButtonLink to={all}>{t("agenda.whole_agenda")}</ButtonLink>}
    >
      {t("agenda.nothing_matches")}
    </Empty>
  )
}

/** Without script the link asks the same address again. */
function Failed() {
  const t = useMessages()
  const { revalidate, state } = useRevalidator()
  return (
    <div role="alert">
      <Empty
        level={2}
        title={t("agenda.list_failed")}
        action={
          <Button isBusy={state === "loading"} onClick={() => void revalidate()}>
            {t("ui.retry")}
          </Button>
        }
      >
        {t("agenda.list_failed_hint")}
      </Empty>
    </div>
  )
}
