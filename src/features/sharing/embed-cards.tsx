import type { ReactNode } from "react"
import type { Actor } from "#features/actors/actor.ts"
import type { PublicAgenda } from "#features/agendas/agenda.ts"
import type { Document } from "#features/documents/document.ts"
import type { Event } from "#features/events/event.ts"
import { asOfToday, shownDate } from "#features/events/dates/shown-date.ts"
import { EventPoster } from "#features/events/ui/event-poster.tsx"
import { endOf, isCancelled, placeOf, timeOf, titleOf } from "#features/events/ui/event-words.ts"
import { dateAt } from "#lib/time.ts"
import { paths } from "#web/paths.ts"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"

type Instance = { siteName: string; base: string }

/** A link out of the frame: it opens a new tab, which does not learn where it was opened from. */
function Out({
  to,
  lang,
  className,
  children,
}: {
  to: string
  lang?: string | undefined
  className?: string
  children: ReactNode
}) {
  return (
    <a href={to} lang={lang} className={className} target="_blank" rel="noopener">
      {children}
    </a>
  )
}

/**
 * Returns the date the card shows; today's when the event has been running for days, because a frame is rendered for each visit.
 */
function dateOf(event: Event) {
  return asOfToday(shownDate(event), event.all_day, dateAt(new Date(), event.timezone))
}

/** The date of the event, « ven. 21 nov. 2026 · 20:30 », or until when it runs. */
function When({ event, isShort = false }: { event: Event; isShort?: boolean }) {
  const t = useMessages()
  const date = dateOf(event)
  const end = date.start !== shownDate(event).start && endOf(t, event, date)
  if (end && isShort)
    return (
      <>
        {t("ui.running")}
        <br />→{"\u00A0"}
        {end}
      </>
    )
  if (end) return t("ui.running_until", { date: end })
  const words = isShort ? t.date(date.start, "short") : t.date(date.start, "shortYear")
  return (
    <time dateTime={event.all_day ? date.start.slice(0, 10) : date.start}>
      {words}
      {isShort ? <br /> : timeOf(t, event, date) && " · "}
      {timeOf(t, event, date)}
    </time>
  )
}

function State({ event }: { event: Event }) {
  const t = useMessages()
  if (isCancelled(event, shownDate(event))) return <p className="off">{t("ui.status_cancelled")}</p>
  if (event.status !== "scheduled" && event.status !== "cancelled")
    return <p className="off">{t(`ui.status_${event.status}`)}</p>
  return event.next === null ? <p className="soft">{t("share.over")}</p> : null
}

/** One event as a line: small poster, date, title, place. */
export function EventLine({ event, siteName, base }: { event: Event } & Instance) {
  const t = useMessages()
  const title = titleOf(t, event)
  const { name, city } = placeOf(t, event)
  return (
    <article className="line">
      <EventPoster event={event} date={dateOf(event)} />
      <div>
        <p className="num soft cut">
          <When event={event} />
        </p>
        <h1 className="name">
          <Out to={`${base}${paths.event(event.id)}`} lang={title.lang} className="stretch">
            {unbroken(title.text)}
          </Out>
        </h1>
        <p className="cut">{[name, city].filter(Boolean).join(", ")}</p>
        <div className="ends">
          <State event={event} />
          <p className="from soft">{siteName}</p>
        </div>
      </div>
    </article>
  )
}

/** One event as its poster, with its content as text below for people who cannot see it. */
export function EventSheet({ event, siteName, base }: { event: Event } & Instance) {
  const t = useMessages()
  const title = titleOf(t, event)
  const { name, city } = placeOf(t, event)
  return (
    <article className="sheet">
      <EventPoster event={event} date={dateOf(event)} />
      <div className="sheet__txt">
        <h1 className={event.images.length > 0 ? "name" : "cut"}>
          <Out to={`${base}${paths.event(event.id)}`} lang={title.lang} className="stretch">
            {unbroken(title.text)}
          </Out>
        </h1>
        <p className="num soft">
          <When event={event} />
        </p>
        <p className="cut">{[name, city].filter(Boolean).join(", ")}</p>
        <State event={event} />
        <p className="from soft">{siteName}</p>
      </div>
    </article>
  )
}

