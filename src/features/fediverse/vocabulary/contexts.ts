// The JSON-LD terms of what is sent. They are written out in every document instead of referring to contexts of others, so
// that whoever expands JSON-LD has nothing to fetch but the contexts that every program bundles.

const activityStreams = "https://www.w3.org/ns/activitystreams"

/** The collection that addresses everyone. */
export const publicCollection = "https://www.w3.org/ns/activitystreams#Public"

const schemaTerms = {
  sc: "http://schema.org/",
  PostalAddress: "sc:PostalAddress",
  address: "sc:address",
  streetAddress: "sc:streetAddress",
  postalCode: "sc:postalCode",
  addressLocality: "sc:addressLocality",
  addressRegion: "sc:addressRegion",
  addressCountry: "sc:addressCountry",
} as const

const tootTerms = {
  toot: "http://joinmastodon.org/ns#",
  focalPoint: { "@container": "@list", "@id": "toot:focalPoint" },
} as const

const eventTerms = {
  ...schemaTerms,
  ...tootTerms,
  Hashtag: "as:Hashtag",
  VirtualLocation: "sc:VirtualLocation",
  EventSeries: "sc:EventSeries",
  superEvent: "sc:superEvent",
  inLanguage: "sc:inLanguage",
  maximumAttendeeCapacity: "sc:maximumAttendeeCapacity",
  pt: "https://joinpeertube.org/ns#",
  commentsEnabled: "pt:commentsEnabled",
  mz: "https://joinmobilizon.org/ns#",
  isOnline: "mz:isOnline",
  anonymousParticipationEnabled: "mz:anonymousParticipationEnabled",
  repliesModerationOption: "mz:repliesModerationOption",
  ical: "http://www.w3.org/2002/12/cal/ical#",
  status: "ical:status",
  fep8a8e: "https://w3id.org/fep/8a8e/",
  timezone: "fep8a8e:timezone",
  category: { "@id": "fep8a8e:category", "@container": "@list" },
  joinMode: "fep8a8e:joinMode",
  externalParticipationUrl: "fep8a8e:externalParticipationUrl",
  displayEndTime: "fep8a8e:displayEndTime",
  previousStartTime: "fep8a8e:previousStartTime",
  organizers: "fep8a8e:organizers",
  OrganizersCollection: "fep8a8e:OrganizersCollection",
  eventStatus: { "@id": "fep8a8e:eventStatus", "@type": "@vocab" },
  EventScheduled: "fep8a8e:EventScheduled",
  EventCancelled: "fep8a8e:EventCancelled",
  EventPostponed: "fep8a8e:EventPostponed",
  EventRescheduled: "fep8a8e:EventRescheduled",
  EventMovedOnline: "fep8a8e:EventMovedOnline",
  EventTentative: "fep8a8e:EventTentative",
} as const

const actorTerms = {
  ...schemaTerms,
  ...tootTerms,
  PropertyValue: "sc:PropertyValue",
  value: "sc:value",
  discoverable: "toot:discoverable",
  indexable: "toot:indexable",
  manuallyApprovesFollowers: "as:manuallyApprovesFollowers",
  movedTo: { "@id": "as:movedTo", "@type": "@id" },
  alsoKnownAs: { "@id": "as:alsoKnownAs", "@type": "@id" },
} as const

/** JSON-LD context of everything that contains an event. */
export const eventContext = [activityStreams, eventTerms] as const
/** JSON-LD context of an actor, or of an activity with one. */
export const actorContext = [activityStreams, "https://w3id.org/security/v1", actorTerms] as const
/** JSON-LD context of everything else. */
export const plainContext = activityStreams

/** Returns an object as a document, with the JSON-LD context that it needs. */
export function asDocument<One extends { type: string; object?: unknown }>(thing: One): { "@context": unknown } & One {
  return { "@context": contextOf(thing), ...thing }
}

const actorTypes = new Set(["Person", "Group", "Organization", "Application", "Service"])

function contextOf({ type, object }: { type: string; object?: unknown }): unknown {
  if (type === "Event") return eventContext
  if (actorTypes.has(type)) return actorContext
  const inner = object as { type?: unknown; object?: unknown } | null | undefined
  return typeof inner === "object" && inner !== null && typeof inner.type === "string"
    ? contextOf({ type: inner.type, object: inner.object })
    : plainContext
}
