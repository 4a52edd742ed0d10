import { useCallback } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Combobox, type ComboboxOption, type SearchedField, useSearchedField } from "#ui/fields/combobox.tsx"
import { MapPin, Star } from "#ui/icons.tsx"
import { browserApi } from "#web/api/browser-api.ts"
import { useUser } from "#web/session/session.ts"
import type { FoundPlace } from "../place.ts"

/** The chosen place: one found by its name, or one of the user's saved places. */
export type ChosenPlace = Pick<FoundPlace, "name" | "lat" | "lon"> & {
  found?: FoundPlace
  /** Radius of a saved place in kilometres. */
  radius?: number
}

const mostShown = 8

type PlaceComboboxProps = SearchedField & {
  /** Searches only towns, for a part of an address; else also streets, and the places the user saved. */
  isTown?: boolean | undefined
  /** What Enter does while no option is highlighted: takes the best one, or submits the form. */
  enter?: "takes-first" | "sends" | undefined
  isInline?: boolean
  onPick: (place: ChosenPlace) => void
}

/** A field that asks for a place: it searches the gazetteer while typing, and lists the user's saved places first. */
export function PlaceCombobox(props: PlaceComboboxProps) {
  const { text, isTown = false, enter, isInline, onPick } = props
  const t = useMessages()
  const own = useUser()?.places ?? []
  const saved = isTown ? [] : own.filter((place) => beginsLike(place.name, text)).slice(0, mostShown)
  const search = useCallback((q: string) => searched(q, t.language, isTown), [t.language, isTown])
  const { found, isFailed, query, field } = useSearchedField(props, search)

  const options: ComboboxOption[] = [
    ...saved.map(({ id, name: called, lat, lon, radius }) => ({
      key: `own ${id}`,
      pick: () => onPick({ name: called, lat, lon, radius }),
      body: <Line name={called} about={t("places.saved", { radius })} isOwn />,
    })),
    ...found.map((place) => ({
      key: `${place.lat} ${place.lon} ${place.name} ${place.postal_code}`,
      pick: () => onPick({ name: place.name, lat: place.lat, lon: place.lon, found: place }),
      body: <Line name={place.name} about={whereabouts(t, place)} />,
    })),
  ]
  return (
    <Combobox
      {...field}
      options={options}
      enter={enter}
      isInline={isInline}
      opensWhenPressed={saved.length > 0}
      isReady={options.length > 0 || (text.trim() !== "" && (isFailed || query !== ""))}
      status={isFailed ? t("places.failed") : t("places.found", { count: options.length })}
    />
  )
}

async function searched(q: string, lang: Messages["language"], isTown: boolean): Promise<FoundPlace[]> {
  const places = await browserApi.get("/api/places/", { q, lang, limit: mostShown })
  return isTown ? places.filter(({ kind }) => kind !== "street" && kind !== "address") : places
}

/** Describes where a place is: « 1020 · Bruxelles-Capitale · Belgique ». */
export function whereabouts(t: Messages, { postal_code, region, country }: FoundPlace): string {
  return [postal_code, region, country && t.nameOf("region", country)].filter(Boolean).join(" · ")
}

function beginsLike(name: string, text: string) {
  const plain = (words: string) => words.normalize("NFD").replaceAll(/\p{M}/gu, "").trim().toLowerCase()
  return plain(name).startsWith(plain(text))
}

function Line({ name, about, isOwn = false }: { name: string; about: string; isOwn?: boolean }) {
  return (
    <>
      <span className="combo__way">{isOwn ? <Star /> : <MapPin />}</span>
      <span className="combo__words">
        <b>{name}</b>
        <span>{about}</span>
      </span>
    </>
  )
}
