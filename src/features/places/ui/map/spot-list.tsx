import { type ReactNode, useEffect, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import type { Mark } from "../../map/map.ts"
import { nearSpot } from "../../map/same-spot.ts"

/** Most entries listed for a spot; the list beside the map has all of them. */
const mostAtSpot = 30

type Entry = { to: string; title: string; lang?: string | undefined; detail: ReactNode }

/** The first entries at a spot, and their total number. */
export type AtSpot = { entries: Entry[]; total: number }

type SpotListProps = {
  mark: Mark
  /** Loads the entries in a box, which is written as the API takes it. */
  load: (bbox: string, limit: number) => Promise<AtSpot>
}

/** The list of entries at one spot of the map. */
export function SpotList({ mark, load }: SpotListProps) {
  const t = useMessages()
  const [found, setFound] = useState<AtSpot | "failed">()
  useEffect(() => {
    let isGone = false
    load(nearSpot(mark), mostAtSpot).then(
      (there) => !isGone && setFound(there),
      () => !isGone && setFound("failed"),
    )
    return () => {
      isGone = true
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  if (!found) return <p className="small t2">{t("ui.loading")}…</p>
  if (found === "failed") return <p className="small t2">{t("map.spot_failed")}</p>
  const left = found.total - found.entries.length
  return (
    <ul className="pop__list">
      {found.entries.map(({ to, title, lang, detail }) => (
        <li key={to}>
          <Link className="link" to={to} lang={lang}>
            {title}
          </Link>
          <div className="small t2 num">{detail}</div>
        </li>
      ))}
      {left > 0 && <li className="small t2">{t("ui.more_count", { count: t.number(left) })}</li>}
    </ul>
  )
}
