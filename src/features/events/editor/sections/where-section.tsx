import { useEffect, useRef, useState } from "react"
import type { Country } from "#features/actors/countries.ts"
import { ActorPicker } from "#features/actors/ui/actor-picker.tsx"
import { CountryField, TownField } from "#features/actors/ui/edit/address-fields.tsx"
import { type Picked, pickedIn } from "#features/actors/picked.ts"
import { PointField } from "#features/places/ui/point-field.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { SegmentedRadios } from "#ui/fields/segmented.tsx"
import { Select } from "#ui/fields/select.tsx"
import { notifyForm } from "#ui/reveal.ts"
import { TextField } from "#ui/fields/text-field.tsx"
import { useHydrated } from "#ui/in-browser.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { useEdit, useFilled } from "#web/editing/edit-form.tsx"
import { useRefilled } from "#web/editing/form-parts.tsx"
import type { Room } from "../editor-data.ts"
import { useLiveEvent } from "../live/live.ts"
import { useFilledMark } from "../pasted/filled-mark.tsx"

type PlaceProps = {
  rooms: readonly Room[]
  city: string | null
  /** Time zone of the place, when known. */
  zone: string | null
  countries: readonly Country[]
}

/** The fields for attendance on site or online, and the online address. */
export function Online() {
  const t = useMessages()
  const mode = useEdit("mode")
  return (
    <>
      <SegmentedRadios
        label={t("event-editor.mode")}
        name={mode.name}
        defaultValue={mode.defaultValue || "onsite"}
        segments={[
          { value: "onsite", label: t("event-editor.mode_onsite") },
          { value: "hybrid", label: t("event-editor.mode_hybrid") },
          { value: "online", label: t("event-editor.mode_online") },
        ]}
      />
      <div data-where="online">
        <TextField
          {...useEdit("online_url")}
          label={t("event-editor.online_url")}
          hint={t("event-editor.online_url_hint")}
          type="url"
          inputMode="url"
          maxLength={2000}
          autoComplete="off"
          isOptional
        />
      </div>
    </>
  )
}

type HouseState = { picked: Picked | null; rooms: readonly Room[]; city: string | null; zone: string | null }

/** The fields for the place: a page of the directory with its room, or a name in words. */
export function Place({ rooms, city, zone, countries }: PlaceProps) {
  const t = useMessages()
  const filled = useFilled()
  const live = useLiveEvent()
  const field = useEdit("place")
  const mark = useFilledMark("place")
  const { isFresh } = useRefilled("place")
  const [house, setHouse] = useState<HouseState>(() => {
    const picked = pickedIn(filled, "place")
    // A pasted text names another place than the one the editor began with.
    return isFresh ? { picked, rooms: [], city: null, zone: null } : { picked, rooms, city, zone }
  })
  const told = useRef<HTMLInputElement>(null)
  // Tells the form about the place's zone once it is loaded: a new event takes it over.
  useEffect(() => {
    if (house.zone !== zone) notifyForm(told.current)
  }, [house.zone, zone])
  useEffect(() => {
    if (isFresh) lookUp(house.picked)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: it begins anew when it is filled again
  }, [])
  const pick = (picked: Picked | null) => {
    setHouse({ picked, rooms: [], city: null, zone: null })
    lookUp(picked)
  }
  const lookUp = (picked: Picked | null) => {
    if (!picked?.fid) return
    browserApi.get("/api/actors/{fid}/", { fid: picked.fid }).then(
      (actor) =>
        setHouse((now) =>
          now.picked?.fid === picked.fid
            ? {
                picked,
                rooms: actor.rooms.map(({ id, name }) => ({ id, name })),
                city: actor.location?.locality ?? null,
                zone: actor.location?.timezone ?? null,
              }
            : now,
        ),
      () => {}, // the place is chosen even so, without its rooms
    )
  }
  return (
    <div className="placef__house c6" data-where="onsite" id="where">
      <ActorPicker
        name="place"
        id={field.id}
        label={t("event-editor.place")}
        placeholder={t("event-editor.place_hint")}
        error={field.error}
        defaultValue={house.picked}
        types={placeOnly}
        onPick={pick}
        allowsNames
        canCreate
        note={mark}
        isOptional
      />
      <input type="hidden" name="place.was" value={filled["place.was"] ?? ""} />
      <input type="hidden" name="place.city" value={house.city ?? ""} />
      <input type="hidden" name="place.zone" value={house.zone ?? ""} ref={told} />
      {house.rooms.length > 0 && <RoomField key={house.picked?.fid} rooms={house.rooms} />}
      <Address isNeeded={!house.picked?.fid && Boolean(live["place.text"]?.trim())} countries={countries} />
    </div>
  )
}

const placeOnly = ["place"] as const

function RoomField({ rooms }: { rooms: readonly Room[] }) {
  const t = useMessages()
  const room = useEdit("room")
  const isKnown = rooms.some(({ id }) => String(id) === room.defaultValue)
  return (
    <Select
      {...room}
      defaultValue={isKnown ? room.defaultValue : ""}
      label={t("event-editor.room")}
      options={[
        { value: "", label: t("event-editor.no_room") },
        ...rooms.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      isOptional
    />
  )
}

/** The fields for an address, when the place has no page. */
function Address({ isNeeded, countries }: { isNeeded: boolean; countries: readonly Country[] }) {
  const t = useMessages()
  const filled = useFilled()
  const names = ["name", "street", "postal_code", "locality", "point"]
  const isSaid = names.some((name) => filled[`location.${name}`])
  const { isFresh } = useRefilled("place")
  const [isOpenAtFirst] = useState(isSaid && !filled.place && !isFresh)
  const point = useEdit("location.point")
  const isLive = useHydrated() // without script the folded address is always there
  return (
    <details
      className="foldable placef__address"
      hidden={!isNeeded && isLive && !isOpenAtFirst}
      open={isOpenAtFirst || point.error ? true : undefined}
    >
      <summary>{t("event-editor.or_address")}</summary>
      <div className="form__grid">
        <div className="c6">
          <TextField
            {...useEdit("location.name")}
            label={t("event-editor.location_name")}
            hint={t("event-editor.location_name_hint")}
            maxLength={200}
            autoComplete="off"
            isOptional
          />
        </div>
        <div className="c6">
          <TextField
            {...useEdit("location.street")}
            label={t("event-editor.street")}
            maxLength={300}
            autoComplete="off"
            isOptional
          />
        </div>
        <TextField
          {...useEdit("location.postal_code")}
          label={t("event-editor.postal_code")}
          maxLength={20}
          autoComplete="off"
          span={2}
          isOptional
        />
        <TownField span={4} />
        <CountryField countries={countries} span={6} />
        <PointField {...point} label={t("event-editor.point")} hint={t("event-editor.point_hint")} span={6} />
      </div>
    </details>
  )
}
