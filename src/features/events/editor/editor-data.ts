import type { Actor } from "#features/actors/actor.ts"
import { type Country, countryNames } from "#features/actors/countries.ts"
import type { Picture } from "#features/documents/image/picture.ts"
import { pictureOf } from "#features/documents/ui/images/picture-of.ts"
import type { Language } from "#i18n/languages.ts"
import { isTimezone } from "#lib/time.ts"
import type { Api } from "#web/api.ts"
import { draftOf } from "#web/editing/draft.ts"
import type { Edited } from "#web/editing/edit-form.tsx"
import type { Fields } from "#web/editing/edit-values.ts"
import type { ActorReference, Event } from "../event.ts"
import { duplicatesQueryOf } from "./duplicates/form-duplicates.ts"
import { fieldsOfEvent } from "./form/form-values.ts"
import { type Habits, habitsOf, venueOf } from "./habits.ts"
import { loadLatest, proposedFields } from "./form/save.ts"

/** The fields of a page or an event that a list offers. */
export type PageChoice = Pick<ActorReference, "fid" | "name" | "type">
export type ParentChoice = Pick<Event, "id" | "title" | "language" | "start">
export type Room = { id: number; name: string }

/** All data that the editor begins with. */
export type EditorData = {
  /** The stored event; null for a new one. */
  event: Event | null
  edited: Edited
  uid: string
  /** Pages the viewer manages, which can be the host. */
  pages: PageChoice[]
  /** The chosen festival, when the form's fields do not have its title. */
  parent: ParentChoice | null
  /** Rooms of the place. */
  rooms: Room[]
  countries: readonly Country[]
  city: string | null
  /** Time zone of the place, and the viewer's own. */
  zone: string | null
  ownZone: string
  images: Picture[]
  /** Name of the person who changed the event last, for a conflict. */
  who: string | undefined
  /** Possible duplicates, once a search for them was made. */
  duplicates: Event[] | null
  /** Habits of the viewer's earlier events. */
  habits: Habits
  /** Whether the viewer's address is confirmed: until then nobody sees what they publish. */
  isVerified: boolean
  isPreview: boolean
  /** The version stored last from this editor. */
  saved: string | null
}

/** Loads the data of the editor for a new event, with the fields that a link proposes. */
export async function newEventData(api: Api, url: URL, language: Language): Promise<EditorData> {
  const me = await api.get("/api/me/") // a visitor gets the sign-in panel
  const query = url.searchParams
  const zone = zoneOf(me)
  const linked = query.get("place") ?? query.get("host")
  const [draft, habits, pages, linkedPage] = await Promise.all([
    draftOf(api, "event-new"),
    habitsOf(api),
    managedPages(api),
    linked ? pageOf(api, linked) : null,
  ])
  const venue = linked ? undefined : venueOf(habits, pages)
  const place = venue ? await pageOf(api, venue.fid) : linkedPage
  const saved: Fields = {
    language: me.language,
    "languages.fr": "",
    "dates.0.date": "",
    "prices.0.label": "",
    mode: "onsite",
    category: habits.categories[0] ?? "",
    ...(habits.host ? { host: habits.host } : {}),
    "organizer.name": me.name ?? me.username,
    "organizer.type": "person",
    ...proposedFields(query, place?.location?.timezone ?? zone),
    ...(place?.type === "place" ? { place: place.fid, "place.text": place.name, "place.type": "place" } : {}),
    ...(query.get("parent") ? { parent: query.get("parent") as string } : {}),
    ...(query.get("host") ? { host: query.get("host") as string } : {}),
    uid: newUid(),
  }
  const edited: Edited = { subject: "event-new", saved, draft }
  const uid = draft?.fields.uid ?? saved.uid ?? ""
  return {
    event: null,
    uid,
    edited,
    habits,
    isVerified: me.is_verified,
    who: undefined,
    ownZone: zone,
    ...(await aroundOf(api, url, language, { edited, event: null, pages, place })),
  }
}

