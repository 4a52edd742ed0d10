import type { AccessAnswer, AccessFeature } from "#features/places/access.ts"
import { PlaceMap } from "#features/places/ui/place-map.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { CheckBold, XBold } from "#ui/icons.tsx"
import type { Actor } from "../../actor.ts"
import { accessFacts } from "../../actor-page.ts"

/** The location, the rooms and the accessibility of a page, with the date it was checked. */
export default function ActorLocation({ actor }: { actor: Actor }) {
  const t = useMessages()
  const { location, rooms, access } = actor
  const facts = accessFacts(access)
  return (
    <div className="spec-list">
      {location && (
        <section className="fold">
          <header className="fold__side">
            <h2 className="d2">{t("actor-tabs.address")}</h2>
          </header>
          <div className="fold__body">
            <Address name={actor.name} location={location} />
          </div>
        </section>
      )}
      {rooms.length > 0 && (
        <section className="fold">
          <header className="fold__side">
            <h2 className="d2">{t("actor-tabs.rooms")}</h2>
          </header>
          <ul className="fold__body cols2">
            {rooms.map(({ id, name, capacity, access: inRoom }) => (
              <li key={id} className="room">
                <h3 className="d3">{name}</h3>
                {capacity !== null && <p className="t2 num">{t("actors.seats", { count: capacity })}</p>}
                <AccessFacts access={inRoom} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {(facts.length > 0 || actor.type === "place") && (
        <section className="fold">
          <header className="fold__side">
            <h2 className="d2">{t("actor-tabs.access")}</h2>
          </header>
          <div className="fold__body room">
            {facts.length > 0 ? (
              <AccessFacts access={access} />
            ) : (
              <p className="t2">{t("actor-tabs.access_unknown")}</p>
            )}
            {facts.length > 0 && (
              <p className="small t2">
                {access.checked
                  ? t("actor-tabs.access_checked", { date: t.date(access.checked, "medium") })
                  : t("actor-tabs.access_not_checked")}
              </p>
            )}
          </div>
        </section>
      )}
    </div>
  )
}

function Address({ name, location }: { name: string; location: NonNullable<Actor["location"]> }) {
  const t = useMessages()
  const { street, postal_code, locality, region, country, lat, lon } = location
  const town = [postal_code, locality].filter(Boolean).join(" ")
  const lines = [
    location.name && location.name !== name ? location.name : undefined,
    street,
    town,
    region,
    country && t.nameOf("region", country),
  ].filter((line): line is string => Boolean(line))
  return (
    <>
      <address className="lead">
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </address>
      {lat !== null && lon !== null && <PlaceMap name={name} lat={lat} lon={lon} />}
    </>
  )
}

/** The accessibility features that are present or absent; unknown ones are left out. */
function AccessFacts({ access }: { access: Actor["access"] }) {
  const t = useMessages()
  const facts = accessFacts(access)
  if (facts.length === 0) return null
  return (
    <ul className="chips">
      {facts.map(({ feature, answer }) => (
        <li key={feature}>
          <Badge tone={toneOf(feature, answer)} icon={answer === "yes" ? CheckBold : XBold}>
            {`${t(`ui.access_${feature}`)}${t.language === "fr" ? "\u00A0" : ""}: ${answer === "yes" ? t("actor-tabs.yes") : t("actor-tabs.no")}`}
          </Badge>
        </li>
      ))}
    </ul>
  )
}

/** Strobe lights are a warning; every other feature is an advantage. */
function toneOf(feature: AccessFeature, answer: AccessAnswer) {
  if (feature === "strobe") return answer === "yes" ? "warn" : "plain"
  return answer === "yes" ? "yes" : "no"
}
