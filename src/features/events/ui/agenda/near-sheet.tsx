import { useEffect, useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { CrosshairSimple, MapPin } from "#ui/icons.tsx"
import { SegmentedRadios } from "#ui/fields/segmented.tsx"
import { browserApi } from "#web/browser-api.ts"
import { type AgendaQuery, isOn, radii } from "../../listing/agenda-query.ts"

type Town = { name: string; country: string | null; lat: number; lon: number }
type NearProps = { query: AgendaQuery; onChange: (change: Partial<AgendaQuery>, isDone: boolean) => void }

/** A town by its name, or where the reader is; and how far around. Loaded when it is opened. */
export default function NearSheet({ query, onChange }: NearProps) {
  const t = useMessages()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(query.place)
  const [said, setSaid] = useState("")
  const towns = useTowns(text.trim() === query.place ? "" : text.trim())

  const choose = ({ name, lat, lon }: Town) => onChange({ near: { lat, lon }, place: name }, true)
  const locate = () => {
    setSaid(t("agenda.locating"))
    const fail = () => {
      setSaid(t("agenda.no_position"))
      field.current?.focus()
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
      <form
        className="field"
        onSubmit={(sent) => {
          sent.preventDefault()
          if (towns?.[0]) choose(towns[0])
          else if (text.trim() === "") onChange({ near: undefined, place: "" }, true)
        }}
      >
        <label htmlFor={id}>{t("agenda.near_place")}</label>
        <input
          ref={field}
          id={id}
          className="input"
          type="search"
          value={text}
          placeholder={t("agenda.place_hint")}
          autoComplete="off"
          maxLength={100}
          aria-describedby={`${id}-said`}
          onChange={(typed) => {
            setText(typed.target.value)
            setSaid("")
          }}
        />
        <p className="hint" id={`${id}-said`} role="status">
          {said ||
            (towns && (towns.length > 0 ? t("agenda.places_found", { count: towns.length }) : t("agenda.no_place")))}
        </p>
        {towns && towns.length > 0 && (
          <ul className="list">
            {towns.map((town) => (
              <li key={`${town.name} ${town.country}`}>
                <Button kind="bare" icon={MapPin} onClick={() => choose(town)}>
                  {town.country ? `${town.name}, ${t.nameOf("region", town.country)}` : town.name}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </form>
      {isOn(query, "near") && (
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

/** Towns whose name begins so, asked when typing pauses; undefined while nothing is asked. */
function useTowns(text: string): Town[] | undefined {
  const [found, setFound] = useState<{ text: string; towns: Town[] }>()
  useEffect(() => {
    if (text === "") return
    let isCurrent = true
    const timer = setTimeout(() => {
      browserApi
        .list("/api/places/", { q: text, limit: 6 })
        .then(({ items }) => isCurrent && setFound({ text, towns: items }))
        .catch(() => isCurrent && setFound({ text, towns: [] }))
    }, 200)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text])
  return text !== "" && found?.text === text ? found.towns : undefined
}
