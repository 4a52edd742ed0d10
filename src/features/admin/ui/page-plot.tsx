import type { CSSProperties } from "react"
import { actorTypes } from "#features/actors/actor-types.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Overview } from "../overview/representation.server.ts"
import { Plot } from "./plot.tsx"

const inks = { person: "music", group: "theatre", place: "young", organizer: "talk" } as const

/** Published pages: the shape of each type, sized by the number of pages. */
export function PagePlot({ pages }: { pages: Overview["pages"] }) {
  const t = useMessages()
  const all = actorTypes.reduce((sum, type) => sum + pages[type], 0)
  const most = Math.max(1, ...actorTypes.map((type) => pages[type]))
  return (
    <Plot title={t("admin.pages", { count: all })}>
      <ul className="pagekinds">
        {actorTypes.map((type) => {
          const style = {
            "--ink": `var(--ink-${inks[type]})`,
            "--s": `${1.25 + 3.5 * Math.sqrt(pages[type] / most)}rem`,
          } as CSSProperties
          return (
            <li key={type}>
              <span className={`av av--${type}`} style={style} aria-hidden="true" />
              <b className="d3 num">{t.number(pages[type])}</b>
              <span className="small t2">{t(`admin.type_${type}`, { count: pages[type] })}</span>
            </li>
          )
        })}
      </ul>
    </Plot>
  )
}
