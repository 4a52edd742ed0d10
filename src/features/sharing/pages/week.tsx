import { redirect } from "react-router"
import type { Actor } from "#features/actors/actor.ts"
import { weekNumber } from "#features/events/dates/calendar.ts"
import { endOf, isCancelled, placeOf, timeOf, titleOf } from "#features/events/ui/event-words.ts"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { addDays, dateAt } from "#lib/time.ts"
import { Swatch } from "#ui/poster/swatch.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { useSite } from "#web/page/site.ts"
import { files, withoutScheme } from "../addresses.ts"
import { mondayOf, weekOf } from "../sheets.ts"
import { PrintBar } from "../ui/print-bar.tsx"
import { density, weekDays, type WeekDay, type WeekLine } from "../week.ts"
import type { Route } from "./+types/week"
import "../ui/sheets.css"

type Loaded = { actor: Actor; monday: string; days: WeekDay[]; count: number; left: number }

export const handle: PageHandle<Loaded> = {
  check: ({ actor }) => actor.status === "published" || { status: 404 },
}

const load = page(async ({ api, params, url }: PageArguments<{ fid: string }>): Promise<Loaded> => {
  const actor = await api.get("/api/actors/{fid}/", { fid: params.fid })
  if (actor.fid !== params.fid) throw redirect(`${paths.weekOfActor(actor.fid)}${url.search}`, 301)
  const monday = mondayOf(url.searchParams.get("week"), dateAt(new Date(), "Europe/Brussels"))
  const { items } = await api.list("/api/contents/events/", {
    actor: actor.fid,
    filter: "all",
    from: monday,
    to: addDays(monday, 6),
    limit: 100,
  })
  return { actor, monday, ...weekDays(items, monday) }
}, handle)
export const loader = load.server
export const clientLoader = load.client

/** The events of a page in one week, on a sheet to hang at the door. */
export default function WeekPage({ loaderData: { actor, monday, days, count, left } }: Route.ComponentProps) {
  const t = useMessages()
  const site = useSite()
  const path = paths.weekOfActor(actor.fid)
  const weeks = [-7, 0, 7].map((shift) => addDays(monday, shift))
  const label = (day: string) => t("share.week", { number: weekNumber(day) })
  const url = (site?.url ?? "") + inLanguagePath(paths.actor(actor.fid), t.language)
  const place = [actor.location?.street, actor.location?.locality].filter(Boolean).join(", ")
  return (
    <div className="wrap">
      <PageMeta title={t("share.week_of", { name: actor.name })} noindex />
      <PrintBar
        back={paths.actor(actor.fid)}
        name={actor.name}
        choices={{
          label: t("share.week", { number: weekNumber(monday) }),
          current: weekOf(monday),
          all: weeks.map((day) => ({
            value: weekOf(day),
            label: t("agenda.week_short", { number: weekNumber(day) }),
            to: `${path}?week=${weekOf(day)}`,
          })),
        }}
      />
      <article
        className="leaf leaf--a4 week"
        aria-label={t("share.week_of", { name: actor.name })}
        data-dense={density(count)}
      >
        <header className="week__head">
          <h1>{actor.name}</h1>
          <p>
            <strong>{label(monday)}</strong> ·{" "}
            {t("share.days", { first: t.date(monday, "monthDay"), last: t.date(addDays(monday, 6), "medium") })}
          </p>
        </header>
        {count === 0 ? (
          <p className="week__none">{t("share.nothing_week")}</p>
        ) : (
          <ol className="week__days">
            {days
              .filter(({ lines }) => lines.length > 0)
              .map((day) => (
                <li key={day.date} className="week__day">
                  <h2>
                    <span aria-hidden="true">{Number(day.date.slice(8))}</span>
                    <span className="vh">{t.date(day.date, "long")}</span>
                    <small aria-hidden="true">{t.date(day.date, "weekday")}</small>
                  </h2>
                  <ul>
                    {day.lines.map((line) => (
                      <Line key={line.date.id} line={line} fid={actor.fid} />
                    ))}
                  </ul>
                </li>
              ))}
          </ol>
        )}
        <footer className="week__foot">
          <img src={files.qr("actors", actor.fid, "svg?quiet=0")} width="90" height="90" alt="" />
          <p>
            <strong>{withoutScheme(url)}</strong>
            <br />
            {left > 0 ? t("share.more_events", { count: left }) : t("share.up_to_date")}
            {place && (
              <>
                <br />
                {place}
              </>
            )}
          </p>
        </footer>
      </article>
    </div>
  )
}

function Line({ line: { event, date, isRunning }, fid }: { line: WeekLine; fid: string }) {
  const t = useMessages()
  const title = titleOf(t, event)
  const isOff = isCancelled(event, date)
  const { name, city } = placeOf(t, event)
  const until = endOf(t, event, date)
  const where = event.place?.fid === fid ? event.room?.name : [name, city].filter(Boolean).join(", ")
  return (
    <li className="week__line">
      <p className="num">
        <b>{isRunning ? t("ui.running") : timeOf(t, event, date) || t("ui.all_day")}</b>
        {until && <small> {`→ ${until}`.replaceAll(" ", "\u00a0")}</small>}
      </p>
      <div>
        <h3 lang={title.lang}>{isOff ? <s>{unbroken(title.text)}</s> : unbroken(title.text)}</h3>
        <p className="week__by">
          <Swatch ink={event.category} />
          {t(`ui.category_${event.category}`)}
          {isOff && ` · ${t("ui.status_cancelled")}`}
        </p>
      </div>
      <p className="week__where">{where}</p>
    </li>
  )
}
