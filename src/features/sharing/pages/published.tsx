import type { ReactNode } from "react"
import { redirect } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { shownDate } from "#features/events/dates/shown-date.ts"
import { EventPoster } from "#features/events/ui/event-poster.tsx"
import { placeOf, timeOf, titleOf } from "#features/events/ui/event-words.ts"
import type { Event } from "#features/events/event.ts"
import { graceSeconds } from "#features/notices/notice.ts"
import { inLanguage, unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { CalendarPlus, type Icon, Plus, Printer, ShareNetwork } from "#ui/icons.tsx"
import { ArrowRight, Eye } from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import { forms } from "#web/editing/form.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { inLanguagePath, paths, search } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { useSite } from "#web/page/site.ts"
import { CopyField } from "#ui/editing/copy-field.tsx"
import type { Route } from "./+types/published"
import "../ui/sharing.css"
import "../ui/published.css"

const load = page(({ api, params, url }: PageArguments<{ id: string }>) =>
  forUser(async () => {
    const event = await api.get("/api/contents/events/{id}/", { id: params.id })
    // The event was merged into another one, which the API returned.
    if (String(event.id) !== params.id) throw redirect(paths.publishedEvent(event.id) + url.search, 301)
    // Anybody else, and anybody while the event is not public, is sent to the event itself.
    if (event.workflow !== "published" || !event.may?.includes("edit")) throw redirect(paths.event(event.id))
    const id = { id: params.id }
    const [journal, notices] = await Promise.all([
      api.get("/api/contents/events/{id}/changes/", { ...id, limit: 50 }),
      api.get("/api/contents/events/{id}/notices/", { ...id, limit: 50 }),
    ])
    const since = journal.find(({ action }) => action === "published" || action === "created")?.created
    const asked = notices.flatMap(({ kind, actor, due, state }) =>
      kind === "confirmation" && actor ? [{ fid: actor.fid, due, isWaiting: state === "waiting" }] : [],
    )
    // During the grace period, in which a mistake can still be corrected, nobody has been notified.
    const isSoon = since !== undefined && Date.parse(since) + graceSeconds * 1000 > Date.now()
    const isAhead = event.occurrences.some(({ start, end }) => Date.parse(end ?? start) > Date.now())
    return { event, since, asked, telling: isAhead ? (isSoon ? "soon" : "done") : "never" } as const
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms<{ id: string }>({
  tell: async ({ api, values, params, t }) => {
    const tell = values.get("tell") === "yes"
    const { title, language } = await api.patch("/api/contents/events/{id}/", { tell }, { id: params.id })
    const { text } = inLanguage(title, t.language, language)
    return { notice: { message: t(tell ? "telling.loud_done" : "telling.quiet_done", { title: text }) } }
  },
})
export const action = save.server
export const clientAction = save.client

/** The page after publishing an event: view it, share it, print it, go on; and who is notified. */
export default function PublishedPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={loaderData} title={t("published.title")}>
      {(loaded) => <Published {...loaded} />}
    </SignedInOnly>
  )
}

type PublishedProps = {
  event: Event
  /** When the event became public. */
  since: string | undefined
  /** The pages that are asked for confirmation, and when. */
  asked: readonly { fid: string; due: string; isWaiting: boolean }[]
  /** Whether people who chose immediate messages are notified: soon, already, or never because the event is over. */
  telling: "soon" | "done" | "never"
}

function Published({ event, since, asked, telling }: PublishedProps) {
  const t = useMessages()
  const site = useSite()
  const title = titleOf(t, event)
  const date = shownDate(event)
  const place = placeOf(t, event)
  const day = t.date(date.start, "medium")
  const when = [day, timeOf(t, event, date)].filter(Boolean).join(" · ")
  const more = event.occurrences.length - 1
  const another = search({ host: event.organizers[0]?.fid, place: event.place?.fid })
  return (
    <div className="wrap published">
      <PageMeta title={t("published.title_of", { name: title.text })} noindex />
      <header className="published__head">
        <h1 className="d1" tabIndex={-1}>
          <span className="lit">{t("published.is_online")}</span> {t("published.and_now")}
        </h1>
        <CopyField
          label={t("share.address")}
          value={(site?.url ?? "") + inLanguagePath(paths.event(event.id), t.language)}
        />
      </header>
      <div className="duo published__duo">
        <div className="published__bill">
          <EventPoster event={event} date={date} eager />
        </div>
        <div className="published__main">
          <ul className="next">
            <Way icon={Eye} to={paths.event(event.id)} words={t("published.look")}>
              <span lang={title.lang}>{unbroken(title.text)}</span>,{" "}
              {[when, more > 0 && t("published.more_dates", { count: more }), place.name].filter(Boolean).join(", ")}
            </Way>
            <Way icon={ShareNetwork} to={paths.shareEvent(event.id)} words={t("published.share")}>
              {t("published.share_how")}
            </Way>
            <Way icon={Printer} to={paths.printEvent(event.id, { size: "a5" })} words={t("published.print")}>
              {t("published.print_how")}
            </Way>
            <Way icon={CalendarPlus} to={`${paths.editEvent(event.id)}#dates`} words={t("published.add_date")}>
              {t("published.add_date_how")}
            </Way>
            <Way icon={Plus} to={`${paths.newEvent()}${another}`} words={t("published.another")}>
              {t("published.another_how")}
            </Way>
          </ul>
          <Told event={event} since={since} asked={asked} telling={telling} />
        </div>
      </div>
    </div>
  )
}

type WayProps = { icon: Icon; to: string; words: string; children: ReactNode }

function Way({ icon: Mark, to, words, children }: WayProps) {
  return (
    <li>
      <Mark />
      <div>
        <Link className="stretch" to={to}>
          <b>{words}</b>
        </Link>
        <p>{children}</p>
      </div>
      <ArrowRight />
    </li>
  )
}

/** Lists who is notified or asked, each with the time; a hollow dot marks what has not been sent yet. */
function Told({ event, since, asked: requests, telling }: PublishedProps) {
  const t = useMessages()
  const host = event.organizers[0]
  // The organizer's own page has agreed automatically.
  const asked = (event.confirmations ?? []).filter(({ actor }) => actor.fid !== host?.fid)
  return (
    <section aria-labelledby="told">
      <h2 className="d3 published__sub" id="told">
        {t("published.who_is_told")}
      </h2>
      <ul className="told">
        <li>
          <Hour iso={since} />
          <div>
            <strong>{t("published.is_published")}</strong>
            <p className="small t2">
              {host ? t("published.where_shown", { name: host.name }) : t("published.where_shown_alone")}
            </p>
          </div>
        </li>
        {host && (
          <li>
            <Hour iso={since} />
            <div>
              <strong>{t("published.followers", { name: host.name })}</strong>
              <p className="small t2">
                {t("published.followers_when")}{" "}
                {telling !== "never" &&
                  t(
                    event.tell === false
                      ? "telling.followers_quiet"
                      : telling === "soon"
                        ? "telling.followers_now"
                        : "telling.followers_told",
                  )}
              </p>
              {telling === "soon" && (
                <Form name="tell" className="press" isBare>
                  <input type="hidden" name="tell" value={event.tell === false ? "yes" : "no"} />
                  <Submit kind="quiet">{t(event.tell === false ? "telling.loud" : "telling.quiet")}</Submit>
                </Form>
              )}
            </div>
          </li>
        )}
        {asked.map(({ actor, part, status }) => {
          const request = requests.find(({ fid }) => fid === actor.fid)
          // A request is created a moment later; like any notice, it is sent after the grace period for corrections.
          const isWaiting = status === "pending" && (request?.isWaiting ?? true)
          return (
            <li key={`${part} ${actor.fid}`} className={isWaiting ? "told--next" : undefined}>
              <Hour iso={request?.due} />
              <div>
                <strong>{actor.name}</strong>
                <p className="small t2">
                  {status === "accepted" ? t("published.has_agreed") : t(`published.asked_${part}`)}{" "}
                  {isWaiting && t("published.soon")}
                </p>
              </div>
              <Badge tone={status === "accepted" ? "yes" : "plain"}>{t(`event-editor.said_${status}`)}</Badge>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** The time in the zone of the instance, « 17:02 »; an empty space where there is none yet. */
function Hour({ iso }: { iso: string | undefined }) {
  const t = useMessages()
  return iso ? (
    <time className="num" dateTime={iso}>
      {t.time(iso)}
    </time>
  ) : (
    <span />
  )
}
