import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import { type Layer, layers } from "../../calendar/calendar.ts"
import type { CalendarData } from "../../pages/calendar-data.ts"
import { calendarAddress } from "./calendar-words.ts"

/** The empty state: for each shown layer, how to get entries into it. */
export function CalendarEmpty({ query }: Pick<CalendarData, "query">) {
  const t = useMessages()
  if (query.layers.length === 0)
    return (
      <Empty
        title={t("calendar.none_shown")}
        action={
          <ButtonLink to={calendarAddress({ ...query, layers: [...layers] })}>{t("calendar.show_all")}</ButtonLink>
        }
      >
        {t("calendar.none_shown_hint")}
      </Empty>
    )
  return (
    <div className="empty no-print">
      <p className="d2">{t(query.view === "week" ? "calendar.none_week" : "calendar.none_month")}</p>
      <ul className="hints t2">
        {query.layers.map((layer) => (
          <li key={layer}>
            {t(`calendar.none_${layer}`)}{" "}
            <Link className="link" to={ways[layer].to}>
              {t(`calendar.${ways[layer].word}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

const ways = {
  answers: { to: paths.events(), word: "open_agenda" },
  starred: { to: paths.events(), word: "open_agenda" },
  followed: { to: paths.actors(), word: "open_directory" },
  managed: { to: paths.newEvent(), word: "publish" },
} as const satisfies Record<Layer, object>
