import { useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { browserApi } from "#web/browser-api.ts"
import { useEdit } from "#web/editing/edit-form.tsx"
import { Part } from "#web/editing/edit-part.tsx"
import type { Country } from "../../countries.ts"
import type { ActorType } from "../../actor-types.ts"
import { pointWords, useLiveActor } from "./fold-words.ts"

/** Where a page is: a place has a street; of the others the town is enough. */
export function AddressFields({ type, countries }: { type: ActorType; countries: readonly Country[] }) {
  if (type === "place") return <HouseFields countries={countries} />
  return (
    <div className="form__grid">
      <TownField span={3} />
      <CountryField countries={countries} span={3} />
    </div>
  )
}

function HouseFields({ countries }: { countries: readonly Country[] }) {
  const t = useMessages()
  return (
    <div className="form__grid">
      <div className="c6">
        <TextField
          {...useEdit("location.street")}
          label={t("actor-editor.street")}
          autoComplete="off"
          maxLength={300}
          isOptional
        />
      </div>
      <TextField
        {...useEdit("location.postal_code")}
        label={t("actor-editor.postal_code")}
        autoComplete="off"
        maxLength={20}
        span={2}
        isOptional
      />
      <TownField span={4} />
      <CountryField countries={countries} span={6} />
      <div className="c6">
        <Part
          id="point"
          title={t("actor-editor.on_map")}
          holds={pointWords(t, useLiveActor())}
          fields={["location.point"]}
        >
          <TextField
            {...useEdit("location.point")}
            label={t("actor-editor.point")}
            hint={t("actor-editor.point_hint")}
            placeholder="50.6326, 5.5797"
            autoComplete="off"
            maxLength={60}
            isOptional
          />
        </Part>
      </div>
    </div>
  )
}

/** A town; those that the network knows are offered while one types, and tell where it is. */
export function TownField({ span }: { span?: 2 | 3 | 4 | 6 }) {
  const t = useMessages()
  const list = useId()
  const [towns, setTowns] = useState<{ name: string; country: string | null }[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const look = (text: string) => {
    clearTimeout(timer.current)
    if (text.trim().length < 2) return
    timer.current = setTimeout(() => {
      browserApi.get("/api/places/", { q: text.trim() }).then(setTowns, () => {})
    }, 250)
  }
  return (
    <>
      <TextField
        {...useEdit("location.locality")}
        label={t("actor-editor.town")}
        list={list}
        autoComplete="off"
        maxLength={120}
        onChange={(typed) => look(typed.target.value)}
        isOptional
        {...(span ? { span } : {})}
      />
      <datalist id={list}>
        {towns.map(({ name, country }) => (
          <option key={`${name} ${country}`} value={name}>
            {country ?? ""}
          </option>
        ))}
      </datalist>
    </>
  )
}

/** The country of an address, from the list of ISO 3166-1. */
export function CountryField({ countries, span }: { countries: readonly Country[]; span?: 2 | 3 | 4 | 6 }) {
  const t = useMessages()
  return (
    <Select
      {...useEdit("location.country")}
      label={t("actor-editor.country")}
      options={countries}
      {...(span ? { span } : {})}
    />
  )
}
