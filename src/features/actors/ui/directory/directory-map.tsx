import type { ReactNode } from "react"
import { useNavigate } from "react-router"
import { largestCount, type Mark } from "#features/places/map/map.ts"
import type { Spots } from "#features/places/map/spots.ts"
import type { AtSpot } from "#features/places/ui/map/spot-list.tsx"
import { Geo } from "#features/places/ui/map/geo.tsx"
import type { MarkLabel } from "#features/places/ui/map/map-canvas.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { paths } from "#web/paths.ts"
import { isActorType } from "../../actor-types.ts"
import { type DirectoryQuery, writeDirectory } from "../../listing/directory.ts"
import { TypeGlyph } from "../type-glyph.tsx"
import { TypeLabel } from "../type-label.tsx"

type DirectoryMapProps = { query: DirectoryQuery; spots: Spots; children: ReactNode }

/** The directory with a map beside it. */
export default function DirectoryMap({ query, spots, children }: DirectoryMapProps) {
  const t = useMessages()
  const navigate = useNavigate()
  const { q, letter, types, rel } = query
  const narrowed = { q, letter, type: types.join(",") || undefined }
  const load = async (bbox: string, limit: number): Promise<AtSpot> => {
    const path = rel === "all" ? "/api/actors/" : (`/api/actors/${rel}/` as const)
    const { items, total } = await browserApi.list(path, { ...narrowed, bbox, limit })
    const entries = items.map(({ fid, type, name }) => ({
      to: paths.actor(fid),
      title: name,
      detail: <TypeLabel type={type} />,
    }))
    return { entries, total }
  }
  return (
    <Geo
      label={t("map.of_actors")}
      asked={{
        of: "actors",
        parameters: { ...narrowed, rel: rel === "all" ? undefined : rel },
      }}
      bbox={query.bbox}
      spots={spots}
      entries={`${paths.actors()}/`}
      tell={(mark) => tellActor(t, mark)}
      load={load}
      onSearchArea={(bbox) =>
        void navigate(paths.actors(writeDirectory({ ...query, start: 0, bbox })), { preventScrollReset: true })
      }
    >
      {children}
    </Geo>
  )
}

/** Describes a marker: the shape of the actor's type, or the number of actors in a cluster. */
function tellActor(t: Messages, mark: Mark): MarkLabel {
  const type = mark.category !== null && isActorType(mark.category) ? mark.category : undefined
  if (mark.type === "cluster") {
    const isMore = mark.count >= largestCount
    const what = isMore
      ? t("map.cluster_pages_many", { count: largestCount })
      : t("map.cluster_pages", { count: mark.count })
    return {
      head: isMore ? `${largestCount}+` : t.number(mark.count),
      label: mark.is_spot ? t("map.at_one_spot", { what }) : t("map.come_nearer", { what }),
      title: mark.is_spot ? t("map.at_one_spot", { what }) : what,
    }
  }
  const name = mark.name ?? ""
  return {
    head: type && <TypeGlyph type={type} />,
    label: [name, type && t(`ui.type_${type}`)].filter(Boolean).join(", "),
    title: name,
    to: paths.actor(mark.id),
    detail: type && <TypeLabel type={type} />,
  }
}
