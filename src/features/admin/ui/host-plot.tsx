import { useMessages } from "#i18n/messages-context.ts"
import type { Overview } from "../overview/representation.server.ts"
import { aroundOf } from "./drawing.ts"
import { HostRow } from "./host-row.tsx"
import { Plot } from "./plot.tsx"

/** Fediverse hosts with waiting deliveries, as lines to the lamp in the middle: solid, or dotted where the host is silent. */
export function HostPlot({ federation }: { federation: Overview["federation"] }) {
  const t = useMessages()
  const { is_on, hosts, waiting } = federation
  if (!is_on || hosts.length === 0)
    return (
      <Plot title={t("admin.neighbours")} size="wide">
        <p className="t2">{t(is_on ? "admin.neighbours_well" : "admin.neighbours_off")}</p>
      </Plot>
    )
  const places = aroundOf(hosts.length)
  return (
    <Plot title={t("admin.neighbours")} size="wide">
      <div className="neighbours" aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {hosts.map(({ host, failures }, at) => (
            <path
              key={host}
              className={failures > 0 ? "neighbour--silent" : "neighbour"}
              d={`M50 50L${places[at]?.x ?? 50} ${places[at]?.y ?? 50}`}
            />
          ))}
        </svg>
        <span className="neighbours__lamp" />
        {hosts.map(({ host, failures }, at) => (
          <span
            key={host}
            className={failures > 0 ? "neighbours__name wrong" : "neighbours__name"}
            style={{ left: `${places[at]?.x ?? 50}%`, top: `${places[at]?.y ?? 50}%` }}
          >
            {host.split(".")[0]}
          </span>
        ))}
      </div>
      <p className="small t2">{t("admin.neighbours_waiting", { count: waiting })}</p>
      <ul className="hosts">
        {hosts.map((host) => (
          <HostRow key={host.host} host={host} />
        ))}
      </ul>
    </Plot>
  )
}
