import { useRef } from "react"
import { Form, useHref } from "react-router"
import { categories } from "#features/events/categories.ts"
import { PlaceField } from "#features/places/ui/place-field.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { DateField } from "#ui/dates/date-field.tsx"
import { Empty } from "#ui/empty.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import { Select } from "#ui/fields/select.tsx"
import { Link } from "#ui/link.tsx"
import { LoadMore } from "#ui/loading/load-more.tsx"
import { browserApi } from "#web/api/browser-api.ts"
import { townOf } from "#web/editing/chosen-town.ts"
import { FailedList, type ListOrFailure, listOrFailure } from "#web/layout/failed-list.tsx"
import { Results } from "#web/layout/skip-link.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { useMore } from "#web/lists/use-more.ts"
import { type OpeningsQuery, readOpenings, writeOpenings } from "../openings/listing.ts"
import { type Opening, openingsAtOnce, radii, sides } from "../openings/opening.ts"
import { OpeningRow } from "../ui/openings/opening-row.tsx"
import type { Route } from "./+types/all-openings"

type Center = { name: string; near: string } | "unknown" | undefined
type Loaded = { query: OpeningsQuery; center: Center; found: ListOrFailure<Opening> }

export const handle: PageHandle = { hasResults: true }

const load = page(async ({ api, url, language }: PageArguments): Promise<Loaded> => {
  const query = readOpenings(url)
  const town = await townOf(api, query.place, query.at, language).catch(() => undefined)
  const center = town ? { name: town.name, near: `${town.lat},${town.lon}` } : query.place ? "unknown" : undefined
  const found =
    center === "unknown"
      ? { items: [], total: 0 }
      : await listOrFailure(() => api.list("/api/openings/", asked(query, center, query.start)))
  return { query, center, found }
})
export const loader = load.server
export const clientLoader = load.client

function asked({ side, category, radius, from, to }: OpeningsQuery, center: Center, start: number) {
  const where = typeof center === "object" ? { near: center.near, radius } : {}
  return { side, category, from, to, start, limit: openingsAtOnce, ...where }
}

export default function AllOpenings({ loaderData: { query, center, found } }: Route.ComponentProps) {
  const t = useMessages()
  const address = paths.openings(writeOpenings(query))
  const isPlain = address === paths.openings()
  const narrowed = { ...query, start: 0 }
  return (
    <div className="wrap">
      <PageMeta title={t("openings.title")} description={t("openings.lead")} noindex={!isPlain} />
      <header className="head">
        <div className="head__row">
          <h1 className="d1" tabIndex={-1}>
            {t("openings.title")}
          </h1>
          <p className="lead t2 openings__lead">{t("openings.lead")}</p>
        </div>
      </header>
      <SegmentedLinks
        label={t("openings.side")}
        current={query.side ?? "all"}
        segments={[undefined, ...sides].map((side) => ({
          value: side ?? "all",
          label: t(`openings.side_${side ?? "all"}`),
          to: paths.openings(writeOpenings({ ...narrowed, side })),
        }))}
      />
      <Filters key={address} query={query} center={center} />
      <Results className="openings__results">
        {found.trouble ? (
          <FailedList
            trouble={found.trouble}
            address={address}
            failed={t("openings.failed")}
            needsAccount={t("openings.failed")}
          />
        ) : (
          <>
            <p className={found.total === 0 ? "vh" : "small t2"} role="status">
              {typeof center === "object"
                ? t("openings.count_distance", { count: found.total, radius: query.radius, town: center.name })
                : t("openings.count_date", { count: found.total })}
            </p>
            {found.items.length > 0 ? (
              <List key={address} query={query} center={center} found={found} />
            ) : (
              <Empty
                level={2}
                title={t(center === "unknown" ? "openings.no_town" : "openings.nobody")}
                action={!isPlain && <ButtonLink to={paths.openings()}>{t("openings.see_all")}</ButtonLink>}
              >
                {t(center === "unknown" ? "openings.no_town_hint" : "openings.nobody_hint")}
              </Empty>
            )}
          </>
        )}
      </Results>
    </div>
  )
}

/** The filters of the list, in a form that works without script. */
function Filters({ query, center }: { query: OpeningsQuery; center: Center }) {
  const t = useMessages()
  const unknown = center === "unknown" ? t("openings.town_unknown", { town: query.place }) : undefined
  return (
    <Form className="openings__form no-print" action={useHref(paths.openings())} preventScrollReset>
      {query.side && <input type="hidden" name="side" value={query.side} />}
      <Select
        name="category"
        label={t("openings.category")}
        defaultValue={query.category ?? ""}
        isOptional
        note=""
        options={[
          { value: "", label: t("openings.any_category") },
          ...categories.map((value) => ({ value, label: t(`ui.category_${value}`) })),
        ]}
      />
      <DateField name="from" label={t("openings.from")} defaultValue={query.from} isOptional note="" />
      <DateField name="to" label={t("openings.to")} defaultValue={query.to} isOptional note="" />
      <PlaceField
        name="place"
        hasPoint
        label={t("openings.town")}
        defaultValue={query.place}
        defaultAt={typeof center === "object" ? center.near : ""}
        error={unknown}
        enter="sends"
        isOptional
        note=""
      />
      <Select
        name="radius"
        label={t("openings.radius")}
        defaultValue={String(query.radius)}
        options={radii.map((one) => ({ value: String(one), label: t("openings.kilometres", { distance: one }) }))}
      />
      <Button type="submit" kind="main">
        {t("openings.find")}
      </Button>
    </Form>
  )
}

function List({ query, center, found }: Loaded) {
  const t = useMessages()
  const list = useRef<HTMLDivElement>(null)
  const load = (from: number) => browserApi.list("/api/openings/", asked(query, center, from))
  const more = useMore({ ...found, start: query.start }, ({ id }: Opening) => id, load, list)
  const rest = more.total - more.reached
  return (
    <div ref={list}>
      {query.start > 0 && (
        <p className="bar">
          <Link className="btn" to={paths.openings(writeOpenings({ ...query, start: 0 }))}>
            {t("openings.from_start")}
          </Link>
        </p>
      )}
      <h2 className="vh">{t("openings.title")}</h2>
      <ul className="openings">
        {more.items.map((opening) => (
          <OpeningRow key={opening.id} opening={opening} />
        ))}
      </ul>
      {(rest > 0 || more.state !== "end") && (
        <LoadMore
          state={more.state}
          onMore={more.loadMore}
          to={paths.openings(writeOpenings({ ...query, start: more.reached }))}
        >
          {t("ui.more_count", { count: t.number(Math.min(rest, openingsAtOnce)) })}
        </LoadMore>
      )}
    </div>
  )
}
