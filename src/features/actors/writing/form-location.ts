import type { Api } from "#web/api.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import type { Actor } from "../actor.ts"
import { plain } from "../picked.ts"
import type { ActorChange } from "./inputs.ts"

const names = ["street", "postal_code", "locality", "country", "point"].map((name) => `location.${name}`)

/** Does the address differ from the one that is saved? What a form does not ask stays as it is. */
export function isMoved(fields: Fields, saved: Fields): boolean {
  return names.some((name) => name in fields && fields[name]?.trim() !== (saved[name] ?? "").trim())
}

/**
 * Where a page is, as its fields say it: at the point that was given, or else in the middle of the town, when the network
 * knows it. What the form did not ask is as it was. `wrong` when the point is none.
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
  const point = pointIn(of("point"))
  if (point === "wrong") return "wrong"
  const town = point ? undefined : await townOf(api, locality ?? "", country ?? "")
  // A town that the network does not know by name is still where this page was said to be in it.
  const there = town ?? (isSameTown && known?.precision === "locality" ? pointOf(known) : undefined)
  const where = point
    ? { ...point, precision: "exact" as const }
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
    const point = known?.precision === "exact" && isSameTown ? pointOf(known) : undefined
    return point ? `${point.lat}, ${point.lon}` : ""
  }
  return known?.[name as "street" | "postal_code" | "locality" | "country"] ?? ""
}

function pointOf({ lat, lon }: NonNullable<Actor["location"]>): { lat: number; lon: number } | undefined {
  return lat === null || lon === null ? undefined : { lat, lon }
}

/** `50.6326, 5.5797`, as maps give it. */
function pointIn(text: string): { lat: number; lon: number } | undefined | "wrong" {
  if (text === "") return undefined
  const [lat, lon, more] = text.split(/[,;\s]+/).map(Number)
  const isPoint = more === undefined && Math.abs(lat ?? Number.NaN) <= 90 && Math.abs(lon ?? Number.NaN) <= 180
  return isPoint ? { lat: lat as number, lon: lon as number } : "wrong"
}

async function townOf(api: Api, locality: string, country: string) {
  if (!locality) return undefined
  const towns = await api.get("/api/places/", { q: locality, limit: 20 }).catch(() => [])
  const named = towns.filter((one) => plain(one.name) === plain(locality))
  const town = named.find((one) => one.country === country) ?? (country ? undefined : named[0])
  return town && { lat: town.lat, lon: town.lon }
}