/** Says how many dates follow the one that is shown; cancelled ones do not count. */
function LaterDates({ event }: { event: Event }) {
  const t = useMessages()
  const { start } = shownDate(event)
  const count = event.occurrences.filter((one) => one.status !== "cancelled" && one.start > start).length
  return count > 0 ? <p className="soft">{t("share.more_dates", { count })}</p> : null
}

/** The next events of a page, by date. */
export function ActorAgenda({ actor, ...rest }: { actor: Actor; events: Event[] } & Instance) {
  const t = useMessages()
  const of = { name: actor.name, path: paths.actor(actor.fid), fid: actor.fid }
  return <Agenda of={of} whole={t("share.whole_agenda")} {...rest} />
}

/** The next events of a published list, by date. */
export function ListAgenda({ agenda, ...rest }: { agenda: PublicAgenda; events: Event[] } & Instance) {
  const t = useMessages()
  const lang = agenda.language === t.language ? undefined : agenda.language
  const of = { name: agenda.name, path: paths.agenda(agenda.slug), lang }
  return <Agenda of={of} whole={t("share.whole_list")} {...rest} />
}

type AgendaProps = {
  of: { name: string; path: string; lang?: string | undefined; fid?: string }
  /** Label of the link to all events. */
  whole: string
  events: Event[]
} & Instance

function Agenda({ of, whole, events, siteName, base }: AgendaProps) {
  const t = useMessages()
  return (
    <section className="agenda">
      <h1 className="name">
        <Out to={base + of.path} lang={of.lang}>
          {of.name}
        </Out>
      </h1>
      {events.length === 0 ? (
        <p className="soft">{t("share.nothing_ahead")}</p>
      ) : (
        <ul>
          {events.map((event) => {
            const title = titleOf(t, event)
            const { name, city } = placeOf(t, event)
            const where =
              of.fid && event.place?.fid === of.fid ? event.room?.name : [name, city].filter(Boolean).join(", ")
            return (
              <li key={event.id}>
                <p className="num soft">
                  <When event={event} isShort />
                </p>
                <div>
                  <h2>
                    <Out to={`${base}${paths.event(event.id)}`} lang={title.lang} className="stretch">
                      {unbroken(title.text)}
                    </Out>
                  </h2>
                  {where && <p className="cut">{where}</p>}
                  <LaterDates event={event} />
                  <State event={event} />
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <p className="agenda__end">
        <Out to={base + of.path}>{whole}</Out>
        <span className="soft">{siteName}</span>
      </p>
    </section>
  )
}

/** A sound with the browser's own player: cards contain no script. */
export function SoundLine({ sound, siteName, base }: { sound: Document } & Instance) {
  const { id, title, actor, credit, licence } = sound
  return (
    <article className="heard">
      <h1 className="name cut">
        <Out to={`${base}${paths.sound(id)}`}>{title}</Out>
      </h1>
      <p className="cut soft">
        {actor && <Out to={`${base}${paths.actor(actor.fid)}`}>{actor.name}</Out>}
        {[credit === actor?.name ? undefined : credit, licence].filter(Boolean).map((one) => ` · ${one}`)}
      </p>
      <audio controls preload="none" aria-label={title}>
        {sound.sound?.sources.map(({ url, mime }) => (
          <source key={url} src={url} type={mime} />
        ))}
        <track kind="captions" />
      </audio>
      <p className="from soft">{siteName}</p>
    </article>
  )
}

/** Shown in place of content that is not, or no longer, public. */
export function Gone({ of, siteName, base }: { of: "event" | "page" | "list" | "sound" } & Instance) {
  const t = useMessages()
  return (
    <div className="gone">
      <h1 className="name">{t(`share.gone_${of}`)}</h1>
      <p>
        <Out to={`${base}/`}>{siteName}</Out>
      </p>
    </div>
  )
}
