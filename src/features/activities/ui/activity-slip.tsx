import { Suspense } from "react"
import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { craftAndCity } from "#features/actors/ui/page/actor-craft.ts"
import { TypeLabel } from "#features/actors/ui/type-label.tsx"
import { kindIn, pagesIn, sizeIn } from "#features/documents/document-words.ts"
import { mediaPaths } from "#features/documents/ui/media-address.ts"
import { trackOf } from "#features/documents/ui/player/track.ts"
import { CategoryLabel } from "#features/events/ui/agenda/rows/category-label.tsx"
import { Star } from "#features/events/ui/agenda/rows/star.tsx"
import { EventPoster } from "#features/events/ui/event-poster.tsx"
import { entryDate, isCancelled, type ListedEvent, placeOf, timeOf, titleOf } from "#features/events/ui/event-words.ts"
import { Follow } from "#features/follows/ui/follow.tsx"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { DownloadSimple, FileText, LinkSimple, Planet, XBold } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { Link } from "#ui/link.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import type { Activity } from "../activity.ts"
import "#features/documents/ui/player/player.css"

/** The slip with the player, whose script is only loaded with the first sound. */
const SoundSlip = lazyPart(() => import("./sound-slip.tsx"))

type Of<Model extends Activity["model"]> = Extract<Activity, { model: Model }>["object"]

/** Renders the object of an activity: a poster, a page, a file or a link. Joining another page shows no object. */
export function ActivitySlip({ activity }: { activity: Activity }) {
  switch (activity.model) {
    case "contents.Event":
      return <EventSlip event={activity.object} />
    case "actors.Actor":
      return activity.type === "Join" ? null : <ActorSlip actor={activity.object} />
    case "documents.Document":
      return <DocumentSlip document={activity.object} actor={activity.actor} />
    case "links.Link":
    case "fediverse.Identity":
      return <LinkSlip link={activity.object} isIdentity={activity.model === "fediverse.Identity"} />
  }
}

function EventSlip({ event: given }: { event: Of<"contents.Event"> }) {
  const t = useMessages()
  const event: ListedEvent = { ...given, lineup: [] }
  const date = entryDate(event)
  const title = titleOf(t, event)
  const { name, city } = placeOf(t, event)
  const when = [t.date(date.start, "short"), timeOf(t, event, date)].filter(Boolean).join(" · ")
  return (
    <article className="slip">
      <EventPoster event={event} />
      <div className="slip__what">
        <h4 className="d4">
          <PageLink className="stretch" to={paths.event(event.id)} lang={title.lang}>
            {unbroken(title.text)}
          </PageLink>
        </h4>
        <p className="small t2 num">{[when, [name, city].filter(Boolean).join(", ")].filter(Boolean).join(" · ")}</p>
        <p className="bar slip__marks">
          <CategoryLabel category={event.category} />
          {isCancelled(event, date) && (
            <Badge tone="err" icon={XBold}>
              {t("ui.status_cancelled")}
            </Badge>
          )}
        </p>
      </div>
      {given.next && event.status !== "cancelled" && (
        <div className="slip__act">
          <Star event={event} title={title.text} />
        </div>
      )}
    </article>
  )
}

function ActorSlip({ actor }: { actor: Of<"actors.Actor"> }) {
  const t = useMessages()
  const craft = craftAndCity(t, actor)
  return (
    <article className="slip">
      <ActorAvatar type={actor.type} name={actor.name} fid={actor.fid} image={actor.avatar} size="lg" />
      <div className="slip__what">
        <h4 className="d4">
          <Link className="stretch" to={paths.actor(actor.fid)}>
            {actor.name}
          </Link>
        </h4>
        <p className="small t2 bar slip__marks">
          <TypeLabel type={actor.type} />
          {craft && <span>{craft}</span>}
        </p>
      </div>
      <div className="slip__act">
        <Follow actor={actor} compact />
      </div>
    </article>
  )
}

function DocumentSlip({ document, actor }: { document: Of<"documents.Document">; actor: Activity["actor"] }) {
  const t = useMessages()
  const track = trackOf({ ...document, actor })
  if (track)
    return (
      <Suspense fallback={<article className="slip slip--sound" />}>
        <SoundSlip track={track} />
      </Suspense>
    )
  const { title, file, mime, size, alt, type, pdf, film } = document
  const image = document.srcset ? { url: file ?? "", srcset: document.srcset } : pdf?.preview
  const page = new URL(document.url)
  return (
    <article className="slip">
      {image ? (
        <img
          className="slip__image"
          src={mediaPaths(image.url)}
          srcSet={mediaPaths(image.srcset)}
          sizes="4.5rem"
          alt={alt ?? ""}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span className="slip__sign">
          <FileText lg />
        </span>
      )}
      <div className="slip__what">
        <h4 className="h5">
          <Link className="stretch" to={page.pathname + page.search}>
            {title}
          </Link>
        </h4>
        <p className="small t2">
          {film
            ? t("films.shown_by", { host: film.host })
            : [kindIn(mime), pagesIn(t, pdf), sizeIn(t, size)].filter(Boolean).join(" · ")}
        </p>
      </div>
      {type !== "Image" && file && (
        <div className="slip__act">
          <a className="btn" href={mediaPaths(file)} download>
            <DownloadSimple />
            {t("activities.download")}
            <span className="vh">, {title}</span>
          </a>
        </div>
      )}
    </article>
  )
}

function LinkSlip({ link: { name, url, summary }, isIdentity }: { link: Of<"links.Link">; isIdentity: boolean }) {
  const t = useMessages()
  return (
    <article className="slip">
      <span className="slip__sign">{isIdentity ? <Planet lg /> : <LinkSimple lg />}</span>
      <div className="slip__what">
        <h4 className="h5">
          <a className="stretch" href={url} rel="noopener nofollow ugc">
            {name}
          </a>
        </h4>
        <p className="small t2">{isIdentity ? t("activities.verified") : summary}</p>
      </div>
    </article>
  )
}
