import { onTestFinished } from "vitest"
import type { Db } from "#db/connection.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import { relate, saveActors } from "#features/actors/store.server.ts"
import type { ActorDraft } from "#features/actors/draft.ts"
import { saveEvents } from "#features/events/store.server.ts"
import type { EventDraft } from "#features/events/draft.ts"
import type { Translated } from "#i18n/languages.ts"
import { addDays, dateAt, instantOf, isoAt } from "#lib/time.ts"
import { templateOf, testDatabase } from "../database.ts"

export const timezone = "Europe/Brussels"

const cast = {
  nour: {
    fid: "nour",
    type: "person",
    name: "Nour Alvérane",
    language: "fr",
    location: brussels("7 rue des Navettes"),
  },
  hangar: {
    fid: "hangar",
    type: "place",
    name: "Le Hangar des Vents",
    language: "fr",
    category: "music",
    location: { ...brussels("12 rue des Navettes"), lat: 50.8503, lon: 4.3409, precision: "exact" },
    rooms: [
      { name: "Grande nef", capacity: 320 },
      { name: "Petite nef", capacity: 90 },
    ],
  },
  seuils: {
    fid: "seuils",
    type: "group",
    name: "Compagnie des Seuils",
    language: "fr",
    category: "theatre",
    location: { locality: "Liège", country: "BE", lat: 50.6402, lon: 5.5711, precision: "locality" },
  },
  rhizome: {
    fid: "rhizome",
    type: "organizer",
    name: "Plateforme Rhizome",
    language: "nl",
    location: brussels("40 Draaiboomstraat"),
  },
} satisfies Record<string, ActorDraft>

function brussels(street: string): NonNullable<ActorDraft["location"]> {
  return { street, postal_code: "1000", locality: "Bruxelles", country: "BE" }
}

/** The fields of an event in a test; the others are as usual: tomorrow, 20:30 to 22:30 in Brussels, at the hangar. */
export type EventFields = Omit<Partial<EventDraft>, "title"> & {
  /** In French, or in the languages given. */
  title?: string | Translated
  /** Wall time in the event's time zone, `2026-11-21T20:30`; a list for several dates. */
  starts?: string | string[]
  /** Length of each date in minutes; null when it is unknown. */
  minutes?: number | null
}

/** A person of the world: their page, and what they can do. */
export type Someone = {
  id: number
  fid: string
  name: string
  /** The person themselves, signed in and acting as their page. */
  viewer: NonNullable<Viewer>
  /** Creates a public event, and returns its row. */
  publishes(said?: EventFields): Promise<EventRow>
  /** Creates an event that only its managers see, and returns its row. */
  drafts(said?: EventFields): Promise<EventRow>
}

export type EventRow = Awaited<ReturnType<typeof eventRow>>

let peopled: ReturnType<typeof templateOf<{ ids: number[]; userIds: number[] }>> | undefined

/** Inserts the cast into an empty database: their pages, and accounts that own them. */
async function peoples(db: Db) {
  const ids = await saveActors(
    db,
    Object.values(cast).map((page) => ({ ...page, status: "published" as const })),
  )
  const [nour, , seuils] = ids as [number, number, number, number]
  await relate(db, [{ actor_id: nour, related_actor_id: seuils, relation: "group" }])
  const users = await db
    .insertInto("users")
    .values(
      Object.values(cast).map(({ fid, language }, at) => ({
        username: fid,
        password: "$argon2id$nobody signs in here",
        language,
        timezone,
        identity_id: ids[at] as number,
      })),
    )
    .returning(["id", "username"])
    .execute()
  const userIds = ids.map((_, at) => users.find((user) => user.username === Object.values(cast)[at]?.fid)?.id as number)
  await db
    .insertInto("emails")
    .values(
      users.map(({ id, username }) => ({
        user_id: id,
        email: `${username}@foyer.example`,
        is_primary: true,
        verified_at: new Date(),
      })),
    )
    .execute()
  await db
    .insertInto("relations")
    .values(
      ids.map((actor_id, at) => ({ actor_id, user_id: userIds[at] as number, relation: "owner", status: "accepted" })),
    )
    .execute()
  return { ids, userIds }
}

/**
 * Creates a small network in a database of its own: nour (a person), hangar (a place), seuils (a group) and rhizome (an
 * organizer). Called inside a test, it ends with the test; elsewhere (`beforeAll`), call `end()`.
 */
export async function world() {
  const [template, { ids, userIds }] = await (peopled ??= templateOf(peoples))
  const [nour, hangar, seuils, rhizome] = ids as [number, number, number, number]
  const database = await testDatabase(template)
  const { db } = database
  let ended: Promise<void> | undefined
  const end = () => (ended ??= database.drop())
  try {
    onTestFinished(end)
  } catch {
    // Outside a test the caller ends the world.
  }

  const someone = (key: keyof typeof cast, id: number): Someone => {
    const write = async (said: EventFields, workflow: EventDraft["workflow"]) => {
      const [eventId] = await saveEvents(db, [{ place_id: hangar, organizer_ids: [id], workflow, ...eventOf(said) }])
      return eventRow(db, eventId as number)
    }
    return {
      id,
      fid: cast[key].fid,
      name: cast[key].name,
      viewer: {
        userId: userIds[ids.indexOf(id)] as number,
        username: cast[key].fid,
        name: cast[key].name,
        actorId: id,
        fid: cast[key].fid,
        isVerified: true,
        isModerator: false,
        isAdmin: false,
        sessionId: null,
        scopes: null,
      },
      publishes: (said = {}) => write(said, "published"),
      drafts: (said = {}) => write(said, "draft"),
    }
  }

  return {
    db,
    connectionString: database.connectionString,
    statementsOf: database.statementsOf,
    nour: someone("nour", nour),
    hangar: someone("hangar", hangar),
    seuils: someone("seuils", seuils),
    rhizome: someone("rhizome", rhizome),
    end,
  }
}

/** Returns the date of tomorrow in Brussels, `2026-11-21`, or this many days later. */
export function tomorrow(later = 0): string {
  return addDays(dateAt(new Date(), timezone), 1 + later)
}

/**
 * Adds the day's offset in Brussels, or in another zone, to a wall time: `2026-11-21T20:30` becomes `2026-11-21T20:30:00+01:00`.
 */
export function withOffset(wall: string, zone = timezone): string {
  return isoAt(instantOf(wall, zone), zone)
}

function eventOf({ title = "Radio Minuit", starts, minutes = 120, ...said }: EventFields): EventDraft {
  const zone = said.timezone ?? timezone
  const dates = [starts ?? `${tomorrow()}T20:30`].flat().map((wall) => instantOf(wall, zone))
  return {
    language: "fr",
    title: typeof title === "string" ? { [said.language ?? "fr"]: title } : title,
    category: "music",
    timezone: zone,
    occurrences: dates.map((starts_at) => ({
      starts_at,
      ends_at: minutes === null ? null : new Date(starts_at.getTime() + minutes * 60_000),
    })),
    ...said,
  }
}

function eventRow(db: Db, id: number) {
  return db.selectFrom("events").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
}
