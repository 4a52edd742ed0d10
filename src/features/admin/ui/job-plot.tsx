import { useMessages } from "#i18n/messages-context.ts"
import type { Overview } from "../overview/representation.server.ts"
import { Plot } from "./plot.tsx"

/** Most lamps in a row; the text gives the number beyond that. */
const lamps = 32

/** Background jobs as lamps: one for each waiting job, red for each that failed for good. */
export function JobPlot({ jobs }: { jobs: Overview["jobs"] }) {
  const t = useMessages()
  return (
    <Plot title={t("admin.jobs")} size="half">
      <ul className="jobs">
        {jobs.map(({ kind, waiting, failed, oldest, late }) => {
          const words = [
            waiting > 0 && t("admin.jobs_waiting", { count: waiting }),
            failed > 0 && t("admin.jobs_failed", { count: failed }),
          ].filter((one) => one !== false)
          const isWrong = late || failed > 0
          return (
            <li key={kind}>
              <p className="bar bar--between">
                <b>{t(`admin.jobs_${kind}`)}</b>
                <span className={isWrong ? "small wrong" : "small t2"}>
                  {words.length > 0 ? words.join(", ") : t("admin.jobs_none")}
                </span>
              </p>
              <svg viewBox={`0 0 ${lamps * 14} 12`} aria-hidden="true">
                {Array.from({ length: lamps }, (_, at) => (
                  <circle
                    // oxlint-disable-next-line react/no-array-index-key -- lamps never move
                    key={at}
                    cx={at * 14 + 6}
                    cy="6"
                    r="4.5"
                    className={at < failed ? "lamp--err" : at < failed + waiting ? "lamp--on" : "lamp--off"}
                  />
                ))}
              </svg>
              {late && oldest && (
                <p className="small t2">
                  {t("admin.jobs_since", { time: t.time(oldest), date: t.date(oldest, "monthDay") })}
                </p>
              )}
            </li>
          )
        })}
      </ul>
      {jobs.some(({ failed }) => failed > 0) && <p className="small t3">{t("admin.jobs_hint")}</p>}
    </Plot>
  )
}
