import { createHash } from "node:crypto"
import { sql } from "kysely"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { deleteInSteps } from "#db/in-steps.ts"
import { wordsOf } from "#db/search-terms.ts"
import type { Language } from "#i18n/languages.ts"
import { outbound } from "#net/outbound.ts"
import type { FoundPlace } from "../place.ts"
import { type GeocoderKind, placesIn } from "./answers.ts"

type Geocoder = NonNullable<Config["geocoder"]>
export type GeocoderQuery = { text: string; language: Language }

/** Most answers stored, each some kilobytes at most. Empty answers expire sooner. */
const mostRemembered = 50_000
const remembered = "30 days"
const emptyRemembered = "1 day"

const patience = 4000
const longestAnswer = 256 * 1024

/** Returns the stored answer; undefined when the geocoder has to be queried. */
export async function storedAnswer(
  db: Db,
  geocoder: Geocoder,
  asked: GeocoderQuery,
): Promise<FoundPlace[] | undefined> {
  const { rows } = await sql<{ answer: FoundPlace[] }>`
    select answer from geocoder_answers where asked = ${hashOf(geocoder, asked)} and created_at > now()
      - case when answer = '[]' then ${emptyRemembered}::interval else ${remembered}::interval end`.execute(db)
  return rows[0]?.answer
}

/**
 * Queries the geocoder of the instance (Photon or Nominatim) and stores its answer. The answer is not trusted; undefined when
 * none comes in time, or it is malformed.
 * @param as User-Agent, which the public servers ask for
 */
export async function queryGeocoder(
  db: Db,
  geocoder: Geocoder,
  asked: GeocoderQuery,
  as: string,
): Promise<FoundPlace[] | undefined> {
  const kind = geocoder.kind ?? kindIn(geocoder.url)
  const answer = kind ? await answerOf(kind, geocoder, asked, as) : await answerOfEither(geocoder, asked, as)
  if (!answer) return undefined
  await sql`insert into geocoder_answers (asked, answer) values (${hashOf(geocoder, asked)}, ${JSON.stringify(answer)}::jsonb)
    on conflict (asked) do update set answer = excluded.answer, created_at = now()`.execute(db)
  return answer
}

/** Whether it may be queried on each keystroke. Photon is made for that; the rules of Nominatim forbid it. */
export function allowsAutocomplete({ kind, url }: Geocoder): boolean {
  return (kind ?? kindIn(url)) === "photon"
}

/** Returns the rate limit for all users together: over some seconds, so that two users who ask at once are both served. */
export function geocoderLimit({ perSecond }: Geocoder) {
  const seconds = Math.max(5, Math.ceil(1 / perSecond))
  return { name: "geocoder-in-all", most: Math.max(1, Math.floor(perSecond * seconds)), seconds }
}

/** Deletes expired answers, and the oldest of too many. */
export async function sweepGeocoderAnswers(db: Db): Promise<void> {
  await deleteInSteps(db, "geocoder_answers", sql`created_at < now() - ${remembered}::interval`)
  await deleteInSteps(
    db,
    "geocoder_answers",
    sql`created_at < (select created_at from geocoder_answers order by created_at desc offset ${mostRemembered - 1} limit 1)`,
  )
}

function kindIn(url: string): GeocoderKind | undefined {
  if (/nominatim|\/search\/?$/i.test(url)) return "nominatim"
  return /photon|komoot|\/api\/?$/i.test(url) ? "photon" : undefined
}

/** Queries a geocoder whose kind neither its address nor the settings tell: it is Photon or Nominatim if it answers as such. */
async function answerOfEither(geocoder: Geocoder, asked: GeocoderQuery, as: string) {
  return (await answerOf("photon", geocoder, asked, as)) ?? (await answerOf("nominatim", geocoder, asked, as))
}

async function answerOf(kind: GeocoderKind, geocoder: Geocoder, { text, language }: GeocoderQuery, as: string) {
  const url = new URL(geocoder.url)
  const path = kind === "photon" ? "api" : "search"
  // The setting may be the address of the server or that of the call.
  if (!new RegExp(`/${path}/?$`).test(url.pathname)) url.pathname = `${url.pathname.replace(/\/$/, "")}/${path}`
  const parameters =
    kind === "photon"
      ? // Photon has no Dutch: names are then in the language of the place.
        { q: text, limit: "8", ...(language === "nl" ? {} : { lang: language }) }
      : { q: text, limit: "8", format: "jsonv2", addressdetails: "1", "accept-language": language }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  try {
    const answer = await outbound(url, {
      headers: { accept: "application/json", "user-agent": as },
      timeout: patience,
      maxBytes: longestAnswer,
      redirects: 0,
      // The operator chose the address, and the geocoder often runs beside this server.
      allowPrivate: true,
    })
    if (answer.status !== 200) return undefined
    return placesIn(kind, JSON.parse(answer.body.toString("utf8")))
  } catch {
    return undefined
  }
}

function hashOf(geocoder: Geocoder, { text, language }: GeocoderQuery) {
  const asked = [geocoder.url, geocoder.kind ?? "", language, wordsOf(text).join(" ")]
  return createHash("sha256").update(asked.join("\0")).digest()
}
