import { useId } from "react"
import { Form, useHref, useNavigate } from "react-router"
import { nearestOf, radii, type Point } from "#features/actors/listing/directory.ts"
import { usePosition } from "#features/actors/ui/use-position.ts"
import { categories } from "#features/events/categories.ts"
import { titleOf } from "#features/events/ui/event-words.ts"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Chip } from "#ui/chip.tsx"
import { Empty } from "#ui/empty.tsx"
import { Select } from "#ui/fields/select.tsx"
import { Fold } from "#ui/fold.tsx"
import { CrosshairSimple, MapPin, PlayFill } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { Note } from "#ui/note.tsx"
import { FailedList, type ListOrFailure } from "#web/layout/failed-list.tsx"
import { paths } from "#web/paths.ts"
import type { RadioItem } from "../../sound/radio/radio.ts"
import { type SoundQuery, writeSounds } from "../../sound/sound-query.ts"
import { play } from "../player/player-store.ts"
import { trackOf } from "../player/track.ts"
import { TrackRow } from "../player/track-row.tsx"

type RadioListProps = {
  query: SoundQuery
  center: { point: Point; name: string | undefined } | "unknown" | undefined
  radio: ListOrFailure<RadioItem>
  /** The reader's saved places. */
  saved: readonly { id: number; name: string; lat: number; lon: number; radius: number }[]
  address: string
}

/** The people who play around a place this week, by date, with one sound each, played one by one or as a programme. */
export function RadioList({ query, center, radio, saved, address }: RadioListProps) {
  const t = useMessages()
  const tracks = radio.items.flatMap(({ sound }) => trackOf(sound) ?? [])
  const isPlaced = center !== undefined && center !== "unknown"
  return (
    <>
      <Where query={query} center={center} />
      <SavedPlaces query={query} saved={saved} />
      {isPlaced && (
        <div className="chips" role="group" aria-label={t("sound.category")}>
          <Chip to={paths.sounds(writeSounds({ ...query, category: undefined }))} isOn={!query.category}>
            {t("sound.all")}
          </Chip>
          {categories.map((category) => (
            <Chip
              key={category}
              to={paths.sounds(writeSounds({ ...query, category }))}
              isOn={query.category === category}
            >
              {t(`ui.category_${category}`)}
            </Chip>
          ))}
        </div>
      )}
      {radio.trouble ? (
        <FailedList
          trouble={radio.trouble}
          address={address}
          failed={t("sound.list_failed")}
          needsAccount={t("sound.list_failed")}
        />
      ) : (
        isPlaced && (
          <>
            <p className="bar bar--between">
              <span className={radio.items.length === 0 ? "vh" : "small t2"} role="status">
                {t("sound.radio_order", {
                  count: radio.items.length,
                  radius: query.radius,
                  place: center.name ?? "none",
                })}
              </span>
              {tracks.length > 1 && (
                <Button icon={PlayFill} onClick={() => play(tracks, 0, { goesOn: true })}>
                  {t("sound.play_radio")}
                </Button>
              )}
            </p>
            {radio.items.length === 0 && (
              <Empty level={2} title={t("sound.radio_none")}>
                {t("sound.radio_none_hint")}
              </Empty>
            )}
          </>
        )
      )}
      {byDay(radio.items).map(({ date, items }) => (
        <Fold
          key={date}
          sign={String(Number(date.slice(8, 10)))}
          title={t.date(date, "long")}
          label={
            <>
              {t.date(date, "weekday")}
              <br />
              {t.date(date, "monthName")}
            </>
          }
        >
          <ol className="rows">
            {items.map(({ event, sound }) => (
              <TrackRow key={sound.id} sound={sound} tracks={tracks} detail={<Playing event={event} sound={sound} />} />
            ))}
          </ol>
        </Fold>
      ))}
    </>
  )
}

/** The line « Trio Ventôse · Soirée d’ouverture, 20:30, Le Hangar, Namur ». */
function Playing({ event, sound }: RadioItem) {
  const t = useMessages()
  const title = titleOf(t, event)
  return (
    <>
      {sound.actor && <Link to={paths.actor(sound.actor.fid)}>{sound.actor.name}</Link>}
      {" · "}
      <Link to={paths.event(event.id)} lang={title.lang}>
        {unbroken(title.text)}
      </Link>
      {", "}
      {[event.all_day ? "" : t.time(event.start), event.place, event.city].filter(Boolean).join(", ")}
    </>
  )
}

/** Links to the reader's saved places. */
function SavedPlaces({ query, saved }: Pick<RadioListProps, "query" | "saved">) {
  const t = useMessages()
  if (saved.length === 0) return null
  const addressOf = ({ name, lat, lon, radius }: RadioListProps["saved"][number]) =>
    paths.sounds(writeSounds({ near: { lat, lon }, place: name, radius: nearestOf(radius), category: query.category }))
  const here = paths.sounds(writeSounds(query))
  return (
    <div className="chips" role="group" aria-label={t("sound.saved_places")}>
      {saved.map((place) => (
        <Chip key={place.id} to={addressOf(place)} isOn={addressOf(place) === here}>
          <MapPin />
          {place.name}
        </Chip>
      ))}
    </div>
  )
}

/** The form for a town and a distance. It works without script. */
function Where({ query, center }: Pick<RadioListProps, "query" | "center">) {
  const t = useMessages()
  const id = useId()
  const navigate = useNavigate()
  const action = useHref(paths.sounds())
  const field = `${id}-place`
  const position = usePosition(
    (near) => void navigate(paths.sounds(writeSounds({ radius: query.radius, category: query.category, near }))),
    () => document.getElementById(field)?.focus(),
  )
  const name = center === "unknown" ? query.place : center?.name
  return (
    <div className="near">
      {center === "unknown" && (
        <Note type="warning" role="status">
          <p>{t("sound.place_unknown", { place: query.place ?? "" })}</p>
        </Note>
      )}
      <Form className="near__form" action={action} preventScrollReset>
        {query.category && <input type="hidden" name="category" value={query.category} />}
        <div className="field">
          <label htmlFor={field}>{t("sound.place")}</label>
          <input
            key={name}
            id={field}
            className="input"
            name="place"
            defaultValue={name ?? ""}
            maxLength={100}
            autoComplete="address-level2"
            required
          />
        </div>
        <Select
          key={query.radius}
          label={t("sound.radius")}
          name="radius"
          defaultValue={query.radius}
          options={radii.map((one) => ({
            value: String(one),
            label: t("sound.kilometres", { distance: one }),
          }))}
        />
        <Button type="submit" kind="main">
          {t("sound.find")}
        </Button>
        <Button icon={CrosshairSimple} kind="bare" isBusy={position.state === "asking"} onClick={position.locate}>
          {t("sound.locate")}
        </Button>
      </Form>
    </div>
  )
}

function byDay(items: readonly RadioItem[]): { date: string; items: RadioItem[] }[] {
  const days = new Map<string, RadioItem[]>()
  for (const item of items) {
    const date = item.event.start.slice(0, 10)
    days.set(date, [...(days.get(date) ?? []), item])
  }
  return [...days].map(([date, there]) => ({ date, items: there }))
}
