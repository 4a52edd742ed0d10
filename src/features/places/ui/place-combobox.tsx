import { useCallback } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Combobox, type ComboboxOption, type SearchedField, useSearchedField } from "#ui/fields/combobox.tsx"
import { MapPin, Star } from "#ui/icons.tsx"
import { browserApi } from "#web/browser-api.ts"
import { useUser } from "#web/session.ts"
import type { FoundPlace } from "../place.ts"

/** A place that was chosen: found by its name, or one of the reader's own. */
export type ChosenPlace = Pick<FoundPlace, "name" | "lat" | "lon"> & {
  found?: FoundPlace
  /** Kilometres around one's own. */
  radius?: number
}

const mostShown = 8

type PlaceComboboxProps = SearchedField & {
  /** Towns only, for a part of an address; else streets too, and the places that the reader saved. */
  isTown?: boolean | undefined
  /** What Enter does while nothing is pointed at: takes the best, or sends the form. */
  enter?: "takes-first" | "sends" | undefined
  isInline?: boolean
  onPick: (place: ChosenPlace) => void
}

/** The one field that asks for a place: it searches the gazetteer as one types, and offers one's own places before that. */
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

/** « 1020 · Bruxelles-Capitale · Belgique » */
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
