import type { Language } from "#i18n/languages.ts"
import type { Messages } from "#i18n/messages.ts"
import { publicCollection } from "./contexts.ts"

/** Settings of this instance that descriptions depend on. */
export type Site = {
  /** Without a trailing slash. */
  publicUrl: string
  /** Returns the messages of a language (`messagesIn`). */
  messages: (language: Language) => Messages
}

/** Who may read what a page publishes: everyone, or its followers. */
export type Audience = "public" | "followers"

export type Addressed = { to: string[]; cc: string[] }

/** An ActivityStreams object as it is sent, without `@context` (`asDocument` adds it). */
export type Described<Type extends string = string> = { id: string; type: Type } & Record<string, unknown>

/** Returns the recipients of an object for this audience: followers, perhaps everyone, and others concerned. */
export function addressedTo(
  followers: string,
  audience: Audience = "public",
  others: readonly string[] = [],
): Addressed {
  return audience === "public"
    ? { to: [publicCollection], cc: [followers, ...others] }
    : { to: [followers], cc: [...others] }
}

/** Removes properties that are undefined, null or empty. */
export function defined<Properties extends Record<string, unknown>>(properties: Properties): Properties {
  return Object.fromEntries(
    Object.entries(properties).filter(([, value]) => value !== undefined && value !== null && value !== ""),
  ) as Properties
}
