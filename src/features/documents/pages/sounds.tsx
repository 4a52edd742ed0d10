import { useNavigate } from "react-router"
import type { Point } from "#features/actors/listing/directory.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { Empty } from "#ui/empty.tsx"
import { SearchField } from "#ui/fields/search-field.tsx"
import { MapPin } from "#ui/icons.tsx"
import type { AnswerTo, Api, List } from "#web/api.ts"
import { FailedList, type ListOrFailure, listOrFailure } from "#web/layout/failed-list.tsx"
import { Results } from "#web/layout/skip-link.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { isVisitor } from "#web/session/session.ts"
import { fromDocument } from "#web/speed/document-data.tsx"
import type { Document } from "../document.ts"
import type { RadioItem } from "../sound/radio/radio.ts"
import { pageSize, readSounds, type SoundQuery, writeSounds } from "../sound/sound-query.ts"
import { RadioList } from "../ui/sound/radio-list.tsx"
import { SoundList } from "../ui/sound/sound-list.tsx"
import type { Route } from "./+types/sounds"
import "../ui/player/player.css"
import "#features/actors/ui/directory/directory.css"

/** A place the reader saved, to find sounds around it. */
type SavedPlace = AnswerTo<"/api/me/places/">[number]
type Center = { point: Point; name: string | undefined } | "unknown" | undefined
type Loaded = {
  query: SoundQuery
  center: Center
  /** All sounds; undefined in a search around a place. */
  found: ListOrFailure<Document> | undefined
  radio: ListOrFailure<RadioItem> | undefined
  /** The reader's saved places; none for a visitor. */
  saved: SavedPlace[]
}

const load = page(async ({ api, url }: PageArguments): Promise<Loaded> => {
  const query = readSounds(url.searchParams)
  const { q, start, near, place, radius, category } = query
  if (near === undefined && place === undefined) {
    const parameters = { ...(q && { q }), type: "Audio", sort: "-created", start, limit: pageSize } as const
    const found = await listOrFailure(() => api.list("/api/documents/", parameters))
    return { query, center: undefined, found, radio: undefined, saved: [] }
  }
  const [center, saved] = await Promise.all([centerOf(api, query), savedPlaces(api)])
  if (center === undefined || center === "unknown") return { query, center, found: undefined, radio: none, saved }
  const { lat, lon } = center.point
  const radio = await listOrFailure(() =>
    api.list("/api/radio/", { near: `${lat},${lon}`, radius, ...(category && { category }) }),
  )
  return { query, center, found: undefined, radio, saved }
})
const none: List<RadioItem> = { items: [], total: 0 }

export const handle: PageHandle = { hasResults: true }
export const loader = (args: Route.LoaderArgs) => load.inDocument(args)
export const clientLoader = load.client

/** The page works without saved places, so any failure counts as none. In the browser no request is made for visitors. */
async function savedPlaces(api: Api): Promise<SavedPlace[]> {
  if (isVisitor()) return []
  return api.get("/api/me/places/").catch(() => [])
}

/** Finds the place to search around: a point, or the first place with the given name. */
async function centerOf(api: Api, { near, place }: SoundQuery): Promise<Center> {
  if (near) return { point: near, name: place || undefined }
  if (!place) return undefined
  const [town] = await api.get("/api/places/", { q: place, limit: 1 }).catch(() => [])
  return town ? { point: { lat: town.lat, lon: town.lon }, name: town.name } : "unknown"
}

export default fromDocument(function Sounds({ loaderData }: { loaderData: Loaded }) {
  const { query, found, radio } = loaderData
  const t = useMessages()
  const navigate = useNavigate()
  const address = paths.sounds(writeSounds(query))
  const isRadio = radio !== undefined
  return (
    <>
      <PageMeta
        title={t(isRadio ? "sound.radio" : "layout.audio")}
        description={t(isRadio ? "sound.radio_rule" : "sound.description")}
        noindex={address !== paths.sounds()}
      />
      <div className="wrap">
        <header className="head">
          <div className="head__row">
            <h1 className="d1" tabIndex={-1}>
              {t(isRadio ? "sound.radio" : "layout.audio")}
            </h1>
            <p className="lead t2 head__rule">{t(isRadio ? "sound.radio_rule" : "sound.rule")}</p>
          </div>
        </header>
      </div>
      <div className="filters">
        <div className="wrap filters__in">
          {!isRadio && (
            <SearchField
              label={t("sound.search")}
              placeholder={t("sound.placeholder")}
              value={query.q ?? ""}
              onSearch={(q) =>
                void navigate(paths.sounds(writeSounds({ q: q || undefined })), {
                  replace: true,
                  preventScrollReset: true,
                })
              }
            />
          )}
          <div className="chips" role="group" aria-label={t("sound.what")}>
            <Chip to={paths.sounds()} isOn={!isRadio}>
              {t("sound.all")}
            </Chip>
            <Chip to={paths.sounds({ radio: "1" })} isOn={isRadio}>
              <MapPin />
              {t("sound.radio")}
            </Chip>
          </div>
        </div>
      </div>
      <Results className="wrap sounds">
        {radio ? (
          <RadioList
            query={query}
            center={loaderData.center}
            radio={radio}
            saved={loaderData.saved}
            address={address}
          />
        ) : found?.trouble ? (
          <FailedList
            trouble={found.trouble}
            address={address}
            failed={t("sound.list_failed")}
            needsAccount={t("sound.list_failed")}
          />
        ) : (
          found && (
            <>
              <p className="vh" role="status">
                {t("sound.newest_first", { count: found.total })}
              </p>
              {found.items.length > 0 ? (
                <SoundList key={address} query={query} found={found} />
              ) : (
                <Empty
                  level={2}
                  title={query.q ? t("ui.nothing_for", { query: query.q }) : t("sound.none")}
                  action={
                    <ButtonLink to={query.q ? paths.sounds() : paths.actors()}>
                      {t(query.q ? "sound.see_all" : "sound.see_directory")}
                    </ButtonLink>
                  }
                >
                  {t(query.q ? "sound.nothing_hint" : "sound.none_hint")}
                </Empty>
              )}
            </>
          )
        )}
      </Results>
    </>
  )
})
