import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { CrosshairSimple, MapTrifold, Rows } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { Chip } from "#ui/chip.tsx"
import { RelationLinks } from "#ui/fields/relation-links.tsx"
import { SearchField } from "#ui/fields/search-field.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import { paths } from "#web/paths.ts"
import { actorTypes } from "../../actor-types.ts"
import { type DirectoryQuery, views, writeDirectory } from "../../listing/directory.ts"
import { TypeGlyph } from "../type-glyph.tsx"

type DirectoryFiltersProps = {
  query: DirectoryQuery
  /** The centre of the search: a town, or "" for the reader's position. */
  near: string | undefined
  go: (change: Partial<DirectoryQuery>) => void
  /** Asks the browser for the reader's position. */
  onLocate: () => void
  isLocating: boolean
}

/** The filters by relation, search, type and distance: links and a form, so that everything works without script. */
export function DirectoryFilters({ query, near, go, ...locating }: DirectoryFiltersProps) {
  const t = useMessages()
  const to = (change: Partial<DirectoryQuery>) => paths.actors(writeDirectory({ ...query, start: 0, ...change }))
  const { q: _q, ...rest } = writeDirectory({ ...query, start: 0, letter: undefined })
  return (
    <div className="filters">
      <div className="wrap filters__in">
        <RelationLinks label={t("directory.relation")} current={query.rel} to={(rel) => to({ rel })} />
        <SearchField
          label={t("directory.search")}
          placeholder={t("directory.placeholder")}
          value={query.q ?? ""}
          onSearch={(q) => go({ q, letter: undefined })}
          keep={rest}
        />
        <NearMe near={near} to={to} {...locating} />
        <div className="chips" role="group" aria-label={t("directory.types")}>
          {actorTypes.map((type) => {
            const isOn = query.types.includes(type)
            const types = isOn ? query.types.filter((one) => one !== type) : [...query.types, type]
            return (
              <Chip key={type} to={to({ types })} isOn={isOn}>
                <TypeGlyph type={type} />
                {t(`directory.types_${type}`)}
              </Chip>
            )
          })}
        </div>
        <div className="filters__end">
          <SegmentedLinks
            label={t("ui.view")}
            current={query.view}
            segments={views.map((view) => ({
              value: view,
              label: t(`ui.view_${view}`),
              icon: view === "map" ? MapTrifold : Rows,
              to: to({ view, bbox: undefined }),
            }))}
          />
        </div>
      </div>
    </div>
  )
}

type NearMeProps = Omit<DirectoryFiltersProps, "query" | "go"> & { to: (change: Partial<DirectoryQuery>) => string }

/** Asks for the position only when pressed; a town can be typed meanwhile or instead. Without script only the town is offered. */
function NearMe({ near, to, onLocate, isLocating }: NearMeProps) {
  const t = useMessages()
  const isNear = near !== undefined
  const away = to({ near: undefined, place: undefined })
  return (
    <Link
      className={classes("pick", isNear && "pick--on")}
      to={isNear ? away : `${away}${away.includes("?") ? "&" : "?"}place=`}
      aria-current={isNear ? "true" : undefined}
      aria-busy={isLocating || undefined}
      preventScrollReset
      onClick={(press) => {
        if (isNear || !("geolocation" in navigator)) return
        press.preventDefault()
        if (!isLocating) onLocate()
      }}
    >
      <CrosshairSimple />
      {near ? t("directory.near_place", { place: near }) : t("directory.near_me")}
    </Link>
  )
}
