import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import type { ChosenPlace } from "#features/places/ui/place-combobox.tsx"
import { PlaceField } from "#features/places/ui/place-field.tsx"
import { PointField } from "#features/places/ui/point-field.tsx"
import { notifyForm } from "#ui/reveal.ts"
import { useEdit, useFilled } from "#web/editing/edit-form.tsx"
import { Part } from "#web/editing/edit-part.tsx"
import type { Fields } from "#web/editing/edit-values.ts"
import type { Country } from "../../countries.ts"
import type { ActorType } from "../../actor-types.ts"
import { useLiveActor } from "./live-actor.ts"

/** The address of a page: with a street for a place; for other actors the town is enough. */
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
          label={t("places.street")}
          autoComplete="off"
          maxLength={300}
          isOptional
        />
      </div>
      <TextField
        {...useEdit("location.postal_code")}
        label={t("places.postal_code")}
        autoComplete="off"
        maxLength={20}
        span={2}
        isOptional
      />
      <TownField span={4} />
      <CountryField countries={countries} span={6} />
      <div className="c6">
        <Part id="point" title={t("places.on_map")} holds={pointWords(t, useLiveActor())} fields={["location.point"]}>
          <PointField {...useEdit("location.point")} label={t("places.point")} hint={t("places.point_hint")} />
        </Part>
      </div>
    </div>
  )
}

/** A field to choose a town while typing; it fills in the country, and the postcode if that is empty. */
export function TownField({ span }: { span?: 2 | 3 | 4 | 6 }) {
  const t = useMessages()
  const filled = useFilled()
  const field = useEdit("location.locality")
  const bringAlong = ({ found }: ChosenPlace) => {
    const form = (document.getElementById(field.id) as HTMLInputElement | null)?.form
    const fill = (name: string, value: string | null | undefined, isKept: boolean) => {
      const control = form?.elements.namedItem(name)
      if (!value || !(control instanceof HTMLInputElement || control instanceof HTMLSelectElement)) return
      if (isKept && control.value.trim() !== "") return
      control.value = value
      notifyForm(control)
    }
    fill("location.country", found?.country, false)
    fill("location.postal_code", found?.postal_code, true)
  }
  return (
    <PlaceField
      {...field}
      hasPoint
      defaultAt={filled["location.locality.at"]}
      label={t("places.town")}
      isTown
      enter="sends"
      isOptional
      onPick={bringAlong}
      {...(span ? { span } : {})}
    />
  )
}

/** The country of an address, from the list of ISO 3166-1. */
export function CountryField({ countries, span }: { countries: readonly Country[]; span?: 2 | 3 | 4 | 6 }) {
  const t = useMessages()
  return (
    <Select
      {...useEdit("location.country")}
      label={t("places.country")}
      options={countries}
      {...(span ? { span } : {})}
    />
  )
}

/** Says where the page stands on the map. */
function pointWords(t: Messages, fields: Fields): string {
  const [point, town] = [fields["location.point"]?.trim(), fields["location.locality"]?.trim()]
  if (point) return point
  return town ? t("places.holds_town", { town }) : t("places.holds_nowhere")
}
