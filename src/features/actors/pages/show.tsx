import { type ReactNode, Suspense } from "react"
import { redirect } from "react-router"
import type { ListedDocument } from "#features/documents/ui/document-rows.tsx"
import type { Document } from "#features/documents/document.ts"
import type { GalleryImage } from "#features/documents/ui/images/gallery.tsx"
import { inLanguage } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { dateAt } from "#lib/time.ts"
import { ArrowLeft } from "#ui/icons.tsx"
import { type LazyPart, lazyPart, Nothing } from "#ui/loading/lazy-part.tsx"
import { Link } from "#ui/link.tsx"
import { type Tab, Tabs } from "#ui/tabs/tabs.tsx"
import type { Api, List } from "#web/api.ts"
import { fromDocument } from "#web/speed/document-data.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import type { Actor } from "../actor.ts"
import {
  firstTab,
  hasContacts,
  hasLocation,
  isPage,
  pageEvent,
  listLimit,
  nearbyRadii,
  type PageEvent,
  type TabName,
  tabs,
} from "../actor-page.ts"
import { type ListedActor, listedActor } from "../listing/listed-actor.ts"
import type { Opening } from "../openings/opening.ts"
import { actorJsonLd } from "../json-ld.ts"
import { ActorActions } from "../ui/page/actor-actions.tsx"
import { ActorHead } from "../ui/page/actor-head.tsx"
import { AboutActor } from "../ui/page/about-actor.tsx"
import { craftAndCity } from "../ui/page/actor-craft.ts"
import { ActorEvents } from "../ui/page/actor-events.tsx"
import type { Nearby } from "../ui/page/actor-nearby.tsx"
import type { Route } from "./+types/show"
// The server renders the components loaded later below; their styles have to be imported with the page.
import "#features/documents/ui/film.css"
import "#features/documents/ui/player/player.css"
import "../ui/openings/openings.css"

const ManagerLinks = lazyPart(() => import("#web/manager-links.tsx"), Nothing)
const OpeningsOnPage = lazyPart(() => import("../ui/openings/openings-on-page.tsx"), Nothing)
const StateNote = lazyPart(() => import("../ui/page/state-note.tsx"))
const ActorHistory = lazyPart(() => import("../ui/page/actor-history.tsx"))
const ActorLocation = lazyPart(() => import("../ui/page/actor-location.tsx"))
const ActorContacts = lazyPart(() => import("../ui/page/actor-contacts.tsx"))
// The loader imports these two modules as well, for their queries.
const loadListen = () => import("../ui/page/actor-listen.tsx")
const loadFiles = () => import("../ui/page/actor-files.tsx")
const ActorListen = lazyPart(async () => ({ default: (await loadListen()).ActorListen }))
const ActorImages = lazyPart(async () => ({ default: (await loadFiles()).ActorImages }))
const ActorDocuments = lazyPart(async () => ({ default: (await loadFiles()).ActorDocuments }))
const ActorNearby = lazyPart(() => import("../ui/page/actor-nearby.tsx"))
const lateTabs = new Map<string | undefined, Pick<LazyPart<object>, "ahead">>([
  ["listen", ActorListen],
  ["history", ActorHistory],
  ["location", ActorLocation],
  ["images", ActorImages],
  ["documents", ActorDocuments],
  ["contacts", ActorContacts],
  ["nearby", ActorNearby],
])

type Loaded = {
  actor: Actor
  /** Today's date where the actor is; days are counted from it. */
  today: string
  tab: string | undefined
  /** The content of the open tab; of every other tab only the number of items. */
  upcoming: Listed<PageEvent>
  past: Listed<PageEvent>
  sounds: Listed<Document>
  nearby: (Nearby & { isOpen: boolean }) | undefined
  images: Listed<GalleryImage>
  documents: Listed<ListedDocument>
  /** The openings shown on the page. */
  openings: Opening[]
}

type Listed<Item> = List<Item> | { total: number }

export const handle: PageHandle<Loaded> = {
  check: ({ actor }) => isPage(actor),
  ahead: async () => lateTabs.get(document.querySelector(".panel--on")?.id)?.ahead(),
}