/** Loads the data of the editor for an existing event. */
export async function eventData(api: Api, url: URL, language: Language, id: string): Promise<EditorData> {
  const me = await api.get("/api/me/") // a visitor gets the sign-in panel, whatever the address
  const event = await loadLatest(api, id)
  const subject = `event-${event.id}`
  const [draft, changes, pages] = await Promise.all([
    draftOf(api, subject),
    api.get("/api/contents/events/{id}/changes/", { id: String(event.id), limit: "1" }).catch(() => []),
    managedPages(api),
  ])
  const edited: Edited = { subject, saved: fieldsOfEvent(event, language), version: event.version, draft }
  return {
    event,
    uid: event.uid,
    edited,
    habits: { categories: [], minutes: null, host: undefined },
    isVerified: me.is_verified,
    who: changes[0]?.by?.name,
    ownZone: zoneOf(me),
    ...(await aroundOf(api, url, language, { edited, event, pages, place: null })),
  }
}

function zoneOf({ timezone }: { timezone: string }): string {
  return isTimezone(timezone) ? timezone : "Europe/Brussels"
}

async function managedPages(api: Api): Promise<PageChoice[]> {
  const { items } = await api.list("/api/actors/managed/", { limit: "100" })
  return items.map(({ fid, name, type }) => ({ fid, name, type }))
}

function pageOf(api: Api, fid: string): Promise<Actor | null> {
  return api.get("/api/actors/{fid}/", { fid }).catch(() => null)
}

type Begun = { edited: Edited; event: Event | null; pages: PageChoice[]; place: Actor | null }

async function aroundOf(api: Api, url: URL, language: Language, { edited, event, pages, place }: Begun) {
  const fields = edited.draft?.fields ?? edited.saved
  const [parent, house, images, duplicates] = await Promise.all([
    fields.parent && !fields["parent.was"]
      ? api.get("/api/contents/events/{id}/", { id: fields.parent }).catch(() => null)
      : null,
    fields.place === place?.fid ? place : fields.place ? pageOf(api, fields.place) : null,
    picturesOf(api, fields, event),
    url.searchParams.has("duplicates")
      ? api.get("/api/contents/events/duplicates/", duplicatesQueryOf(fields, event?.id)).catch(() => [])
      : null,
  ])
  const host = event?.organizers[0]
  return {
    // A co-organiser may edit an event whose host is another page.
    pages: host && !pages.some(({ fid }) => fid === host.fid) ? [host, ...pages] : pages,
    parent: parent && { id: parent.id, title: parent.title, language: parent.language, start: parent.start },
    countries: countryNames(language, fields["location.country"]),
    rooms: house?.rooms.map(({ id, name }) => ({ id, name })) ?? [],
    city: house?.location?.locality ?? null,
    zone: house?.location?.timezone ?? null,
    images,
    duplicates,
    isPreview: url.searchParams.has("preview"),
    saved: url.searchParams.get("saved"),
  }
}

/** Returns the images of the form for display: those of the event, and those only the draft has. */
async function picturesOf(api: Api, fields: Fields, event: Event | null): Promise<Picture[]> {
  if (fields.images === undefined) return event?.images ?? []
  const rows = Array.from({ length: Math.min(20, Number(fields.images) || 0) }, (_, at) => at)
  const pictures = await Promise.all(
    rows.map(async (at) => {
      const id = fields[`images.${at}`] ?? ""
      const known = event?.images.find(({ document }) => String(document) === id)
      const picture = known ?? (await api.get("/api/documents/{id}/", { id }).then(pictureOf, () => undefined))
      if (!picture) return []
      const [x, y] = (fields[`images.${at}.focal`] ?? "").split(",").map(Number)
      const point = Number.isFinite(x) && Number.isFinite(y) ? ([x, y] as [number, number]) : picture.focal_point
      return [
        {
          ...picture,
          alt: fields[`images.${at}.alt`] ?? picture.alt,
          credit: fields[`images.${at}.credit`] || null,
          focal_point: point,
        },
      ]
    }),
  )
  return pictures.flat()
}

/** Returns a random uid (RFC 9562, version 4), which seeds the poster. Pages without https have no `randomUUID`. */
function newUid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
