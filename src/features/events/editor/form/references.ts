import type { ActorType } from "#features/actors/actor-types.ts"
import { plain, resolvePicked } from "#features/actors/picked.ts"
import { locationIn } from "#features/actors/writing/form-location.ts"
import { languages } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import type { Api } from "#web/api.ts"
import { type Fields, richText } from "#web/editing/edit-values.ts"
import type { Event } from "../../event.ts"
import { picks } from "./form-values.ts"

// What the fields of the form refer to by its words: pages, a festival, a spot on the map.

/** Rich texts as HTML and pages by their fids, however they were written; and what nobody understands. */
export async function readied(
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
    // What nobody has a page for is still where it takes place; a name of its own that was written beside the address stays.
    if (!house.startsWith("@") && wrong.place?.[0] === t("editor.picker_not_found")) delete wrong.place
    if (!fields.place && !wrong.place && (name === "" || name === was)) fields["location.name"] = house
  }
  for (const { row } of picks(fields, "organizers")) await resolve(`organizers.${row}`)
  for (const { row, name } of picks(fields, "lineup")) if (name.startsWith("@")) await resolve(`lineup.${row}`)
  const parent = await festivalIn(api, fields, id)
  if (typeof parent === "string") fields.parent = parent
  else wrong.parent = [t(`event-editor.parent_${parent.wrong}`)]
  return { fields, wrong }
}

/**
 * The number of the festival that was chosen or, without script, of the one that was written: by its title or, where several have that title,
 * as `#42`.
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

/** The address with the point where it is: the one that was written, else that of its town. */
export async function located(
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
