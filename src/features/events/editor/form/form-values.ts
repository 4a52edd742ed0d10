import { type Picked, pickedFields, pickedIn } from "#features/actors/picked.ts"
import { accessFeatures } from "#features/places/access.ts"
import { inLanguage, type Language, languages } from "#i18n/languages.ts"
import { type Fields, rowsIn } from "#web/editing/edit-values.ts"
import type { Event } from "../../event.ts"
import { dateFields, datesBody, type DatesBody } from "./form-dates.ts"

// An event as form fields, a text each, and as the API takes it. Pure functions, for server and browser.

/** Languages offered in the form; an event's other languages stay as they are. `zxx` means no language at all (BCP 47). */
export const spokenLanguages = ["fr", "nl", "en", "de", "es", "it", "ar", "sfb", "vgt", "zxx"] as const
const texts = ["title", "summary", "description"] as const
const place = ["name", "street", "postal_code", "locality", "country"] as const

/** The request to the API that a form describes, without images, which are handled separately. */
type EventBody = Record<string, unknown> & { title: Partial<Record<Language, string>>; dates: DatesBody }

/**
 * Returns the request to the API that a form describes; fields of an event without a form field are left out and stay as they
 * are. `dates` are separate, since they change together.
 */
export function bodyOf(fields: Fields): EventBody {
  const language = languages.find((one) => one === fields.language) ?? "fr"
  const mode = ["online", "hybrid"].includes(fields.mode ?? "") ? (fields.mode as "online") : "onsite"
  const place = mode === "online" ? "" : (fields.place ?? "")
  return {
    language,
    title: translated(fields, "title"),
    summary: translated(fields, "summary"),
    description: translated(fields, "description"),
    category: fields.category || undefined,
    tags: tagsOf(fields.tags ?? ""),
    languages: spokenOf(fields),
    dates: datesBody(fields),
    mode,
    online_url: mode === "onsite" ? null : (words(fields.online_url) ?? null),
    place: place || null,
    room: place && fields.room ? Number(fields.room) : null,
    location: place || mode === "online" ? null : locationOf(fields),
    organizers: [...new Set([fields.host ?? "", ...pickedRows(fields, "organizers").map(({ fid }) => fid)])].filter(
      Boolean,
    ),
    lineup: pickedRows(fields, "lineup").map(({ fid, name, row }) => ({
      ...(fid ? { fid } : {}),
      name,
      ...(words(fields[`lineup.${row}.role`]) ? { role: words(fields[`lineup.${row}.role`]) } : {}),
    })),
    parent: fields.parent ? Number(fields.parent) : null,
    prices: pricesOf(fields),
    ticket_url: words(fields.ticket_url) ?? null,
    capacity: numberIn(fields.capacity),
    age: { min: numberIn(fields["age.min"]), max: numberIn(fields["age.max"]) },
    access: accessOf(fields),
    status: fields.status || "scheduled",
    status_reason: words(fields.status_reason) ?? null,
    poster_roll: Number(fields.poster_roll) || 0,
  }
}

/** Returns the title of a festival in its own language, for a field, which has no language of its own. */
export function mainTitle({ title, language }: Pick<Event, "title" | "language">): string {
  return inLanguage(title, language, language).text
}

function parentFields(parent: Event["parent"]): Fields {
  const title = parent ? mainTitle(parent) : ""
  return { parent: parent ? String(parent.id) : "", "parent.text": title, "parent.was": title }
}

/**
 * Returns the form fields of an existing event.
 * @param language the language amounts of money are written in
 */
