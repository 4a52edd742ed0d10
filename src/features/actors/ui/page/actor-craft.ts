import type { Messages } from "#i18n/messages.ts"
import type { Actor } from "../../actor.ts"

type Crafted = Pick<Actor, "tags" | "category">

/** Describes an actor in a few words: its first tags, or its category. */
export function craftOf(t: Messages, actor: Crafted): string {
  const words = actor.tags.slice(0, 2).join(", ")
  if (words) return words.charAt(0).toLocaleUpperCase() + words.slice(1)
  return actor.category ? t(`ui.category_${actor.category}`) : ""
}

/** Describes an actor with its town: « Estampe, édition · Bruxelles ». */
export function craftAndCity(t: Messages, actor: Crafted & { location: { locality: string | null } | null }): string {
  return [craftOf(t, actor), actor.location?.locality].filter(Boolean).join(" · ")
}
