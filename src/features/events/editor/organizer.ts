import { isActorType } from "#features/actors/actor-types.ts"
import { isLanguage } from "#i18n/languages.ts"
import type { Api } from "#web/api.ts"
import type { Fields } from "#web/editing/edit-values.ts"
import type { Event } from "../event.ts"

/** Tells whether no page can publish this event yet. A page that the person made in another window meanwhile becomes the host. */
export async function lacksOrganizer(api: Api, fields: Fields, event: Event | null): Promise<boolean> {
  if (event || fields.host) return false
  const { items } = await api.list("/api/actors/managed/", { limit: "1" })
  if (!items[0]) return true
  fields.host = items[0].fid
  return false
}

/** A page of the organiser that is created with the event. */
export type NewOrganizer = ReturnType<typeof organizerIn>

/** Returns the page to create with the event, as described in the form. */
export function organizerIn(fields: Fields) {
  return {
    type: isActorType(fields["organizer.type"]) ? fields["organizer.type"] : ("person" as const),
    name: fields["organizer.name"]?.trim() ?? "",
    language: isLanguage(fields.language) ? fields.language : ("fr" as const),
  }
}
