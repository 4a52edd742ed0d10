import { redirect } from "react-router"
import { calendarOf } from "#features/events/ui/page/calendar-of.ts"
import { shownDate } from "#features/events/dates/shown-date.ts"
import { EventPoster } from "#features/events/ui/event-poster.tsx"
import { isOnline, placeOf, timeOf, titleOf } from "#features/events/ui/event-words.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { RssSimple } from "#ui/icons.tsx"
import { AddToLinks } from "#web/add-to/add-to-links.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { inLanguagePath, paths } from "#web/paths.ts"
import { useSite } from "#web/page/site.ts"
import { files, subscribeAddress } from "../addresses.ts"
import { cardCode } from "../snippets.ts"
import { shareQueryOf } from "../share-query.ts"
import { CopyField } from "#ui/editing/copy-field.tsx"
import { Elsewhere } from "../ui/elsewhere.tsx"
import { type OfferedLook, OnSite } from "../ui/on-site.tsx"
import { Bill, BillFiles, NotPublished, ShareFrame, SharePart } from "../ui/share-parts.tsx"
import type { Route } from "./+types/event"
import "../ui/sharing.css"

const load = page(async ({ api, params, url }: PageArguments<{ id: string }>) => {
  const event = await api.get("/api/contents/events/{id}/", { id: params.id })
  // The event was merged into another one, which the API returned.
  if (String(event.id) !== params.id) throw redirect(paths.shareEvent(event.id) + url.search, 301)
  return { event, asked: shareQueryOf(url) }
})
export const loader = load.server
export const clientLoader = load.client

/** All ways to share an event. */
export default function ShareEventPage({ loaderData: { event, asked } }: Route.ComponentProps) {
  const t = useMessages()
  const site = useSite()
  const title = titleOf(t, event)
  const back = paths.event(event.id)
  const meta = <PageMeta title={t("share.title_of", { name: title.text })} noindex />
  if (event.workflow !== "published") {
    return (
      <ShareFrame back={back} name={title.text} lang={title.lang}>
        {meta}
        <NotPublished words={t("share.draft_event")} edit={paths.editEvent(event.id)} />
      </ShareFrame>
    )
  }

  const date = shownDate(event)
  const publicUrl = site?.url ?? ""
  const url = publicUrl + inLanguagePath(back, t.language)
  const place = placeOf(t, event)
  const address = [!isOnline(event) && event.location?.street, place.city].filter(Boolean).join(", ")
  const day = t.date(date.start, "shortYear")
  const when = [day, timeOf(t, event, date)].filter(Boolean).join(" · ")
  const told = [when, place.name, address].filter(Boolean)
  const words = [title.text, [when, place.name, place.city].filter(Boolean).join(", ")].join(" — ")
  const calendar = calendarOf(t, event, publicUrl)
  // The venue, or else the first organizer, whose calendar can be subscribed to beside the event.
  const host = event.place ?? event.organizers[0]

  return (
    <ShareFrame back={back} name={title.text} lang={title.lang}>
      {meta}
      <div className="duo share__duo">
        <section className="share__bill" aria-label={t("share.bill")}>
          <Bill
            picture={<EventPoster event={event} date={date} eager />}
            name={title.text}
            lang={title.lang}
            lines={told}
            qr={files.qr("events", event.id, "svg?quiet=0")}
            url={publicUrl + back}
          />
          <BillFiles
            kind="events"
            of={event.id}
            sheet={paths.printEvent(event.id, { size: "a5" })}
            print={t("share.print_bill")}
          />
        </section>
        <div>
          <SharePart id="link" title={t("share.link")}>
            <CopyField label={t("share.address")} value={url} />
          </SharePart>
          {(calendar || host) && (
            <SharePart id="calendar" title={t("share.in_calendar")}>
              {calendar && <AddToLinks {...calendar} />}
              {host && (
                <div className="bar">
                  <ButtonLink
                    icon={RssSimple}
                    to={subscribeAddress(publicUrl + files.calendar("actors", host.fid, t.language))}
                  >
                    {t(host === event.place ? "share.follow_place" : "share.follow_host")}
                  </ButtonLink>
                </div>
              )}
            </SharePart>
          )}
          <SharePart id="elsewhere" title={t("share.elsewhere")}>
            <Elsewhere passed={{ title: title.text, words, url }} instance={asked.instance} />
          </SharePart>
          <SharePart id="on-site" title={t("share.on_site")}>
            <OnSite
              offered={looksOf(event, title.text, host, t)}
              publicUrl={publicUrl}
              chosen={asked}
              html={cardCode({
                address: url,
                title: title.text,
                lines: [when, [place.name, place.city].filter(Boolean).join(", ")],
                language: title.lang ?? t.language,
                site: site?.name ?? "",
              })}
            />
          </SharePart>
        </div>
      </div>
    </ShareFrame>
  )
}

type Shared = Route.ComponentProps["loaderData"]["event"]

function looksOf(
  event: Shared,
  title: string,
  host: { fid: string; name: string } | null | undefined,
  t: ReturnType<typeof useMessages>,
): OfferedLook[] {
  const path = files.embed("events", event.id, t.language)
  return [
    { look: "line", label: t("share.look_line"), path, title },
    { look: "poster", label: t("share.look_poster"), path, title },
    ...(host
      ? [
          {
            look: "agenda" as const,
            label: t(host === event.place ? "share.look_agenda" : "share.look_agenda_host"),
            path: files.embed("actors", host.fid, t.language),
            title: t("share.agenda_of", { name: host.name }),
          },
        ]
      : []),
  ]
}
