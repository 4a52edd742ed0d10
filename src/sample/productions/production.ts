import type { Category } from "#features/events/categories.ts"
import type { EventDraft } from "#features/events/draft.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"
import type { Access } from "#features/places/access.ts"
import type { Language } from "#i18n/languages.ts"
import { html } from "../pages/pages.ts"
import type { PriceList } from "./prices.ts"
import type { Role } from "../pages/roles.ts"

type Words = { title: string; summary: string; description: string }

/** Returns texts from a title, a sentence and paragraphs. */
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
  /** Wall time; absent for an all-day event. */
  time?: string
  /** Weekdays it may play on; every day but Monday when absent. */
  days?: Day[]
  /** Number of dates: this evening and the ones after it, as one event. */
  dates?: number
  /** Whether it always plays today. */
  today?: true
  /** A change of the event. `reason` is in the event's language. */
  change?: { status: NonNullable<EventDraft["status"]>; reason?: string }
  /** It can be followed online, or also online. */
  mode?: "online" | "hybrid"
  prices?: PriceList
  /** Fids of organizers besides the venue. */
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

/** Credits a page of the network. */
export function by(actor: string, role?: Role): Credit {
  return { actor, ...(role && { role }) }
}

/** Credits a page that has not confirmed yet. */
export function unconfirmed(actor: string, role?: Role): Credit {
  return { actor, ...(role && { role }), confirmed: false }
}

/** Credits someone without a page. */
export function named(name: string, role?: Role): Credit {
  return { name, ...(role && { role }) }
}
