import { Suspense } from "react"
import { useNavigate } from "react-router"
import type { Language } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Spots } from "#features/places/map/spots.ts"
import { boxText } from "#features/places/map/box-text.ts"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { Link } from "#ui/link.tsx"
import { RowsSkeleton } from "#ui/loading/skeleton.tsx"
import { Empty } from "#ui/empty.tsx"
import { ButtonLink } from "#ui/button.tsx"
import type { Api } from "#web/api.ts"
import { parseHandle } from "#web/following/handle.ts"
import { FailedList, type ListOrFailure, listOrFailure } from "#web/layout/failed-list.tsx"
import { Results } from "#web/layout/skip-link.tsx"
import { fromDocument } from "#web/speed/document-data.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { type PageArguments, page } from "#web/page/page.ts"
import { EmptyRelation } from "#web/following/empty-relation.tsx"
import { paths } from "#web/paths.ts"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import type { Actor } from "../actor.ts"
import {
  type DirectoryQuery,
  firstPage,
  nearestOf,
  type Point,
  readDirectory,
  rounded,
  writeDirectory,
} from "../listing/directory.ts"
import { lettersOf } from "../listing/letters.ts"
import { type ListedActor, listedActor } from "../listing/listed-actor.ts"
import { DirectoryFilters } from "../ui/directory/directory-filters.tsx"
import { DirectoryList } from "../ui/directory/directory-list.tsx"
import { LetterIndex } from "../ui/directory/letter-index.tsx"
import { usePosition } from "../ui/use-position.ts"
import type { Route } from "./+types/list"
import "../ui/directory/directory.css"

const load = page(async ({ api, url, language }: PageArguments) => {
  const query = readDirectory(url.searchParams)
  const center = await centerOf(api, query, language)
  const [letters, found] = await Promise.all([
    api.get("/api/actors/letters/", { type: typesOf(query) }).catch(() => []),
    center === "unknown" ? nobody : listOf(api, query, center?.point, query.start, firstPage),
  ])
  return { query, center, letters, found }
})
export const handle: PageHandle = {
  hasResults: true,
  layout: (asked) => (asked.get("view") === "map" ? "geo" : "base"),
  ahead: async () => document.getElementById(townField) && NearForm.ahead(),
}
const NearForm = lazyPart(() => import("../ui/directory/near-form.tsx"))
const townField = "near-town"
const DirectoryMap = lazyPart(() => import("../ui/directory/directory-map.tsx"))

export const loader = (args: Route.LoaderArgs) => load.inDocument(args)
export const clientLoader = load.client

type Loaded = Awaited<ReturnType<typeof load.client>>
export default fromDocument(function Directory({
  loaderData: { query, center, letters, found },
}: {
  loaderData: Loaded
}) {
  const t = useMessages()
  const navigate = useNavigate()
  const { rel, q, letter, types } = query
  const go = (change: Partial<DirectoryQuery>) =>
    void navigate(paths.actors(writeDirectory({ ...query, start: 0, ...change })), {
      replace: change.q !== undefined,
      preventScrollReset: true,
    })
  // A town being typed takes precedence over a position that arrives late.
  const isTownWritten = () => Boolean((document.getElementById(townField) as HTMLInputElement | null)?.value.trim())
  const position = usePosition(
    (near) => !isTownWritten() && go({ near, place: undefined, letter: undefined }),
    () => document.getElementById(townField)?.focus(),
  )
  const isMap = query.view === "map"
  const isPlain = rel === "all" && !q && types.length === 0 && !center && !isMap
  const address = paths.actors(writeDirectory(query))
  const own = center ? undefined : lettersOf(query, found)

  return (
    <>
      <PageMeta
        title={letter && letter !== "0" ? `${t("layout.directory")} · ${letter.toUpperCase()}` : t("layout.directory")}
        description={t("directory.description")}
        noindex={!isPlain}
      />
      <div className={isMap ? "vh" : "wrap"}>
        <header className="head">
          <div className="head__row">
            <h1 className="d1" tabIndex={-1}>
              {t("layout.directory")}
            </h1>
            <p className="lead t2 head__rule">
              {t(center && center !== "unknown" ? "directory.rule_near" : "directory.rule")}
            </p>
          </div>
          <p className="no-print">
            <Link className="link" to={paths.openings()}>
              {t("directory.open_dates")}
            </Link>
          </p>
        </header>
        {!isMap && (
          <LetterIndex
            letters={own ?? letters}
            query={query}
            shown={isPlain || own ? query.start + found.items.length : 0}
          />
        )}
      </div>
      <DirectoryFilters
        query={query}
        near={center === "unknown" ? query.place : center && (center.name ?? "")}
        go={go}
        onLocate={position.locate}
        isLocating={position.state === "asking"}
      />
      <Around isMap={isMap} query={query} spots={found.spots}>
        <p className={position.state ? "t2" : "vh"} role="status">
          {position.state && t(`directory.position_${position.state}`)}
        </p>
        {(center || query.place !== undefined || position.state) && (
          <Suspense>
            <NearForm
              id={townField}
              query={query}
              center={center}
              onLeave={position.stop}
              onPick={(chosen) => {
                position.stop()
                const radius = nearestOf(chosen.radius ?? query.radius)
                go({ near: rounded(chosen), place: chosen.name, radius, letter: undefined })
              }}
            />
          </Suspense>
        )}
        {found.trouble ? (
          <FailedList
            trouble={found.trouble}
            address={address}
            failed={t("directory.search_failed")}
            needsAccount={t("directory.needs_account")}
          />
        ) : (
          <>
            <p className={isPlain || found.total === 0 ? "vh" : "small t2"} role="status">
              {found.total === 0
                ? t("directory.pages_count", { count: 0 })
                : center && center !== "unknown"
                  ? t("directory.by_distance", {
                      count: found.total,
                      radius: query.radius,
                      place: center.name ?? "none",
                    })
                  : t("directory.by_name", { count: found.total })}
            </p>
            {found.items.length > 0 ? (
              <DirectoryList
                key={address}
                query={query}
                found={found}
                letters={letters}
                near={center && center !== "unknown" ? center.point : undefined}
              />
            ) : (
              <Nobody query={query} center={center} />
            )}
          </>
        )}
      </Around>
    </>
  )
})

