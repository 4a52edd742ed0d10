import { languages } from "#i18n/languages.ts"
import type { Actor } from "../actor.ts"

/** Something a page is better with, and the part of the editor where it is written. */
export type Check = {
  name: "summary" | "description" | "translations" | "avatar" | "address" | "street" | "rooms" | "access" | "links"
  isDone: boolean
  /** `#texts` of the editor. */
  part: "texts" | "images" | "where" | "rooms" | "access" | "links"
}

/** What a page of its type should say before it is shown to everybody. None of it is compulsory. */
export function checklist(actor: Actor): Check[] {
  const { summary, description = {}, language, location, rooms, access, links, contacts } = actor
  const written = [summary, description].filter((texts) => texts[language])
  const isTranslated = written.every((texts) => languages.every((one) => texts[one]))
  const hasAccess = (said: Actor["access"]) => Object.values(said).some((answer) => answer === "yes" || answer === "no")
  const all: (Check | false)[] = [
    { name: "summary", isDone: Boolean(summary[language]), part: "texts" },
    { name: "description", isDone: Boolean(description[language]), part: "texts" },
    written.length > 0 && { name: "translations", isDone: isTranslated, part: "texts" },
    { name: "avatar", isDone: actor.avatar !== null, part: "images" },
    { name: "address", isDone: Boolean(location?.locality), part: "where" },
    actor.type === "place" && { name: "street", isDone: Boolean(location?.street), part: "where" },
    actor.type === "place" && { name: "rooms", isDone: rooms.length > 0, part: "rooms" },
    actor.type === "place" && {
      name: "access",
      isDone: hasAccess(access) || rooms.some((room) => hasAccess(room.access)),
      part: "access",
    },
    { name: "links", isDone: links.length + contacts.length > 0, part: "links" },
  ]
  return all.filter((one): one is Check => one !== false)
}
