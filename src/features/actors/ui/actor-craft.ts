import type { Messages } from "#i18n/messages.ts"
import type { Actor } from "../actor.ts"

/** What an actor does, in a few words: its first tags, or its category. */
export function craftOf(t: Messages, actor: Pick<Actor, "tags" | "category">): string {
  if (actor.tags.length > 0) return actor.tags.slice(0, 2).join(", ")
  return actor.category ? t(`ui.category_${actor.category}`) : ""
}

/** « Estampe, édition · Bruxelles » */
export function craftAndCity(t: Messages, actor: Pick<Actor, "tags" | "category" | "location">): string {
  return [craftOf(t, actor), actor.location?.locality].filter(Boolean).join(" · ")
}
