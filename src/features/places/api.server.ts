import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { languages } from "#i18n/languages.ts"
import { invalid, ok, tagged } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { limits, tally } from "#http/limits/limits.ts"
import { text } from "#http/input/parameters.ts"
import {
  type GeocoderQuery,
  queryGeocoder,
  allowsAutocomplete,
  geocoderLimit,
  storedAnswer,
} from "./geocoder/commands.server.ts"
import { type FoundPlace, placeKinds, placeMatches } from "./place.ts"
import { findPlaces } from "./queries.server.ts"

const place = z
  .object({
    name: z.string().openapi({ description: "Name in the requested language." }),
    kind: z.enum(placeKinds).openapi({
      description: "Kind of place. `postcode`: the area it serves; `street`, `address`: from the geocoder.",
    }),
    match: z
      .enum(placeMatches)
      .openapi({ description: "How its name matches the text: exactly, by its beginning, or by a similar spelling." }),
    postal_code: z.string().nullable(),
    region: z.string().nullable().openapi({ description: "Province, department or federal state." }),
    country: z.string().nullable().openapi({ description: "ISO 3166-1 alpha-2 code." }),
    lat: z.number(),
    lon: z.number(),
  })
  .openapi("FoundPlace")

const places = call({
  method: "get",
  path: "/api/places/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Places"],
  summary: "Find places by name while it is typed",
  description:
    "Finds towns by any of their names, or by a Belgian postcode; accents, case and typing errors are ignored. Exact matches " +
    "come first, then names that begin with the text, and if there are none, similarly spelled names. Among these, names in local " +
    "use and in French, English and Dutch come before others, and larger towns before smaller ones. A country or region may " +
    "follow after a comma or in brackets. Signed-in users also get streets and addresses if the instance has a geocoder.",
  request: {
    query: z.object({
      q: text(200),
      limit: z.coerce.number().int().min(1).max(20).default(8),
      lang: z.enum(languages).default("fr").openapi({ description: "Language of the names." }),
      country: z
        .string()
        .regex(/^[A-Z]{2}$/)
        .optional()
        .openapi({ description: "Limits the search to this country (ISO 3166-1 alpha-2 code)." }),
      whole: z.enum(["true", "false"]).optional().openapi({
        description:
          "Whether the text is complete, no longer being typed; then a geocoder that forbids autocomplete is queried too.",
      }),
    }),
  },
  responses: { ...ok(z.array(place), "The places, best match first."), ...invalid },
})

/** Call that finds places by name or address. */
export function placesApi() {
  return apiApp().openapi(places, async (c) => {
    const { q, limit, lang, country, whole } = c.req.valid("query")
    const found = await findPlaces(c.get("world").db, c.get("viewer"), q, { language: lang, limit, country })
    const addresses = mayBeAddress(q, found) ? await addressesOf(c, { text: q, language: lang }, whole === "true") : []
    const inCountry = country ? addresses.filter((one) => one.country === country) : addresses
    // « 12 rue Haute, Liège » means the street; a town with a similar name comes after it.
    return tagged(c, [...inCountry, ...found].slice(0, limit))
  })
}

/** Whether a text may be an address: a number or a comma, several words, and no town of exactly this name. */
function mayBeAddress(text: string, found: FoundPlace[]) {
  const isTown = found[0]?.kind === "postcode"
  return (
    text.length >= 5 &&
    /\p{L}{2}/u.test(text) &&
    (found.length === 0 || (!isTown && /\d|,/.test(text) && /\s/.test(text)))
  )
}

/** Returns the geocoder's places for signed-in users; none when the rate limit is reached, or it does not answer. */
async function addressesOf(c: Context<Environment>, asked: GeocoderQuery, isWhole: boolean): Promise<FoundPlace[]> {
  const { config, db } = c.get("world")
  const viewer = c.get("viewer")
  if (!config.geocoder || !viewer) return []
  const known = await storedAnswer(db, config.geocoder, asked)
  if (known) return known
  if (!isWhole && !allowsAutocomplete(config.geocoder)) return []
  const isWithin =
    (await tally(c, limits.geocoder, String(viewer.userId))).isWithin &&
    (await tally(c, geocoderLimit(config.geocoder), "all")).isWithin
  if (!isWithin) return []
  return (await queryGeocoder(db, config.geocoder, asked, `${config.siteName} (${config.publicUrl})`)) ?? []
}
