import type { ActorType } from "#features/actors/actor-types.ts"
import { plain, resolvePicked } from "#features/actors/picked.ts"
import { locationIn } from "#features/actors/writing/form-location.ts"
import { languages } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { Api } from "#web/api.ts"
import { type Fields, richText } from "#web/editing/edit-values.ts"
import type { Event } from "../../event.ts"
import { pickedRows } from "./form-values.ts"

// Resolves what fields of the form refer to by text: pages, a festival, a point on the map.

/**
 * Returns the fields with rich texts as HTML and pages as fids, however they were typed, and the faults of those that could not
 * be resolved.
 */
export async function resolvedFields(
  api: Api,
  given: Fields,
  t: Messages,
  id: number | undefined,
): Promise<{ fields: Fields; wrong: Record<string, string[]> }> {
  const fields = { ...given }
  for (const language of languages) {
    const name = `description.${language}`
    fields[name] = await richText(fields, name)
    delete fields[`${name}.format`]
  }
  const wrong: Record<string, string[]> = {}
  const resolve = async (name: string, types?: readonly ActorType[]) => {
    const words = fields[`${name}.text`]?.trim()
    if (fields[name] || !words) return
    const found = await resolvePicked(api, { fid: "", name: words }, types)
    if (typeof found === "object") fields[name] = found.fid
    else wrong[name] = [t(found === "several" ? "editor.picker_several" : "editor.picker_not_found")]
  }
  const said = (name: string) => fields[name]?.trim() ?? ""
  const [house, was, name] = [said("place.text"), said("place.was"), said("location.name")]
  if (house !== was) {
    await resolve("place", ["place"])
    // A place without a page is still a place: its text becomes the name. A different name typed beside the address stays.
    if (!house.startsWith("@") && wrong.place?.[0] === t("editor.picker_not_found")) delete wrong.place
    if (!fields.place && !wrong.place && (name === "" || name === was)) fields["location.name"] = house
  }
  for (const { row } of pickedRows(fields, "organizers")) await resolve(`organizers.${row}`)
  for (const { row, name } of pickedRows(fields, "lineup")) if (name.startsWith("@")) await resolve(`lineup.${row}`)
  const parent = await festivalIn(api, fields, id)
  if (typeof parent === "string") fields.parent = parent
  else wrong.parent = [t(`event-editor.parent_${parent.wrong}`)]
  return { fields, wrong }
}

/**
 * Returns the id of the chosen festival or, without script, of the typed one: by its title or, when several have that title, as
 * `#42`.
 */
async function festivalIn(
  api: Api,
  fields: Fields,
  id: number | undefined,
): Promise<string | { wrong: "unknown" | "several" }> {
  const words = fields["parent.text"]?.trim() ?? ""
  if (words === (fields["parent.was"]?.trim() ?? ""))
    return words || !("parent.text" in fields) ? (fields.parent ?? "") : ""
  if (!words) return ""
  const number = /^#(\d{1,15})$/.exec(words)?.[1]
  if (number) return number
  const { items } = await api.list("/api/contents/events/managed/", { q: words, limit: "50" })
  const same = items.filter(
    (one) => one.id !== id && Object.values(one.title).some((title) => plain(title) === plain(words)),
  )
  return same.length === 1 ? String(same[0]?.id) : { wrong: same.length > 1 ? "several" : "unknown" }
}

/** Returns the address with its coordinates: those that were typed, otherwise those of its town. */
export async function withCoordinates(
  api: Api,
  t: Messages,
  fields: Fields,
  body: Record<string, unknown>,
  known: Event["location"],
): Promise<{ body: Record<string, unknown>; wrong: Record<string, string[]> }> {
  if (!body.location) return { body, wrong: {} }
  const found = await locationIn(api, fields, known)
  if (found === "wrong") return { body, wrong: { "location.point": [t("errors.point")] } }
  const name = fields["location.name"]?.trim() || null
  return { body: { ...body, location: { ...found.location, name } }, wrong: {} }
}