const load = page(async ({ api, params, url }: PageArguments<{ fid: string }>): Promise<Loaded> => {
  const actor = await api.get("/api/actors/{fid}/", { fid: params.fid })
  // A former address: the API followed it to the present page.
  if (actor.fid !== params.fid) throw redirect(paths.actor(actor.fid) + url.search, 301)
  const { contents } = actor
  const asked = tabs.find((one) => one === url.searchParams.get("tab"))
  const tab = asked ?? firstTab(actor)
  const radius = nearbyRadii.find((one) => String(one) === url.searchParams.get("radius"))
  const limit = listLimit(url.searchParams.get("limit"))
  const whenOpen = async <Item,>(name: TabName, total: number | undefined, read: () => Promise<List<Item>>) =>
    total && tab === name ? read() : { total: total ?? 0 }
  const [upcoming, past, nearby, images, documents, sounds, openings] = await Promise.all([
    whenOpen("events", contents?.upcoming_events, () => eventsOf(api, actor.fid, "future", limit)),
    whenOpen("history", contents?.past_events, () => eventsOf(api, actor.fid, "past", limit)),
    around(api, actor, radius, tab === "nearby"),
    whenOpen("images", contents?.images, async () => (await loadFiles()).imagesOf(api, actor.fid, limit)),
    whenOpen("documents", contents?.documents, async () => (await loadFiles()).documentsOf(api, actor.fid, limit)),
    whenOpen("listen", contents?.audio, async () => (await loadListen()).soundsOf(api, actor.fid, limit)),
    contents?.openings ? shownOpenings(api, actor.fid) : [],
    import.meta.env.SSR || lateTabs.get(tab)?.ahead(),
  ])
  const today = dateAt(new Date(), ("items" in upcoming && upcoming.items[0]?.timezone) || "Europe/Brussels")
  return { actor, today, tab, upcoming, past, sounds, nearby, images, documents, openings }
}, handle)
export const loader = (args: Route.LoaderArgs) => load.inDocument(args)
export const clientLoader = load.client

export default fromDocument(function ActorPage({ loaderData }: { loaderData: Loaded }) {
  const { actor, tab, openings } = loaderData
  const t = useMessages()
  const summary = inLanguage(actor.summary, t.language, actor.language).text
  const type = t(`ui.type_${actor.type}`)
  const craft = craftAndCity(t, actor)
  const shown = useTabs(loaderData)
  const isOut = actor.status === "published"

  return (
    <article className="wrap" key={actor.fid}>
      <PageMeta
        title={actor.name}
        description={summary || (craft ? `${type} · ${craft}` : type)}
        image={
          actor.avatar
            ? { url: actor.avatar.url, alt: actor.avatar.alt }
            : { url: paths.actorCard(actor.fid), width: 1200, height: 630, alt: actor.name }
        }
        type="profile"
        hasCard={isOut}
        podcast={actor.contents?.audio ? paths.actorPodcast(actor.fid) : undefined}
        feeds={isOut ? (format) => paths.actorFeed(actor.fid, format) : undefined}
        jsonLd={import.meta.env.SSR ? actorJsonLd(actor, t.language) : undefined}
      />
      <div className="bar bar--between actor-up">
        <Link className="up" to={paths.actors()}>
          <ArrowLeft />
          {t("layout.directory")}
        </Link>
        {actor.may?.includes("edit") && (
          <Suspense>
            <ManagerLinks kind="actors" of={actor.fid} />
          </Suspense>
        )}
      </div>
      {(actor.hidden || !isOut) && (
        <Suspense>
          <StateNote actor={actor} />
        </Suspense>
      )}
      <ActorHead actor={actor} actions={isOut && <ActorActions actor={actor} />} />
      {shown.length > 0 && <Tabs label={t("actors.sections")} tabs={shown} initial={tab} />}
      {openings.length > 0 && (
        <Suspense>
          <OpeningsOnPage actor={actor} openings={openings} />
        </Suspense>
      )}
      <AboutActor actor={actor}>
        {!actor.is_managed && <Aside to={paths.reportActor(actor.fid)} label={t("actors.report")} />}
        {actor.is_claimable && (
          <Aside text={`${t("actors.unclaimed")} `} to={paths.claimActor(actor.fid)} label={t("actors.claim")} />
        )}
      </AboutActor>
    </article>
  )
})

