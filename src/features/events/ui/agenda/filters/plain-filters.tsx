import { accessFeatures } from "#features/places/access.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Swatch } from "#ui/poster/swatch.tsx"
import { type AgendaQuery, radii } from "../../../listing/agenda-query.ts"
import { categories } from "../../../categories.ts"

type PlainFiltersProps = { action: string; query: AgendaQuery; today: string }

/** The same filters as one native form, for readers without script. */
export function PlainFilters({ action, query, today }: PlainFiltersProps) {
  const t = useMessages()
  const isCalendar = query.view === "calendar"
  const hidden = {
    rel: query.rel === "all" ? "" : query.rel,
    q: query.q,
    list: query.list,
    view: query.view === "list" ? "" : query.view,
    month: isCalendar ? query.month : "",
    near: query.near && !query.place ? `${query.near.lat},${query.near.lon}` : "",
  }
  return (
    <form className="wrap pb-3" action={action} aria-label={t("agenda.more_filters")}>
      {Object.entries(hidden).map(
        ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
      )}
      <details>
        <summary className="btn">{t("agenda.more_filters")}</summary>
        <div className="form__grid py-4">
          {!isCalendar && (
            <>
              <label className="field c3">
                {t("agenda.from")}
                <input className="input" type="date" name="from" min={today} defaultValue={query.from} />
              </label>
              <label className="field c3">
                {t("agenda.to")}
                <input className="input" type="date" name="to" min={today} defaultValue={query.to} />
              </label>
            </>
          )}
          <label className="field c3">
            {t("agenda.near_place")}
            <input className="input" name="place" defaultValue={query.place} maxLength={100} />
          </label>
          <label className="field c3">
            {t("agenda.radius")}
            <select className="input" name="radius" defaultValue={String(query.radius)}>
              {radii.map((radius) => (
                <option key={radius} value={radius}>
                  {t("agenda.km", { radius })}
                </option>
              ))}
            </select>
          </label>
          <fieldset className="field c6">
            <legend className="lbl">{t("agenda.categories")}</legend>
            <div className="chips">
              {categories.map((category) => (
                <label className="chip" key={category}>
                  <input
                    type="checkbox"
                    name="category"
                    value={category}
                    defaultChecked={query.category.includes(category)}
                  />
                  <Swatch ink={category} />
                  {t(`ui.category_${category}`)}
                </label>
              ))}
            </div>
          </fieldset>
          <fieldset className="field c6">
            <legend className="lbl">{t("ui.access")}</legend>
            <div className="chips">
              <label className="chip">
                <input type="checkbox" name="free" value="true" defaultChecked={query.free} />
                {t("ui.free")}
              </label>
              {accessFeatures
                .filter((feature) => feature !== "strobe")
                .map((feature) => (
                  <label className="chip" key={feature}>
                    <input
                      type="checkbox"
                      name="access"
                      value={feature}
                      defaultChecked={query.access.includes(feature)}
                    />
                    {t(`ui.access_${feature}`)}
                  </label>
                ))}
            </div>
          </fieldset>
          <div className="bar c6">
            <Button type="submit" kind="main">
              {t("agenda.show")}
            </Button>
          </div>
        </div>
      </details>
    </form>
  )
}
