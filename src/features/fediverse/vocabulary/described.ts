import type { Language } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { publicCollection } from "./contexts.ts"

/** What describing needs to know of the instance. */
export type Site = {
  /** Without a slash at its end. */
  publicUrl: string
  /** The words of a language (`messagesIn`). */
  messages: (language: Language) => Messages
}

/** Who may read what a page says: everyone, or those who follow it. */
export type Audience = "public" | "followers"

export type Addressed = { to: string[]; cc: string[] }

/** An object of ActivityStreams as it is sent, without `@context` (`asDocument` adds it). */
export type Described<Type extends string = string> = { id: string; type: Type } & Record<string, unknown>

/** To whom something goes that an actor tells its followers, and whoever else it concerns. */
export function addressedTo(
  followers: string,
  audience: Audience = "public",
  others: readonly string[] = [],
): Addressed {
  return audience === "public"
    ? { to: [publicCollection], cc: [followers, ...others] }
    : { to: [followers], cc: [...others] }
}

/** Without what is not known. */
export function defined<Properties extends Record<string, unknown>>(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== undefined && value !== null && value !== ""),
  ) as Properties
}