/** A link below the page's text that is not part of it. */
function Aside({ text, to, label }: { text?: string; to: string; label: string }) {
  return (
    <p className="small t2 no-print">
      {text}
      <Link className="link" to={to} rel="nofollow">
        {label}
      </Link>
    </p>
  )
}

/** Builds the tabs with content; those with lists have an address and are loaded when they are opened. */
function useTabs({ actor, today, upcoming, past, sounds, nearby, images, documents }: Loaded): Tab[] {
  const t = useMessages()
  const { fid } = actor
  const named = (id: TabName) => ({ id, label: t(`actors.tab_${id}`) })
  const counted = (id: TabName, count: number, content: ReactNode) => ({
    ...named(id),
    count,
    to: `${paths.actor(fid)}?tab=${id}#${id}`,
    content,
  })
  const listTab = <Item,>(id: TabName, list: Listed<Item>, content: (first: List<Item>) => ReactNode) =>
    list.total > 0 && counted(id, list.total, "items" in list ? content(list) : undefined)
  const all: (Tab | false | undefined)[] = [
    listTab("events", upcoming, (first) => <ActorEvents actor={actor} first={first} today={today} />),
    listTab("listen", sounds, (first) => <ActorListen actor={actor} first={first} />),
    listTab("history", past, (first) => <ActorHistory actor={actor} first={first} />),
    hasLocation(actor) && { ...named("location"), content: <ActorLocation actor={actor} /> },
    listTab("images", images, (first) => <ActorImages fid={fid} first={first} />),
    listTab("documents", documents, (first) => <ActorDocuments fid={fid} first={first} />),
    hasContacts(actor) && { ...named("contacts"), content: <ActorContacts actor={actor} /> },
    nearby &&
      counted(
        "nearby",
        nearby.actors.total + nearby.events.total,
        nearby.isOpen ? <ActorNearby fid={fid} nearby={nearby} today={today} /> : undefined,
      ),
  ]
  return all.filter((one) => !!one)
}

async function eventsOf(api: Api, actor: string, filter: "future" | "past", limit: number): Promise<List<PageEvent>> {
  const { items, total } = await api.list("/api/contents/events/", { actor, filter, limit })
  return { items: items.map(pageEvent), total }
}

/** Reads the openings everybody can see; managers see their private ones on another page. */
async function shownOpenings(api: Api, fid: string): Promise<Opening[]> {
  return (await api.get("/api/actors/{fid}/openings/", { fid })).filter((one) => one.is_public && one.is_open)
}

/** Reads the pages and events near an actor; undefined when it has no position or nothing is near. */
async function around(
  api: Api,
  actor: Actor,
  chosen: Nearby["radius"] | undefined,
  isOpen: boolean,
): Promise<(Nearby & { isOpen: boolean }) | undefined> {
  const { lat, lon } = actor.location ?? {}
  if (typeof lat !== "number" || typeof lon !== "number") return undefined
  const radius = chosen ?? 25
  const near = `${lat},${lon}`
  const [actors, events] = await Promise.all([
    api.list("/api/actors/", { near, radius, limit: isOpen ? 41 : 2 }),
    api.list("/api/contents/events/", { near, radius, limit: isOpen ? 12 : 1 }),
  ])
  const others: ListedActor[] = actors.items.filter(({ fid }) => fid !== actor.fid).map(listedActor)
  // The actor is among the pages near itself.
  const total = Math.max(others.length, actors.total - 1)
  if (total + events.total === 0 && chosen === undefined) return undefined
  return {
    isOpen,
    radius,
    actors: { items: isOpen ? others.slice(0, 40) : [], total },
    events: { items: isOpen ? events.items.map(pageEvent) : [], total: events.total },
  }
}
