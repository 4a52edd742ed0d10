import { useState } from "react"
import { Form, useHref } from "react-router"
import { PlaceField } from "#features/places/ui/place-field.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { DateField } from "#ui/dates/date-field.tsx"
import { Select } from "#ui/fields/select.tsx"
import { Plus } from "#ui/icons.tsx"
import { Note } from "#ui/note.tsx"
import { paths } from "#web/paths.ts"
import { mostTowns, widths } from "../../tour/tour.ts"
import type { TourPageQuery } from "../../tour/tour-query.ts"

type TourFormProps = {
  fid: string
  asked: TourPageQuery
  /** Unknown towns, by their index on the way. */
  unknown: readonly number[]
  errors: readonly string[]
}

/** The form of a tour: way, days and distance. It leads to an address, so that it works without script and can be bookmarked. */
export function TourForm({ fid, asked, unknown, errors }: TourFormProps) {
  const t = useMessages()
  // Without script there is always one more town to fill in.
  const [count, setCount] = useState(Math.min(mostTowns, Math.max(2, asked.towns.length) + 1))
  // Required fields left empty also say so at the field.
  const missing = (value: unknown) => (errors.length > 0 && !value ? t("errors.required") : undefined)
  return (
    <Form className="form narrow no-print" action={useHref(paths.tourOfActor(fid))} preventScrollReset>
      {errors.length > 0 && (
        <Note type="error" role="alert">
          {errors.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Note>
      )}
      <fieldset className="field">
        <legend className="lbl">{t("tour.way")}</legend>
        <div className="tour__towns">
          {Array.from({ length: count }, (_, at) => (
            <PlaceField
              key={at}
              name="town"
              hasPoint
              isTown
              label={t("tour.town", { number: at + 1 })}
              defaultValue={asked.towns[at]?.name}
              defaultAt={asked.towns[at]?.at}
              isOptional={at > 1}
              error={
                unknown.includes(at)
                  ? t("tour.town_unknown", { town: asked.towns[at]?.name ?? "" })
                  : at < 2
                    ? missing(asked.towns[at])
                    : undefined
              }
            />
          ))}
        </div>
      </fieldset>
      {count < mostTowns && (
        <div className="bar">
          <Button className="needs-script" icon={Plus} onClick={() => setCount(count + 1)}>
            {t("tour.add_town")}
          </Button>
        </div>
      )}
      <div className="form__grid">
        <DateField name="from" label={t("tour.from")} defaultValue={asked.from} error={missing(asked.from)} span={3} />
        <DateField name="to" label={t("tour.to")} defaultValue={asked.to} error={missing(asked.to)} span={3} />
      </div>
      <Select
        name="within"
        label={t("tour.within")}
        defaultValue={String(asked.within)}
        options={widths.map((one) => ({ value: String(one), label: t("tour.kilometres", { distance: one }) }))}
      />
      <div className="bar">
        <Button type="submit" kind="main" size="large">
          {t("tour.plan")}
        </Button>
      </div>
    </Form>
  )
}
