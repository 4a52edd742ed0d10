import { useMessages } from "#i18n/messages-context.ts"
import { Fold } from "#ui/fold.tsx"
import type { Tour } from "../../tour/tour.ts"
import { periodIn } from "../../openings/opening-words.ts"
import { OpeningRow } from "./opening-row.tsx"

/** The houses along a way, by the first day on which both are free. */
export function TourStops({ stops, towns }: Pick<Tour, "stops"> & { towns: readonly { name: string }[] }) {
  const t = useMessages()
  const byDay = [...Map.groupBy(stops, ({ days }) => days[0]?.from ?? "")]
  return byDay.map(([day, those]) => (
    <Fold
      key={day}
      sign={Number(day.slice(8))}
      title={t.date(day, "long")}
      label={
        <>
          {t.date(day, "weekday")}
          <br />
          {t.date(day, "monthYear")}
        </>
      }
    >
      <ul className="openings">
        {those.map(({ opening, days, distance, leg }) => {
          const away = t.number(distance, { maximumFractionDigits: 1 })
          const between = { from: towns[leg]?.name ?? "", to: towns[leg + 1]?.name ?? "" }
          return (
            <OpeningRow
              key={opening.id}
              opening={opening}
              days={days.map(({ from, to }) => (
                <span key={from} className="opening__range">
                  {periodIn(t, from, to)}
                </span>
              ))}
              where={distance < 1 ? t("tour.on_way", between) : t("tour.from_way", { ...between, distance: away })}
            />
          )
        })}
      </ul>
    </Fold>
  ))
}
