import type { Api } from "#web/api.ts"
import { pointIn } from "#features/places/map/spots.ts"
import type { FoundPlace as Found } from "#features/places/place.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import type { Actor } from "../actor.ts"
import type { ActorChange } from "./inputs.ts"

type Point = { lat: number; lon: number }

const names = ["street", "postal_code", "locality", "locality.at", "country", "point"].map((name) => `location.${name}`)

/** Tells whether the address in a form differs from the stored one; fields missing from the form keep their value. */
export function isMoved(fields: Fields, saved: Fields): boolean {
  return names.some((name) => name in fields && fields[name]?.trim() !== (saved[name] ?? "").trim())
}

/**
 * Locates a page from its form fields: at the given point, or else in the street if the instance has a geocoder that knows it, or
 * else in the centre of the chosen town, or of the town with this name. Fields missing from the form keep their value. `wrong`
 * when the point is invalid.
 */
export async function locationIn(
  api: Api,
  fields: Fields,
  known: Actor["location"],
): Promise<{ location: ActorChange["location"] } | "wrong"> {
  const isSameTown = (fields["location.locality"]?.trim() ?? known?.locality ?? "") === (known?.locality ?? "")
  const of = (name: string) => fields[`location.${name}`]?.trim() ?? saidBefore(name, known, isSameTown)
  const [street, postal_code, locality, country] = ["street", "postal_code", "locality", "country"].map(of)
  if (!street && !postal_code && !locality && !of("point")) return { location: null }
  const point = pointSaid(of("point") ?? "")
  if (point === "wrong") return "wrong"
  const address = {
    street: street ?? "",
    postal_code: postal_code ?? "",
    locality: locality ?? "",
    country: country ?? "",
  }
  const chosen = point ? undefined : pointIn(fields["location.locality.at"]?.trim() ?? "")
  const town = point ? undefined : (chosen ?? (await townOf(api, address)))
  const door = point || !street ? undefined : await streetOf(api, address, town)
  // A town whose name is unknown keeps the position stored for this page.
  const there = town ?? (isSameTown && known?.precision === "locality" ? pointOf(known) : undefined)
  const where = point
    ? { ...point, precision: "exact" as const }
    : door
      ? { ...door, precision: "street" as const }
      : there && { ...there, precision: "locality" as const }
  return {
    location: {
      name: known?.name ?? null,
      street: street || null,
      postal_code: postal_code || null,
      locality: locality || null,
      region: known?.locality === locality ? (known?.region ?? null) : null,
      country: country || null,
      ...where,
    },
  }
}

function saidBefore(name: string, known: Actor["location"], isSameTown: boolean): string {
  if (name === "point") {
    const point = isSameTown ? enteredPoint(known) : undefined
    return point ? `${point.lat}, ${point.lon}` : ""
  }
  return known?.[name as "street" | "postal_code" | "locality" | "country"] ?? ""
}

/** Returns the point that was entered for a location; coordinates sent through the API may have no stated precision. */
export function enteredPoint(location: Actor["location"]): Point | undefined {
  return location && (location.precision === "exact" || location.precision === "unknown")
    ? pointOf(location)
    : undefined
}

function pointOf({ lat, lon }: NonNullable<Actor["location"]>): Point | undefined {
  return lat === null || lon === null ? undefined : { lat, lon }
}

/** Reads a point from a field; undefined when the field is empty. */
function pointSaid(text: string): Point | undefined | "wrong" {
  return text === "" ? undefined : (pointIn(text) ?? "wrong")
}

type Address = { street: string; postal_code: string; locality: string; country: string }

/** Finds the town with exactly this name; of several, the one that fits the postcode, or else the largest. */
async function townOf(api: Api, { locality, postal_code, country }: Address) {
  if (!locality) return undefined
  const asked = (q: string) => api.get("/api/places/", { q, limit: 20, ...inCountry(country) }).catch(() => [])
  const isCalledSo = (one: Found) => one.match === "name" && one.kind !== "street" && one.kind !== "address"
  const byCode = postal_code ? (await asked(`${postal_code} ${locality}`)).find(isCalledSo) : undefined
  const town = byCode ?? (await asked(locality)).find(isCalledSo)
  return town && { lat: town.lat, lon: town.lon }
}

/** Finds the street if a geocoder knows it; a result far from the town is another street of the same name. */
async function streetOf(api: Api, { street, postal_code, locality, country }: Address, town: Point | undefined) {
  const q = `${street}, ${postal_code} ${locality}`.slice(0, 200)
  const found = await api.get("/api/places/", { q, limit: 8, whole: "true", ...inCountry(country) }).catch(() => [])
  const one = found.find(({ kind }) => kind === "street" || kind === "address")
  const isThere = one && (!town || Math.hypot(one.lat - town.lat, (one.lon - town.lon) * 0.63) < farthest)
  return isThere ? { lat: one.lat, lon: one.lon } : undefined
}

/** Largest distance from the town in degrees: about thirty kilometres. */
const farthest = 0.3

const inCountry = (country: string) => (/^[A-Z]{2}$/.test(country) ? { country } : {})
