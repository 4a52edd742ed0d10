import { accessFeatures, type Access } from "#features/places/access.ts"
import { languages, type Translated } from "#i18n/languages.ts"
import { type Fields, rowsIn } from "#web/editing/edit-values.ts"
import type { Actor } from "../actor.ts"
import { enteredPoint } from "./form-location.ts"
import type { ActorChange } from "./inputs.ts"

// The kinds of links and contacts in the page editor. This module translates a page into the editor's fields and back: each field
// is one text, rows are numbered.

export const linkKinds = ["website", "ticketing", "social", "audio", "video", "fediverse", "other"] as const
export const contactKinds = ["email", "phone", "person", "address", "other"] as const

/** Returns the editor's fields of a stored page. */
export function fieldsOfActor(actor: Actor): Fields {
  const { name, fid, language, category, tags, avatar, banner } = actor
  return {
    name,
    fid,
    language,
    category: category ?? "",
    tags: tags.join(", "),
    ...(actor.type === "person" ? { in_directory: actor.in_directory === false ? "no" : "yes" } : {}),
    ...textFields("summary", actor.summary),
    ...textFields("description", actor.description ?? {}),
    ...imageFields("avatar", avatar),
    ...imageFields("banner", banner),
    ...locationFields(actor.location),
    ...accessFields("access", actor.access),
    ...Object.assign({}, ...actor.rooms.map((room, at) => roomFields(room, at))),
    ...Object.assign({}, ...actor.links.map(linkFields)),
    ...Object.assign({}, ...actor.contacts.map(contactFields)),
  }
}

function textFields(name: string, texts: Translated): Fields {
  return Object.fromEntries(languages.map((language) => [`${name}.${language}`, texts[language] ?? ""]))
}

function imageFields(name: string, image: Actor["avatar"]): Fields {
  if (!image) return { [name]: "" }
  return {
    [name]: String(image.document),
    [`${name}.alt`]: image.alt,
    [`${name}.credit`]: image.credit ?? "",
    [`${name}.focal`]: image.focal_point.join(","),
  }
}

function locationFields(location: Actor["location"]): Fields {
  const { street, postal_code, locality, country } = location ?? {}
  const point = enteredPoint(location)
  return {
    "location.street": street ?? "",
    "location.postal_code": postal_code ?? "",
    "location.locality": locality ?? "",
    "location.country": country ?? "BE",
    "location.point": point ? `${point.lat}, ${point.lon}` : "",
  }
}

/** Returns the form fields for accessibility. */
export function accessFields(name: string, access: Access): Fields {
  return {
    ...Object.fromEntries(accessFeatures.map((feature) => [`${name}.${feature}`, access[feature] ?? "unknown"])),
    [`${name}.checked`]: access.checked ?? "",
  }
}

function roomFields({ id, name, capacity, access }: Actor["rooms"][number], at: number): Fields {
  return {
    [`rooms.${at}.id`]: String(id),
    [`rooms.${at}.name`]: name,
    [`rooms.${at}.capacity`]: capacity === null ? "" : String(capacity),
    ...accessFields(`rooms.${at}.access`, access),
  }
}

function linkFields({ url, label, kind }: Actor["links"][number], at: number): Fields {
  return { [`links.${at}.url`]: url, [`links.${at}.label`]: label ?? "", [`links.${at}.kind`]: kind }
}

function contactFields({ kind, label, value, is_public }: Actor["contacts"][number], at: number): Fields {
  return {
    [`contacts.${at}.kind`]: kind,
    [`contacts.${at}.label`]: label ?? "",
    [`contacts.${at}.value`]: value,
    ...(is_public === false ? {} : { [`contacts.${at}.is_public`]: "on" }),
  }
}

type Change = Partial<ActorChange>
/** Reads a typed number; anything else is sent unchanged, so that the API refuses it beside its field. */
const numberOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : (text as unknown as number))

/** Lists the rows that are not blank. */
function filled(fields: Fields, name: string, parts: string[]): number[] {
  return rowsIn(fields, name).filter((at) => parts.some((part) => fields[`${name}.${at}.${part}`]?.trim()))
}

/** Reads the accessibility fields of a form; unknown answers are left out. */
export function accessIn(fields: Fields, name: string): NonNullable<Change["access"]> {
  const said = accessFeatures.flatMap((feature) => {
    const answer = fields[`${name}.${feature}`]
    return answer === "yes" || answer === "no" ? [[feature, answer] as const] : []
  })
  const checked = fields[`${name}.checked`]?.trim()
  return { ...Object.fromEntries(said), ...(checked ? { checked } : {}) }
}

