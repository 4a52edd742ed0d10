import { languages } from "#i18n/languages.ts"
import type { Actor } from "../actor.ts"

/** A check of a page's completeness, with the part of the editor where it can be mended. */
export type Check = {
  name: "summary" | "description" | "translations" | "avatar" | "address" | "street" | "rooms" | "access" | "links"
  isDone: boolean
  /** Whether people need it, for example to find the way. */
  isNeeded?: boolean
  /** The part of the editor, as in its hash `#texts`. */
  part: "texts" | "images" | "where" | "rooms" | "access" | "links"
}

/**
 * Lists what a page of this type should contain, with the needed checks first. Nothing is compulsory: the others are suggestions.
 */
export function checklist(actor: Actor): Check[] {
  const { summary, description = {}, language, location, rooms, access, links, contacts } = actor
  const written = [summary, description].filter((texts) => texts[language])
  const isTranslated = written.every((texts) => languages.every((one) => texts[one]))
  const hasAccess = (said: Actor["access"]) => Object.values(said).some((answer) => answer === "yes" || answer === "no")
  const isPlace = actor.type === "place"
  const all: (Check | false)[] = [
    { name: "address", isDone: Boolean(location?.locality), part: "where", isNeeded: isPlace },
    isPlace && { name: "street", isDone: Boolean(location?.street), part: "where", isNeeded: true },
    { name: "summary", isDone: Boolean(summary[language]), part: "texts" },
    { name: "description", isDone: Boolean(description[language]), part: "texts" },
    written.length > 0 && { name: "translations", isDone: isTranslated, part: "texts" },
    { name: "avatar", isDone: actor.avatar !== null, part: "images" },
    isPlace && { name: "rooms", isDone: rooms.length > 0, part: "rooms" },
    isPlace && {
      name: "access",
      isDone: hasAccess(access) || rooms.some((room) => hasAccess(room.access)),
      part: "access",
    },
    { name: "links", isDone: links.length + contacts.length > 0, part: "links" },
  ]
  return all.filter((one): one is Check => one !== false)
}
