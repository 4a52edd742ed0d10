import { useEffect, useMemo } from "react"
import { useNavigate } from "react-router"
import { Personal } from "#features/accounts/ui/personal.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { isoAt } from "#lib/time.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Ticket } from "#ui/icons.tsx"
import { Note } from "#ui/note.tsx"
import { demandConfirmation } from "#web/editing/demand-confirmation.ts"
import { forms, type Outcome } from "#web/editing/form.ts"
import { FailedList } from "#web/layout/failed-list.tsx"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { type Layer, spanOfView } from "../calendar/calendar.ts"
import { rememberedLayers, rememberLayers } from "../calendar/remembered.ts"
import { type SheetEntry, withDays } from "../calendar/sheet.ts"
import { AddressPart } from "../ui/calendar/address-part.tsx"
import { CalendarEmpty } from "../ui/calendar/calendar-empty.tsx"
import { CalendarHead } from "../ui/calendar/calendar-head.tsx"
import { calendarAddress } from "../ui/calendar/calendar-words.ts"
import { ChosenDay, ListSheet, RunningPart } from "../ui/calendar/day-parts.tsx"
import { MonthSheet } from "../ui/calendar/month-sheet.tsx"
import { WeekSheet } from "../ui/calendar/week-sheet.tsx"
import type { Route } from "./+types/calendar"
import { type CalendarData, readCalendar } from "./calendar-data.ts"
import "../ui/agenda/month/month.css"
import "../ui/outings/outings.css"
import "../ui/calendar/personal-calendar.css"
import "../ui/calendar/week-sheet.css"
import "../ui/calendar/calendar-on-paper.css"

const load = page(({ api, url }) => forUser(() => readCalendar(api, url)))
export const loader = load.server
export const clientLoader = load.client

const layersIn = (values: { getAll(name: string): string[] }) =>
  values.getAll("layers").flatMap((value) => value.split(",")) as Layer[]

const save = forms({
  "address-make": async ({ api, values }) => ({
    given: await api.post("/api/me/calendar/", { layers: layersIn(values) }),
  }),
  "address-renew": async (args) => {
    demandConfirmation(args)
    return { given: await args.api.post("/api/me/calendar/", { layers: layersIn(args.values) }) }
  },
  "address-revoke": async (args) => {
    demandConfirmation(args)
    await args.api.delete("/api/me/calendar/")
    return { notice: { message: args.t("calendar.address_revoked") } }
  },
})
export const action = save.server
export const clientAction = save.client

/** The personal calendar of answered, starred, followed and managed events, as a month, a week or a list. */
export default function CalendarPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <Personal data={loaderData} title={t("calendar.title")}>
      {(data) => <Calendar data={data} outcome={actionData as Outcome | undefined} />}
    </Personal>
  )
}

function Calendar({ data, outcome }: { data: CalendarData; outcome: Outcome | undefined }) {
  const t = useMessages()
  const { query, today, timezone, trouble } = data
  useRemembered(data)
  const entries = useMemo(() => entriesOf(data), [data])
  const all = useMemo(() => new Map(entries.map((entry) => [entry.date.id, entry])), [entries])
  const { first, last } = spanOfView(query.view, query.date)
  const isEmpty = !entries.some((entry) => entry.first <= last && entry.last >= first)
  const addressOf = (day: string) => calendarAddress({ ...query, date: day })
  const what = { entries, date: query.date, today }

  return (
    <>
      <CalendarHead query={query} today={today} />
      {trouble ? (
        <FailedList
          trouble={trouble}
          address={calendarAddress(query)}
          failed={t("calendar.failed")}
          needsAccount={t("calendar.private")}
        />
      ) : (
        <>
          {query.view === "month" && <MonthSheet {...what} addressOf={addressOf} />}
          {query.view === "week" && <WeekSheet {...what} all={all} addressOf={addressOf} />}
          {query.view === "list" && <ListSheet {...what} all={all} timezone={timezone} />}
          {data.total > data.entries.length && (
            <Note type="warning">
              <p>{t("calendar.too_many", { total: t.number(data.total), shown: t.number(data.entries.length) })}</p>
            </Note>
          )}
          {isEmpty ? (
            <CalendarEmpty query={query} />
          ) : (
            query.view !== "list" && <ChosenDay {...what} all={all} timezone={timezone} />
          )}
          <RunningPart entries={entries} first={first} last={last} />
          {entries.some(isElsewhere(timezone)) && (
            <p className="small t2">{t("calendar.zones", { zone: timezone.replaceAll("_", " ") })}</p>
          )}
        </>
      )}
      <footer className="grid gap-4 no-print">
        <div className="bar bar--between">
          <p className="t2">{t("calendar.private")}</p>
          <ButtonLink icon={Ticket} to={`${paths.outings()}#diary`}>
            {t("calendar.diary")}
          </ButtonLink>
        </div>
        <AddressPart address={data.address} outcome={outcome} />
      </footer>
    </>
  )
}

/** Joins each date with its event, which gets that date and the answer for it. */
function entriesOf({ entries, events }: CalendarData): SheetEntry[] {
  const known = new Map(events.map((event) => [event.id, event]))
  return entries.flatMap(({ event: id, ...entry }) => {
    const event = known.get(id)
    return event ? [withDays({ ...entry, event: { ...event, next: entry.date, my_attendance: entry.answer } })] : []
  })
}

/** Tells whether the event's clock differs from the reader's. */
function isElsewhere(timezone: string) {
  return ({ date, event }: SheetEntry) =>
    !event.all_day && isoAt(new Date(date.start), timezone).slice(0, 16) !== date.start.slice(0, 16)
}

/** Shows the layers this device showed last, which a document from the server cannot know. */
function useRemembered({ query, isSaid }: CalendarData) {
  const navigate = useNavigate()
  const chosen = query.layers.join()
  useEffect(() => {
    if (isSaid) return rememberLayers(query.layers)
    const known = rememberedLayers()
    if (known && known.join() !== chosen)
      void navigate(calendarAddress({ ...query, layers: known }), { replace: true, preventScrollReset: true })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- as often as what is shown changes
  }, [isSaid, chosen])
}