function textsIn(fields: Fields, name: string): Translated {
  return Object.fromEntries(languages.map((language) => [language, fields[`${name}.${language}`]?.trim() ?? ""]))
}

/** How each part of the editor is sent to the API; texts are already HTML here. */
const parts: Record<string, (fields: Fields) => Change> = {
  name: ({ name = "" }) => ({ name }),
  fid: ({ fid = "" }) => ({ fid: fid.trim().replace(/^@/, "") }),
  language: ({ language }) => ({ language: language as NonNullable<Change["language"]> }),
  category: ({ category }) => ({ category: (category || null) as NonNullable<Change["category"]> | null }),
  tags: ({ tags = "" }) => ({ tags: tagsIn(tags) }),
  in_directory: ({ in_directory }) => ({ in_directory: in_directory !== "no" }),
  summary: (fields) => ({ summary: textsIn(fields, "summary") }),
  description: (fields) => ({ description: textsIn(fields, "description") }),
  access: (fields) => ({ access: accessIn(fields, "access") }),
  rooms: (fields) => ({
    rooms: filled(fields, "rooms", ["name", "capacity", "id"]).map((at) => {
      const of = (part: string) => fields[`rooms.${at}.${part}`]?.trim() ?? ""
      return {
        ...(of("id") ? { id: numberOf(of("id")) } : {}),
        name: of("name"),
        capacity: of("capacity") ? numberOf(of("capacity")) : null,
        access: accessIn(fields, `rooms.${at}.access`),
      }
    }),
  }),
  links: (fields) => ({
    links: filled(fields, "links", ["url", "label"]).map((at) => ({
      url: webAddressOf(fields[`links.${at}.url`] ?? ""),
      label: fields[`links.${at}.label`] ?? "",
      kind: (fields[`links.${at}.kind`] || "website") as (typeof linkKinds)[number],
    })),
  }),
  contacts: (fields) => ({
    contacts: filled(fields, "contacts", ["value", "label"]).map((at) => ({
      kind: (fields[`contacts.${at}.kind`] || "other") as (typeof contactKinds)[number],
      label: fields[`contacts.${at}.label`] ?? "",
      value: fields[`contacts.${at}.value`] ?? "",
      is_public: fields[`contacts.${at}.is_public`] === "on",
    })),
  }),
}

/** Reads tags separated by commas, semicolons or lines, without duplicates. */
export function tagsIn(text: string): string[] {
  const tags = text.split(/[,;\n]/).map((tag) => tag.trim().replace(/^#/, ""))
  return [...new Set(tags.filter(Boolean))]
}

const longestAddress = 2000

/** Completes an address such as `www.hangar.example` with `https://`. */
function webAddressOf(text: string): string {
  const words = text.trim()
  return words !== "" &&
    words.length <= longestAddress &&
    !/^[a-z][a-z\d+.-]*:/i.test(words) &&
    /^[^\s@]+\.[^\s@]+$/.test(words)
    ? `https://${words}`
    : words
}

/** Returns the changes of a page: the filled-in parts that differ from the stored ones. `locationIn` handles the location. */
export function changeIn(fields: Fields, saved: Fields): Change {
  const change: Change = {}
  for (const [part, read] of Object.entries(parts)) {
    const isThere =
      Object.keys(fields).some((name) => isOf(name, part)) || Object.keys(saved).some((name) => isOf(name, `${part}.0`))
    if (!isThere) continue
    const now = read(fields)
    if (JSON.stringify(now) !== JSON.stringify(read(saved))) Object.assign(change, now)
  }
  return change
}

const isOf = (name: string, part: string) => name === part || name.startsWith(`${part}.`)

/** Maps the field names of an API answer to those of the form: blank rows were not sent, so the API did not count them. */
export function fieldNamesFor(fields: Fields): (field: string) => string {
  const rows: Record<string, number[]> = {
    rooms: filled(fields, "rooms", ["name", "capacity", "id"]),
    links: filled(fields, "links", ["url", "label"]),
    contacts: filled(fields, "contacts", ["value", "label"]),
  }
  return (field) => {
    const [list = "", at = "", ...rest] = field.split(".")
    if (list === "tags") return "tags"
    if (list === "location" && (rest.length > 0 || at === "lat" || at === "lon")) return "location.point"
    const number = rows[list]?.[Number(at)]
    return number === undefined ? field : [list, number, ...rest].join(".")
  }
}
