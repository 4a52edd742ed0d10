import { inLanguage, type Language } from "#i18n/languages.ts"
import type { Actor } from "./actor.ts"

/** Returns the schema.org type of an actor; its category makes it more specific. */
export function schemaType({ type, category }: Pick<Actor, "type" | "category">): string {
  if (type === "person") return "Person"
  if (type === "organizer") return "Organization"
  if (type === "group") {
    if (category === "music" || category === "party") return "MusicGroup"
    if (category === "dance") return "DanceGroup"
    return category === "theatre" ? "TheaterGroup" : "PerformingGroup"
  }
  if (category === "music" || category === "party") return "MusicVenue"
  if (category === "theatre" || category === "dance" || category === "circus") return "PerformingArtsTheater"
  if (category === "film") return "MovieTheater"
  return category === "exhibition" ? "ArtGallery" : "EventVenue"
}

/** Describes an actor for schema.org: a Person, a kind of PerformingGroup, a kind of Place, or an Organization. */
export function actorJsonLd(actor: Actor, language: Language): object {
  const { name, url, location, links, contacts, relations, type, rooms } = actor
  const summary = inLanguage(actor.summary, language, actor.language).text
  const related = (wanted: (type: string) => boolean) =>
    relations
      .filter(({ relation, actor: one }) => (relation === "member" || relation === "group") && wanted(one.type))
      .map(({ actor: one }) => ({
        "@type": schemaType({ type: one.type, category: null }),
        name: one.name,
        url: one.url,
      }))
  const members = related((one) => one === "person")
  const groups = related((one) => one !== "person")
  const capacity = Math.max(0, ...rooms.map((room) => room.capacity ?? 0))
  const first = (kind: string) => contacts.find((contact) => contact.kind === kind)?.value

  return defined({
    "@context": "https://schema.org",
    "@type": schemaType(actor),
    "@id": url,
    name,
    url,
    description: summary || undefined,
    image: actor.avatar?.url,
    sameAs: nonEmpty(links.map((link) => link.url)),
    email: first("email"),
    telephone: first("phone"),
    ...(type === "person"
      ? { memberOf: nonEmpty(groups), homeLocation: location?.locality ? place(location) : undefined }
      : type === "place"
        ? {
            address: location ? address(location) : undefined,
            geo: location ? geo(location) : undefined,
            maximumAttendeeCapacity: capacity || undefined,
          }
        : { member: nonEmpty(members), location: location?.locality ? place(location) : undefined }),
  })
}

type Location = NonNullable<Actor["location"]>

function place(location: Location) {
  return defined({
    "@type": "Place",
    name: location.name ?? location.locality,
    address: address(location),
    geo: geo(location),
  })
}

function address({ street, postal_code, locality, region, country }: Location) {
  return defined({
    "@type": "PostalAddress",
    streetAddress: street,
    postalCode: postal_code,
    addressLocality: locality,
    addressRegion: region,
    addressCountry: country,
  })
}

/** Only coordinates known to the street are published: the middle of a town is nobody's location. */
function geo({ lat, lon, precision }: Location) {
  const isExact = precision === "exact" || precision === "street"
  return isExact && lat !== null && lon !== null
    ? { "@type": "GeoCoordinates", latitude: lat, longitude: lon }
    : undefined
}

function nonEmpty<One>(list: One[]): One[] | undefined {
  return list.length > 0 ? list : undefined
}

function defined(thing: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== undefined && value !== null))
}
