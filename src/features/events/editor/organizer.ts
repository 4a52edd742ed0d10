import { isActorType } from "#features/actors/actor-types.ts"
import { isLanguage } from "#i18n/languages.ts"
import type { Api } from "#web/api.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import type { Event } from "../event.ts"

/** Is there nobody to publish this event yet? Whoever made their page in another window has one now: it is taken. */
export async function lacksOrganizer(api: Api, fields: Fields, event: Event | null): Promise<boolean> {
  if (event || fields.host) return false
  const { items } = await api.list("/api/actors/managed/", { limit: "1" })
  if (!items[0]) return true
  fields.host = items[0].fid
  return false
}

/** The page of whoever organises that is made with the event. */
export type NewOrganizer = ReturnType<typeof organizerIn>

/** Whose page is to be made with the event, as the form names it. */
export function organizerIn(fields: Fields) {
  return {
    type: isActorType(fields["organizer.type"]) ? fields["organizer.type"] : ("person" as const),
    name: fields["organizer.name"]?.trim() ?? "",
    language: isLanguage(fields.language) ? fields.language : ("fr" as const),
  }
}