export function fieldsOfEvent(event: Event, language: Language = event.language): Fields {
  const own = event.place ? null : event.location
  const asked = (event.confirmations ?? []).filter(({ part, status }) => part === "organizer" && status === "pending")
  const others = [...event.organizers.slice(1), ...asked.map(({ actor }) => actor)]
  const different = [...new Map(others.map((one) => [one.fid, one])).values()]
  const fields: Fields = {
    language: event.language,
    ...Object.assign({}, ...texts.map((text) => of(text, event[text] ?? {}))),
    category: event.category,
    tags: event.tags.join(", "),
    ...Object.fromEntries(event.languages.map((spoken) => [`languages.${spoken}`, "on"])),
    ...dateFields(event),
    mode: event.mode,
    online_url: event.online_url ?? "",
    ...pickedFields("place", event.place ?? (own?.name ? { fid: "", name: own.name } : null)),
    ...(own?.name ? { "place.was": own.name } : {}),
    room: event.room ? String(event.room.id) : "",
    ...(own
      ? {
          ...Object.fromEntries(place.map((key) => [`location.${key}`, own[key] ?? ""])),
          // A point in the middle of a town means that the address is still to be geocoded.
          "location.point": own.lat === null || own.precision === "locality" ? "" : `${own.lat}, ${own.lon}`,
        }
      : {}),
    host: event.organizers[0]?.fid ?? "",
    ...Object.assign({}, ...different.map((one, row) => pickedFields(`organizers.${row}`, one))),
    ...Object.assign(
      {},
      ...event.lineup.map((one, row) => ({
        ...pickedFields(`lineup.${row}`, { fid: one.actor?.fid ?? "", name: one.name, type: one.actor?.type }),
        [`lineup.${row}.role`]: one.role ?? "",
      })),
    ),
    ...parentFields(event.parent),
    ...Object.assign(
      {},
      ...event.prices.map((price, row) => ({
        [`prices.${row}.label`]: price.label ?? "",
        [`prices.${row}.amount`]: price.amount === null ? "" : amountWords(price.amount, language),
        [`prices.${row}.currency`]: price.currency,
        [`prices.${row}.kind`]: price.free ? "free" : price.pay_what_you_can ? "pay_what_you_can" : "paid",
      })),
    ),
    ticket_url: event.ticket_url ?? "",
    capacity: event.capacity === null ? "" : String(event.capacity),
    "age.min": event.age.min === null ? "" : String(event.age.min),
    "age.max": event.age.max === null ? "" : String(event.age.max),
    ...Object.fromEntries(Object.entries(event.access).map(([key, answer]) => [`access.${key}`, answer ?? ""])),
    status: event.status,
    status_reason: event.status_reason ?? "",
    poster_roll: String(event.poster_roll),
    ...(event.workflow === "scheduled" && event.publish_at
      ? { "publish_at.date": event.publish_at.slice(0, 10), "publish_at.time": event.publish_at.slice(11, 16) }
      : {}),
  }
  return fields
}

/** Returns the parts of a form that differ from the existing event and have to be sent. */
export function changesIn(fields: Fields, event: Event): Record<string, unknown> {
  const [now, before] = [bodyOf(fields), bodyOf(fieldsOfEvent(event))]
  const changed = Object.keys(now).filter((key) => stable(now[key]) !== stable(before[key]))
  return requestBody(Object.fromEntries(changed.map((key) => [key, now[key]])))
}

