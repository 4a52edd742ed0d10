import { redirect } from "react-router"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { splitDates } from "#features/events/dates/split-dates.ts"
import { doorsAt, shownDate } from "#features/events/dates/shown-date.ts"
import { EventPoster } from "#features/events/ui/event-poster.tsx"
import { endOf, isCancelled, isOnline, placeOf, timeOf, titleOf } from "#features/events/ui/event-words.ts"
import { PageMeta } from "#web/page/meta.tsx"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { useSite } from "#web/page/site.ts"
import type { Event } from "#features/events/event.ts"
import { files, withoutScheme } from "../addresses.ts"
import { type Paper, paperOf, papers } from "../sheets.ts"
import { PrintBar } from "../ui/print-bar.tsx"
import type { Route } from "./+types/sheet"
import "../ui/sheets.css"

type Loaded = { event: Event; paper: Paper }

// Drafts are not printed: this page does not exist for them, also for their managers.
export const handle: PageHandle<Loaded> = {
  check: ({ event }) => event.workflow === "published" || { status: 404 },
}

const load = page(async ({ api, params, url }: PageArguments<{ id: string }>): Promise<Loaded> => {
  const event = await api.get("/api/contents/events/{id}/", { id: params.id })
  // The event was merged into another one, which the API returned.
  if (String(event.id) !== params.id) throw redirect(paths.printEvent(event.id) + url.search, 301)
  return { event, paper: paperOf(url.searchParams.get("size")) }
}, handle)
export const loader = load.server
export const clientLoader = load.client

/** A flyer on one sheet of paper: the poster, the facts, the QR code. */
export default function EventSheetPage({ loaderData: { event, paper } }: Route.ComponentProps) {
  const t = useMessages()
  const site = useSite()
  const date = shownDate(event)
  const title = titleOf(t, event)
  const { name, city } = placeOf(t, event)
  const path = paths.printEvent(event.id)
  const isOff = isCancelled(event, date)
  const until = endOf(t, event, date)
  const doors = event.all_day ? null : doorsAt(event, date)
  const begins = [t.date(date.start, "full"), timeOf(t, event, date)].filter(Boolean).join(" · ")
  const others = splitDates(event).coming.filter((one) => one.status !== "cancelled" && one.start !== date.start)
  const address = [!isOnline(event) && event.location?.street, city].filter(Boolean).join(", ")
  return (
    <div className="wrap">
      <PageMeta title={t("share.sheet", { name: title.text })} noindex />
      <PrintBar
        back={paths.event(event.id)}
        name={title.text}
        lang={title.lang}
        choices={{
          label: t("share.size"),
          current: paper,
          all: papers.map((one) => ({ value: one, label: one.toUpperCase(), to: `${path}?size=${one}` })),
        }}
      />
      <article className={`leaf leaf--${paper} on-paper`} aria-label={t("share.sheet", { name: title.text })}>
        <div className="leaf__poster">
          <EventPoster event={event} date={date} eager />
        </div>
        <div className="leaf__foot">
          <div className="leaf__facts">
            <h1 className="leaf__title" lang={title.lang}>
              {isOff ? <s>{unbroken(title.text)}</s> : unbroken(title.text)}
            </h1>
            <p className="leaf__when num">
              {event.status !== "scheduled" && (
                <strong className="leaf__state">{t(`ui.status_${event.status}`)} · </strong>
              )}
              <strong>
                {begins}
                {until && ` → ${until}`}
              </strong>
              {doors && <> · {t("ui.doors", { time: t.time(doors) })}</>}
              {others.length > 0 && <> · {t("share.more_dates", { count: others.length })}</>}
            </p>
            <p className="leaf__where">
              <strong>{name}</strong>
              {event.room && `, ${event.room.name}`}
              {address && name !== address && ` · ${address}`}
            </p>
            <p className="leaf__address">{withoutScheme((site?.url ?? "") + paths.event(event.id))}</p>
          </div>
          <div className="leaf__code">
            <img src={files.qr("events", event.id, "svg?quiet=0")} width="120" height="120" alt="" />
          </div>
        </div>
      </article>
    </div>
  )
}
