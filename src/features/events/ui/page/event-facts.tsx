import { type Access, accessFeatures } from "#features/places/access.ts"
import { PlaceMap } from "#features/places/ui/place-map.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import type { Event } from "../../event.ts"
import { labelOf } from "../../price-label.ts"
import { isOnline } from "../event-words.ts"
import type { House } from "../../pages/around-data.ts"

/** The place, prices and access of an event. Access set on the event takes precedence over its room and its house. */
export function EventFacts({ event, house }: { event: Event; house?: House | undefined }) {
  const t = useMessages()
  const room = house?.rooms.find(({ id }) => id === event.room?.id)
  // Access to the house does not matter for watching online.
  const access = isOnline(event) ? event.access : { ...house?.access, ...room?.access, ...event.access }
  const { there, missing } = accessInWords(t, access)
  const capacity = event.capacity ?? (isOnline(event) ? null : room?.capacity)
  return (
    <>
      <dl className="facts">
        <Where event={event} />
        {event.prices.length > 0 && (
          <div>
            <dt>{t("events.price")}</dt>
            {event.prices.map((price, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- prices have no identity
              <dd key={at}>{priceInWords(t, price)}</dd>
            ))}
          </div>
        )}
        {(there || missing) && (
          <div>
            <dt>{t("ui.access")}</dt>
            {there && <dd>{there}</dd>}
            {missing && <dd className="t2">{missing}</dd>}
            {access.checked && (
              <dd className="small t3">{t("events.checked", { date: t.date(access.checked, "medium") })}</dd>
            )}
          </div>
        )}
        {typeof capacity === "number" && (
          <div className="no-print">
            <dt>{t("events.capacity")}</dt>
            <dd>{t("events.seats", { count: capacity })}</dd>
          </div>
        )}
      </dl>
      <WhereOnMap event={event} />
    </>
  )
}

/** A map across the column; the fact above names the place in words. */
function WhereOnMap({ event: { place, location, mode } }: { event: Event }) {
  if (mode === "online" || location?.lat == null || location.lon === null) return null
  const name = place?.name ?? location.name ?? [location.postal_code, location.locality].filter(Boolean).join(" ")
  return <PlaceMap name={name} lat={location.lat} lon={location.lon} />
}

function Where({ event }: { event: Event }) {
  const t = useMessages()
  const { place, room, location, mode, place_confirmed } = event
  const isAnywhere = isOnline(event)
  const name = place?.name ?? location?.name
  const town = [location?.postal_code, location?.locality].filter(Boolean).join(" ")
  const lines = [room?.name, location?.street, town].filter((line): line is string => Boolean(line))
  const searched = [location?.street, town, location?.country && t.nameOf("region", location.country)]
    .filter(Boolean)
    .join(", ")
  if (!name && lines.length === 0 && !isAnywhere) return null
  return (
    <div>
      <dt>{t("events.place")}</dt>
      {mode !== "onsite" || isAnywhere ? (
        <dd>{mode === "hybrid" && !isAnywhere ? t("events.onsite_and_online") : t("events.online")}</dd>
      ) : null}
      {mode !== "online" && (
        <>
          {name && (
            <dd>
              <strong>
                {place ? (
                  <PageLink className="link" to={paths.actor(place.fid)}>
                    {name}
                  </PageLink>
                ) : (
                  name
                )}
              </strong>
            </dd>
          )}
          {place && place_confirmed === false && <dd className="small t3">{t("events.unconfirmed")}</dd>}
          {lines.map((line) => (
            <dd key={line}>{line}</dd>
          ))}
          {location?.street && location.lat == null && (
            <dd className="no-print">
              <a
                className="link"
                href={`https://www.openstreetmap.org/search?query=${encodeURIComponent(searched)}`}
                rel="noopener nofollow"
              >
                {t("events.map_link")}
              </a>
            </dd>
          )}
        </>
      )}
    </div>
  )
}

/** Returns a price in words: « Plein tarif : 14 € », « Prix libre », « Gratuit ». */
function priceInWords(
  t: Messages,
  { label: written, amount, currency, free, pay_what_you_can }: Event["prices"][number],
) {
  const price = [
    free && t("ui.free"),
    pay_what_you_can && t("events.pay_what_you_can"),
    !free && amount !== null && t.money(amount, currency),
  ]
    .filter(Boolean)
    .join(" · ")
  const label = labelOf({ amount, label: written })
  // « Prix libre : Prix libre » would repeat itself.
  if (!label || label.toLocaleLowerCase() === price.toLocaleLowerCase()) return price
  return price ? t("events.labelled_price", { label, price }) : label
}

function accessInWords(t: Messages, access: Access) {
  const words = (answer: "yes" | "no") =>
    accessFeatures.filter((feature) => access[feature] === answer).map((feature) => t(`ui.access_${feature}`))
  const lower = (word: string) => word.charAt(0).toLocaleLowerCase() + word.slice(1)
  const [there, missing] = [words("yes"), words("no")]
  return {
    there: there.map((word, at) => (at === 0 ? word : lower(word))).join(", "),
    missing: missing.map((word) => t("events.access_without", { feature: lower(word) })).join(", "),
  }
}
