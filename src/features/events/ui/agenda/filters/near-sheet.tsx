import { useId, useState } from "react"
import { type ChosenPlace, PlaceCombobox } from "#features/places/ui/place-combobox.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { CrosshairSimple } from "#ui/icons.tsx"
import { Field } from "#ui/fields/field.tsx"
import { SegmentedRadios } from "#ui/fields/segmented.tsx"
import { type AgendaQuery, isFilterOn, radii } from "../../../listing/agenda-query.ts"

type NearProps = { query: AgendaQuery; onChange: (change: Partial<AgendaQuery>, isDone: boolean) => void }

/** The sheet to choose a town by name or the reader's position, and a radius. Loaded when it is opened. */
export default function NearSheet({ query, onChange }: NearProps) {
  const t = useMessages()
  const id = useId()
  const [text, setText] = useState(query.place)
  const [said, setSaid] = useState("")

  const choose = ({ name, lat, lon, radius }: ChosenPlace) =>
    onChange({ near: { lat, lon }, place: name, radius: radius ?? query.radius }, true)
  const locate = () => {
    setSaid(t("agenda.locating"))
    const fail = () => {
      setSaid(t("agenda.no_position"))
      document.getElementById(id)?.focus()
    }
    if (!("geolocation" in navigator)) return fail()
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => onChange({ near: { lat: coords.latitude, lon: coords.longitude }, place: "" }, true),
      fail,
      { timeout: 10_000, maximumAge: 300_000 },
    )
  }

  return (
    <div className="grid w-80 max-w-full gap-4">
      <Button icon={CrosshairSimple} onClick={locate}>
        {t("agenda.use_position")}
      </Button>
      <Field id={id} label={t("agenda.near_place")} hint={<span role="status">{said}</span>} isOptional note="">
        {(wiring) => (
          <PlaceCombobox
            wiring={wiring}
            name="place"
            text={text}
            placeholder={t("agenda.place_hint")}
            enter="takes-first"
            isInline
            onText={(typed) => {
              setText(typed)
              setSaid("")
            }}
            onPick={choose}
          />
        )}
      </Field>
      {isFilterOn(query, "near") && (
        <>
          <SegmentedRadios
            label={t("agenda.radius")}
            name="radius"
            segments={radii.map((radius) => ({ value: String(radius), label: t("agenda.km", { radius }) }))}
            value={String(query.radius)}
            onChange={(radius) => onChange({ radius: Number(radius) }, false)}
          />
          <div className="picker__end">
            <Button kind="bare" onClick={() => onChange({ near: undefined, place: "" }, true)}>
              {t("ui.clear")}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
