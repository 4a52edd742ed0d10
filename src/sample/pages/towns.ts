import type { LocationDraft } from "#features/places/location-draft.ts"

/** The real towns where invented people live, at their centres. */
export const towns = {
  bruxelles: { postal_code: "1000", locality: "Bruxelles", country: "BE", lat: 50.8467, lon: 4.3525 },
  liege: { postal_code: "4000", locality: "Liège", region: "Liège", country: "BE", lat: 50.6402, lon: 5.5711 },
  namur: { postal_code: "5000", locality: "Namur", region: "Namur", country: "BE", lat: 50.4641, lon: 4.8652 },
  mons: { postal_code: "7000", locality: "Mons", region: "Hainaut", country: "BE", lat: 50.4542, lon: 3.9523 },
  gent: { postal_code: "9000", locality: "Gent", region: "Oost-Vlaanderen", country: "BE", lat: 51.0543, lon: 3.7253 },
  antwerpen: {
    postal_code: "2000",
    locality: "Antwerpen",
    region: "Antwerpen",
    country: "BE",
    lat: 51.2194,
    lon: 4.4025,
  },
  oostende: {
    postal_code: "8400",
    locality: "Oostende",
    region: "West-Vlaanderen",
    country: "BE",
    lat: 51.2304,
    lon: 2.9207,
  },
  leuven: {
    postal_code: "3000",
    locality: "Leuven",
    region: "Vlaams-Brabant",
    country: "BE",
    lat: 50.8796,
    lon: 4.7009,
  },
  tournai: { postal_code: "7500", locality: "Tournai", region: "Hainaut", country: "BE", lat: 50.6062, lon: 3.3885 },
  lille: {
    postal_code: "59000",
    locality: "Lille",
    region: "Hauts-de-France",
    country: "FR",
    lat: 50.6366,
    lon: 3.0635,
  },
  rotterdam: {
    postal_code: "3011",
    locality: "Rotterdam",
    region: "Zuid-Holland",
    country: "NL",
    lat: 51.9225,
    lon: 4.4792,
  },
  maastricht: {
    postal_code: "6211",
    locality: "Maastricht",
    region: "Limburg",
    country: "NL",
    lat: 50.8492,
    lon: 5.6881,
  },
  luxembourg: { postal_code: "1611", locality: "Luxembourg", country: "LU", lat: 49.6117, lon: 6.1319 },
} satisfies Record<string, LocationDraft>

/** Returns a location known only by its town. */
export function inTown(town: keyof typeof towns): LocationDraft {
  return { ...towns[town], precision: "locality" }
}
