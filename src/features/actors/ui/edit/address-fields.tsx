import { useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Select } from "#ui/select.tsx"
import { TextField } from "#ui/text-field.tsx"
import { browserApi } from "#web/browser-api.ts"
import { useEdit } from "#web/edit-form.tsx"
import { countries } from "../../countries.ts"
import type { ActorType } from "../../actor-types.ts"

/** Where a page is: a place has a street; of the others the town is enough. */
export function AddressFields({ type }: { type: ActorType }) {
  if (type === "place") return <HouseFields />
  return (
    <div className="form__grid">
      <TownField span={3} />
      <CountryField span={3} />
    </div>
  )
}

function HouseFields() {
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
      <CountryField span={6} />
      <div className="c6">
        <TextField
          {...useEdit("location.point")}
          label={t("actor-editor.point")}
          hint={t("actor-editor.point_hint")}
          placeholder="50.6326, 5.5797"
          autoComplete="off"
          maxLength={60}
          isOptional
        />
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
            {country ? t.nameOf("region", country) : ""}
          </option>
        ))}
      </datalist>
    </>
  )
}

export function CountryField({ span }: { span?: 2 | 3 | 4 | 6 }) {
  const t = useMessages()
  const field = useEdit("location.country")
  const known = field.defaultValue && !countries.includes(field.defaultValue) ? [field.defaultValue] : []
  const named = [...known, ...countries].map((value) => ({ value, label: t.nameOf("region", value) }))
  const near = named.slice(0, known.length + 4)
  const others = named.slice(near.length).sort((one, other) => one.label.localeCompare(other.label, t.language))
  return (
    <Select
      {...field}
      defaultValue={field.defaultValue || "BE"}
      label={t("actor-editor.country")}
      options={[...near, ...others]}
      {...(span ? { span } : {})}
    />
  )
}
