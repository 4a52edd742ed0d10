import { useMessages } from "#i18n/messages-context.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import { CaretLeftBold, CaretRightBold, Printer } from "#ui/icons.tsx"
import { calendarViews, type Layer, layers, stepFrom } from "../../calendar/calendar.ts"
import type { CalendarData } from "../../pages/calendar-data.ts"
import { calendarAddress, headInWords } from "./calendar-words.ts"

/** The controls for view, date and layers: each choice is an address, and works without script. */
export function CalendarHead({ query, today }: Pick<CalendarData, "query" | "today">) {
  const t = useMessages()
  const { view, date } = query
  const { name, year } = headInWords(t, query)
  const address = (change: Partial<typeof query>) => calendarAddress({ ...query, ...change })
  const step = (by: 1 | -1) => address({ date: stepFrom(view, date, by, today) })
  const stepName = (by: 1 | -1) => {
    if (view === "week") return t(by < 0 ? "calendar.previous_week" : "calendar.next_week")
    return t.date(`${stepFrom(view, date, by, today).slice(0, 7)}-01`, "monthYear")
  }
  return (
    <header className="calhead">
      <div className="bar bar--between calhead__top">
        <h1 className="d1 calhead__title" id="calendar-head" tabIndex={-1}>
          <span className="vh">{t("calendar.title")}, </span>
          {name} <span className="t3">{year}</span>
        </h1>
        <div className="bar no-print">
          <SegmentedLinks
            label={t("calendar.view")}
            current={view}
            segments={calendarViews.map((value) => ({
              value,
              label: t(`calendar.view_${value}`),
              to: address({ view: value }),
            }))}
          />
          <nav className="bar calhead__steps" aria-label={t("calendar.title")}>
            <ButtonLink kind="bare" iconOnly icon={CaretLeftBold} to={step(-1)} preventScrollReset>
              {stepName(-1)}
            </ButtonLink>
            <ButtonLink to={address({ date: today })} preventScrollReset>
              {t("ui.today")}
            </ButtonLink>
            <ButtonLink kind="bare" iconOnly icon={CaretRightBold} to={step(1)} preventScrollReset>
              {stepName(1)}
            </ButtonLink>
          </nav>
        </div>
      </div>
      <div className="bar bar--between calhead__what">
        <div className="chips no-print" role="group" aria-label={t("calendar.shown")}>
          {layers.map((layer) => (
            <Chip
              key={layer}
              to={address({ layers: switched(query.layers, layer) })}
              isOn={query.layers.includes(layer)}
            >
              {t(`calendar.layer_${layer}`)}
            </Chip>
          ))}
        </div>
        <Legend />
        <Button className="needs-script no-print max-md:hidden" icon={Printer} iconOnly onClick={() => print()}>
          {t("calendar.print")}
        </Button>
      </div>
    </header>
  )
}

function switched(chosen: readonly Layer[], layer: Layer): Layer[] {
  return layers.filter((one) => (one === layer ? !chosen.includes(one) : chosen.includes(one)))
}

function Legend() {
  const t = useMessages()
  const ink = { "--ink": "var(--ink-other)" } as React.CSSProperties
  return (
    <ul className="bar legend" aria-label={t("calendar.legend")}>
      <li className="ev ev--yes" style={ink}>
        {t("ui.confirmed")}
      </li>
      <li className="ev ev--int" style={ink}>
        {t("ui.interested")}
      </li>
      <li className="ev ev--own" style={ink}>
        {t("calendar.legend_managed")}
      </li>
      <li className="ev ev--others" style={ink}>
        {t("calendar.legend_followed")}
      </li>
      <li className="ev ev--no">{t("ui.declined")}</li>
    </ul>
  )
}