type AroundProps = { isMap: boolean; query: DirectoryQuery; spots: Spots | undefined; children: React.ReactNode }

/** The list alone, or beside a map of its pages. */
function Around({ isMap, query, spots, children }: AroundProps) {
  if (!isMap) return <Results className="wrap directory">{children}</Results>
  return (
    <Suspense fallback={<RowsSkeleton />}>
      <DirectoryMap query={query} spots={spots ?? {}}>
        {children}
      </DirectoryMap>
    </Suspense>
  )
}

function Nobody({ query, center }: { query: DirectoryQuery; center: Center }) {
  const t = useMessages()
  const { rel, q, types, letter, bbox } = query
  if (rel !== "all" && !q && !center && !letter && !bbox && types.length === 0)
    return (
      <EmptyRelation
        rel={rel}
        title={t(`directory.none_${rel}`)}
        find={{ to: paths.actors(), label: t("directory.see_all") }}
        make={{ to: paths.newActor(), label: t("visitor.new_page") }}
      >
        {t(`directory.none_${rel}_hint`)}
      </EmptyRelation>
    )
  if (rel === "all" && !q && !center && !letter && !bbox && types.length === 0)
    return (
      <Empty
        level={2}
        title={t("directory.none")}
        action={
          <ButtonLink kind="main" to={paths.newActor()}>
            {t("visitor.new_page")}
          </ButtonLink>
        }
      >
        {t("directory.none_hint")}
      </Empty>
    )
  const title = query.q
    ? t("ui.nothing_for", { query: query.q })
    : center
      ? t("directory.nobody_near")
      : t("directory.nobody")
  const wanted = parseHandle(query.q)
  const hint = query.q
    ? t("directory.nothing_hint")
    : center
      ? t("directory.nobody_near_hint")
      : t("directory.nobody_hint")
  return (
    <>
      <Empty
        level={2}
        title={title}
        action={
          <>
            {wanted && (
              <ButtonLink kind="main" to={`${paths.fediverseAccounts({ follow: wanted })}#follow`}>
                {t("directory.follow_elsewhere", { handle: wanted })}
              </ButtonLink>
            )}
            <ButtonLink to={paths.actors()}>{t("directory.see_all")}</ButtonLink>
          </>
        }
      >
        {hint}
      </Empty>
      {query.q && !wanted && (
        <p className="small t2">
          <Link className="link" to={paths.fediverseAccounts({ q: query.q })}>
            {t("directory.search_elsewhere")}
          </Link>
        </p>
      )}
    </>
  )
}

type Center = { point: Point; name: string | undefined } | "unknown" | undefined

/** Finds the place to search around: a point, or the first place with the given name. */
async function centerOf(api: Api, { near, place }: DirectoryQuery, lang: Language): Promise<Center> {
  if (near) return { point: near, name: place || undefined }
  if (!place) return undefined
  const [town] = await api.get("/api/places/", { q: place, lang, limit: 1, whole: "true" }).catch(() => [])
  return town ? { point: rounded(town), name: town.name } : "unknown"
}

const nobody: ListOrFailure<ListedActor> & { spots?: Spots } = { items: [], total: 0 }

async function listOf(
  api: Api,
  query: DirectoryQuery,
  near: Point | undefined,
  start: number,
  limit: number,
): Promise<ListOrFailure<ListedActor> & { spots?: Spots }> {
  const path = query.rel === "all" ? "/api/actors/" : (`/api/actors/${query.rel}/` as const)
  const parameters = {
    q: query.q,
    type: typesOf(query),
    letter: query.letter,
    near: near && `${near.lat},${near.lon}`,
    radius: near && query.radius,
    bbox: query.bbox && boxText(query.bbox),
    start,
    limit,
  }
  let spots: Spots | undefined
  const found = await listOrFailure(async () => {
    const { items, total } = await api.list(path, parameters as Parameters<typeof api.list<typeof path>>[1])
    if (query.view === "map") spots = Object.fromEntries(items.flatMap(spotOf))
    return { items: items.map(listedActor), total }
  }, query.rel !== "all")
  return spots ? { ...found, spots } : found
}

function typesOf({ types }: DirectoryQuery): string | undefined {
  return types.join(",") || undefined
}

function spotOf({ fid, location }: Actor): [string, Spots[string]][] {
  return location?.lat == null || location.lon == null ? [] : [[fid, { lat: location.lat, lon: location.lon }]]
}
