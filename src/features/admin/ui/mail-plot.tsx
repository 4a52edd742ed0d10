import { useMessages } from "#i18n/messages-context.ts"
import type { Overview } from "../overview/representation.server.ts"
import { Figures, Legend, Plot } from "./plot.tsx"

const height = 120
const below = 36

/** Mails of the last thirty days: newsletters highlighted, notices grey, undelivered mails hanging below the line. */
export function MailPlot({ mails }: { mails: Overview["mails"] }) {
  const t = useMessages()
  const { sent, failed, days } = mails
  const most = Math.max(1, ...days.map(({ newsletters, notices }) => newsletters + notices))
  const worst = Math.max(1, ...days.map((day) => day.failed))
  const sum = (of: "newsletters" | "notices") => days.reduce((all, day) => all + day[of], 0)
  const part = t.number(failed / Math.max(1, sent + failed), { style: "percent", maximumFractionDigits: 1 })
  return (
    <Plot title={t("admin.mails")} size="half">
      <svg viewBox={`0 0 ${days.length * 18} ${height + below + 2}`} aria-hidden="true">
        {days.map((day, at) => {
          const [x, lit, grey] = [at * 18 + 2, (day.newsletters / most) * height, (day.notices / most) * height]
          return (
            <g key={day.date}>
              {day.notices > 0 && <rect x={x} y={height - grey} width="12" height={grey} fill="var(--text-3)" />}
              {day.newsletters > 0 && (
                <rect x={x} y={height - grey - lit} width="12" height={lit} className="lamp--on" />
              )}
              {day.failed > 0 && (
                <rect x={x} y={height + 2} width="12" height={(day.failed / worst) * below} fill="var(--err)" />
              )}
            </g>
          )
        })}
        <path d={`M0 ${height + 0.5}h${days.length * 18}`} stroke="var(--line-strong)" />
      </svg>
      <Legend
        keys={[
          {
            name: "newsletters",
            words: t("admin.mails_newsletters", { count: sum("newsletters") }),
            colour: "var(--lamp)",
          },
          { name: "notices", words: t("admin.mails_notices", { count: sum("notices") }), colour: "var(--text-3)" },
          { name: "failed", words: t("admin.mails_failed", { count: failed, part }), colour: "var(--err)" },
        ]}
      />
      <p className="small t3">{t("admin.mails_hint")}</p>
      {sent + failed > 0 && (
        <Figures
          summary={t("admin.by_day")}
          caption={t("admin.mails")}
          columns={[t("admin.day"), t("admin.col_newsletters"), t("admin.col_notices"), t("admin.col_failed")]}
          rows={days.map(({ date, newsletters, notices, failed: wrong }) => [
            t.date(date, "long"),
            ...[newsletters, notices, wrong].map((one) => t.number(one)),
          ])}
        />
      )}
    </Plot>
  )
}