/** Returns the body of a request, with the dates beside the other fields. */
export function requestBody({ dates, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return { ...rest, ...(dates as object | undefined) }
}

/** Returns the publication time of a form in wall-clock time; undefined for now. */
export function publishAt(fields: Fields): string | undefined {
  const date = fields["publish_at.date"]?.trim()
  return date ? `${date}T${fields["publish_at.time"]?.trim() || "09:00"}` : undefined
}

/** Returns the rows of a list of pages, without removed ones, each with its number in the form. */
export function pickedRows(fields: Fields, list: string): (Picked & { row: number })[] {
  return rowsIn(fields, list).flatMap((row) => {
    const picked = fields[`${list}.${row}.removed`] === "on" ? null : pickedIn(fields, `${list}.${row}`)
    return picked ? [{ ...picked, row }] : []
  })
}

function of(name: string, translations: Partial<Record<Language, string>>): Fields {
  return Object.fromEntries(languages.map((language) => [`${name}.${language}`, translations[language] ?? ""]))
}

function translated(fields: Fields, name: string): Partial<Record<Language, string>> {
  const said = languages.map((language) => [language, words(fields[`${name}.${language}`])] as const)
  return Object.fromEntries(said.filter(([, text]) => text !== undefined && !/^(<p>(<br>)?<\/p>)*$/.test(text)))
}

/** Returns a text with uniform line ends; undefined when it is empty. */
function words(text: string | undefined): string | undefined {
  return text?.replaceAll("\r\n", "\n").trim() || undefined
}

/** Returns the tags of a text, each once and in lower case, separated by commas, semicolons or lines. */
export function tagsOf(text: string): string[] {
  const tags = text
    .split(/[,;\n]/)
    .map((tag) => tag.trim().replace(/^#/, "").toLowerCase())
    .filter(Boolean)
  return [...new Set(tags)]
}

/** Returns the ticked languages in the order they are offered, then the others. */
function spokenOf(fields: Fields): string[] {
  const said = Object.keys(fields).flatMap((name) =>
    name.startsWith("languages.") && fields[name] === "on" ? [name.slice("languages.".length)] : [],
  )
  const rank = (one: string) => (spokenLanguages as readonly string[]).indexOf(one) >>> 0
  return said.sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))
}

/** Returns the address of a form, its point as it was typed; null when there is none (a country alone is none). */
function locationOf(fields: Fields): (Record<(typeof place)[number], string | undefined> & { point?: string }) | null {
  const said = Object.fromEntries(place.map((key) => [key, words(fields[`location.${key}`])])) as Record<
    (typeof place)[number],
    string | undefined
  >
  const point = words(fields["location.point"])
  const { country, ...where } = said
  if (Object.values(where).every((text) => text === undefined) && !point) return null
  return { ...where, country, ...(point ? { point } : {}) }
}

/** Parses an amount of money as people write it: `12`, `8,50`, `1 200`; NaN for an invalid one. */
export function amountIn(text: string | undefined): number | null {
  const plain = (text ?? "").replaceAll(/[\s\u00a0\u202f€]/g, "").replace(",", ".")
  if (plain === "") return null
  return /^\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN
}

/** Formats an amount for a field: `12`, `8,50`. */
export function amountWords(amount: number, language: Language): string {
  const plain = Number.isInteger(amount) ? String(amount) : amount.toFixed(2)
  return language === "en" ? plain : plain.replace(".", ",")
}

/** Parses a whole number; NaN for an invalid one. */
export function numberIn(text: string | undefined): number | null {
  const plain = (text ?? "").replaceAll(/\s/g, "")
  if (plain === "") return null
  return /^\d{1,9}$/.test(plain) ? Number(plain) : Number.NaN
}

/** Returns the rows of prices that are filled in. */
export function priceRows(fields: Fields): number[] {
  return rowsIn(fields, "prices").filter(
    (row) =>
      words(fields[`prices.${row}.label`]) ||
      words(fields[`prices.${row}.amount`]) ||
      ["free", "pay_what_you_can"].includes(fields[`prices.${row}.kind`] ?? ""),
  )
}

function pricesOf(fields: Fields) {
  return priceRows(fields).map((row) => {
    const kind = fields[`prices.${row}.kind`]
    const label = words(fields[`prices.${row}.label`])
    return {
      ...(label ? { label } : {}),
      amount: kind === "free" ? null : amountIn(fields[`prices.${row}.amount`]),
      currency: fields[`prices.${row}.currency`] || "EUR",
      free: kind === "free",
      pay_what_you_can: kind === "pay_what_you_can",
    }
  })
}

function accessOf(fields: Fields): Record<string, string> {
  const said = accessFeatures.flatMap((feature) => {
    const answer = fields[`access.${feature}`]
    return answer === "yes" || answer === "no" ? [[feature, answer] as const] : []
  })
  const checked = words(fields["access.checked"])
  return { ...Object.fromEntries(said), ...(checked && said.length > 0 ? { checked } : {}) }
}

/** Serialises a value independently of the order of its fields. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_, each: unknown) =>
    each && typeof each === "object" && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  )
}
