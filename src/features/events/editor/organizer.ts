import { isActorType } from "#features/actors/actor-types.ts"
import { isLanguage } from "#i18n/languages.ts"
import type { Api } from "#web/api.ts"
import { type Fields, renameFields } from "#web/editing/edit-values.ts"
import type { Event } from "../event.ts"

/** Is there nobody to publish this event yet? Whoever made their page in another window has one now: it is taken. */
export async function lacksOrganizer(api: Api, fields: Fields, event: Event | null): Promise<boolean> {
  if (event || fields.host) return false
  const { items } = await api.list("/api/actors/managed/", { limit: "1" })
  if (!items[0]) return true
  fields.host = items[0].fid
  return false
}

/** Makes the public page of whoever organises, as the form names it; a person speaks as it from now on. Answers its fid. */
export async function makeOrganizer(api: Api, fields: Fields): Promise<string> {
  const type = isActorType(fields["organizer.type"]) ? fields["organizer.type"] : "person"
  const language = isLanguage(fields.language) ? fields.language : "fr"
  const name = fields["organizer.name"]?.trim() ?? ""
  const made = await api
    .post("/api/actors/", { type, name, language, status: "published" })
    .catch((error: unknown) => renameFields(error, () => "organizer.name"))
  if (type === "person") {
    const { identity } = await api.get("/api/me/")
    if (!identity) await api.patch("/api/me/", { identity: made.fid })
  }
  return made.fid
}
