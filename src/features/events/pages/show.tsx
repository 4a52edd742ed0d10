import { Suspense, use } from "react"
import { redirect } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { inLanguage } from "#i18n/languages.ts"
import { dateAt } from "#lib/time.ts"
import { ArrowLeft } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { lazyPart, Nothing } from "#ui/loading/lazy-part.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { fromDocument } from "#web/speed/document-data.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { startIn } from "#web/lists/start-in.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { useSite } from "#web/page/site.ts"
import { eventJsonLd } from "../json-ld.ts"
import { asOfToday, shownDate } from "../dates/shown-date.ts"
import { Attendees } from "../ui/page/attendees.tsx"
import { EventCredits } from "../ui/page/event-credits.tsx"
import { EventDates } from "../ui/page/event-dates.tsx"
import { EventFacts } from "../ui/page/event-facts.tsx"
import { EventHead } from "../ui/page/event-head.tsx"
import { EventState } from "../ui/page/event-state.tsx"
import { EventProgramme } from "../ui/page/event-programme.tsx"
import { EventText } from "../ui/page/event-text.tsx"
import { Neighbours } from "../ui/page/neighbours.tsx"
import { EventPoster, PosterBill } from "../ui/event-poster.tsx"
import { printLayout, textOf } from "../ui/page/print/print-layout.ts"
import { PrintFoot } from "../ui/page/print/print-foot.tsx"
import { titleOf } from "../ui/event-words.ts"
import type { Route } from "./+types/show"
import { readAround } from "./around-data.ts"
import "../ui/page/event-page.css"
import "../ui/answering/answering.css"

const ManagerLinks = lazyPart(() => import("#web/manager-links.tsx"), Nothing)

const load = page(async ({ api, params, url }: PageArguments<{ id: string }>) => {
  const event = await api.get("/api/contents/events/{id}/", { id: params.id })
  // The event was merged into another one, which the API returned.
  if (String(event.id) !== params.id) throw redirect(paths.event(event.id) + url.search, 301)
  // The API returns `may` to signed-in viewers only; answers exist only for them.
  const answered = event.may ? api.get("/api/contents/events/{id}/attendance/", { id: params.id }).catch(() => []) : []
  const around = readAround(api, event, startIn(url, "comments"))
  // In the browser the page does not wait for the content around the event.
  const today = dateAt(new Date(), event.timezone)
  return { event, today, attendances: await answered, around: typeof document === "undefined" ? await around : around }
})
export const loader = (args: Route.LoaderArgs) => load.inDocument(args)
export const clientLoader = load.client

const PendingConfirmations = lazyPart(() => import("../ui/page/pending-confirmations.tsx"))
const EventOrigin = lazyPart(() => import("../ui/page/event-origin.tsx"))
const CommentsElsewhere = lazyPart(() => import("../ui/page/comments-elsewhere.tsx"))
const EventImages = lazyPart(() => import("../ui/page/event-images.tsx"))

/** The page of an event: poster, when and where, organisers, prices, access. */
type Loaded = Awaited<ReturnType<typeof load.client>>
export default fromDocument(function EventPage({ loaderData }: { loaderData: Loaded }) {
  const t = useMessages()
  const site = useSite()
  const { event, today, attendances, around } = loaderData
  const { origin } = event
  // An event that has been running for days is shown with today's date instead of its first.
  const date = asOfToday(shownDate(event), event.all_day, today)
  const title = titleOf(t, event)
  const summary = inLanguage(event.summary, t.language, event.language).text
  const text = textOf(summary, inLanguage(event.description ?? {}, t.language, event.language).text)
  const { isFull } = printLayout(event, { title: title.text, text, today })
  const where = event.place?.name ?? event.location?.locality
  const card = `${paths.eventCard(event.id)}?v=${Date.parse(event.updated).toString(36)}`
  const image = event.images[0]
  const url = (site?.url ?? "") + inLanguagePath(paths.event(event.id), t.language)
  return (
    <>
      <PageMeta
        title={title.text}
        description={[t.date(date.start, "long"), where, summary].filter(Boolean).join(" · ")}
        image={
          origin ? undefined : { url: card, width: 1200, height: 630, alt: t("events.card_alt", { title: title.text }) }
        }
        noindex={Boolean(origin)}
        type="article"
        hasCard={event.workflow === "published"}
        jsonLd={
          import.meta.env.SSR && !origin
            ? eventJsonLd(event, { language: t.language, url, images: [(site?.url ?? "") + card] })
            : undefined
        }
      />
      <div className="wrap event__sheet">
        <div className="bar bar--between py-3 no-print">
          <PageLink className="up" to={paths.events()}>
            <ArrowLeft />
            {t("events.back")}
          </PageLink>
          {event.may?.includes("edit") && (
            <Suspense>
              <ManagerLinks kind="events" of={event.id} />
            </Suspense>
          )}
        </div>
        {event.confirmations?.some(({ status }) => status === "pending") && (
          <Suspense>
            <PendingConfirmations event={event} />
          </Suspense>
        )}
        <EventState event={event} date={date} />
        <article className={isFull ? "event event--full" : "event"} key={event.id}>
          <div className="event__poster">
            {image && <PosterBill event={event} date={date} />}
            <EventPoster event={event} date={date} whole eager />
            {image ? (
              image.credit && <p className="micro t3">{t("ui.image_credit", { credit: image.credit })}</p>
            ) : (
              <p className="micro t3 only-wide">{t("events.poster_note", { name: site?.name ?? "" })}</p>
            )}
          </div>
          <div className="event__body">
            <EventHead event={event} date={date} attendances={attendances} />
            {origin && (
              <Suspense>
                <EventOrigin origin={origin} />
              </Suspense>
            )}
            <EventText event={event} today={today} />
            <EventDates event={event} today={today} attendances={attendances} />
            <EventCredits event={event} />
            <Attendees event={event} />
            <Suspense fallback={<EventFacts event={event} />}>
              <FactsAround event={event} around={around} />
            </Suspense>
            {!event.is_managed && (
              <p className="small no-print">
                <Link className="link t2" to={paths.reportEvent(event.id)} rel="nofollow">
                  {t("events.report")}
                </Link>
              </p>
            )}
            <PrintFoot address={origin?.url ?? url} id={origin ? undefined : event.id} />
          </div>
        </article>
        {event.images.length > 1 && (
          <Suspense>
            <EventImages images={event.images} />
          </Suspense>
        )}
        <EventProgramme event={event} />
        <Suspense>
          <CommentsAround event={event} around={around} />
        </Suspense>
        <Suspense>
          <NeighboursAround around={around} today={today} />
        </Suspense>
      </div>
    </>
  )
})

type Around = Awaited<ReturnType<typeof readAround>>
type AroundProps = { around: Around | Promise<Around> }

function known(around: Around | Promise<Around>): Around {
  return around instanceof Promise ? use(around) : around
}

function FactsAround({ event, around }: AroundProps & Pick<Loaded, "event">) {
  return <EventFacts event={event} house={known(around).house} />
}

function CommentsAround({ event, around }: AroundProps & Pick<Loaded, "event">) {
  const { comments } = known(around)
  return comments ? <CommentsElsewhere comments={comments} eventId={event.id} /> : null
}

function NeighboursAround({ around, today }: AroundProps & Pick<Loaded, "today">) {
  const { house, neighbours } = known(around)
  return house && neighbours.length > 0 ? <Neighbours place={house} events={neighbours} today={today} /> : null
}
