import type { Category } from "#features/events/categories.ts"
import type { EventDraft } from "#features/events/draft.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"
import type { Access } from "#features/places/access.ts"
import type { Language } from "#i18n/languages.ts"
import { html } from "../pages/pages.ts"
import type { PriceList } from "./prices.ts"
import type { Role } from "../pages/roles.ts"

type Words = { title: string; summary: string; description: string }

/** Title, one sentence, paragraphs. */
export function text(title: string, summary: string, ...paragraphs: string[]): Words {
  return { title, summary, description: html(paragraphs) }
}

export const days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
export type Day = (typeof days)[number]

/** Someone on stage or behind it: a page of the network (fid) or just a name. */
export type Credit = { actor: string; role?: Role; confirmed?: false } | { name: string; role?: Role }

/** Where a production plays, when it may, and what is special about it there. */
export type Showing = {
  /** A place of the network (fid), or an address without a page. */
  at: string | (LocationDraft & { timezone: string; language: Language })
  room?: string
  /** Wall time; none for what lasts all day. */
  time?: string
  /** Days of the week it may play on; every day but Monday when nothing is said. */
  days?: Day[]
  /** This evening and the evenings after it, as one event with so many dates. */
  dates?: number
  /** Plays today, whatever day it is. */
  today?: true
  /** Something happened to it. `reason` in the event's language. */
  change?: { status: NonNullable<EventDraft["status"]>; reason?: string }
  /** Followed from elsewhere (too). */
  mode?: "online" | "hybrid"
  prices?: PriceList
  /** Organizers beside the house. */
  with?: string[]
  access?: Access
}

/** Something made to be shown: a concert, a play, an exhibition, a talk. Its main language is the one written first. */
export type Production = {
  key: string
  category: Category
  texts: Partial<Record<Language, Words>>
  minutes: number
  lineup?: Credit[]
  tags?: string[]
  prices: PriceList
  age_min?: number
  age_max?: number
  languages?: string[]
  /** Languages of the surtitles. */
  surtitles?: Language[]
  access?: Access
  doors_minutes?: number
  capacity?: number
  showings: Showing[]
}

/** A page of the network on stage. */
export function by(actor: string, role?: Role): Credit {
  return { actor, ...(role && { role }) }
}

/** A page that was named and has not said yes yet. */
export function unconfirmed(actor: string, role?: Role): Credit {
  return { actor, ...(role && { role }), confirmed: false }
}

/** Someone without a page. */
export function named(name: string, role?: Role): Credit {
  return { name, ...(role && { role }) }
}
