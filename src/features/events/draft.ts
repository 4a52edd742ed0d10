import type { Access } from "#features/places/access.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"
import type { Language, Translated } from "#i18n/languages.ts"
import type { Category } from "./categories.ts"
import type { Event } from "./event.ts"

/** One date of an event, as instants. */
export type OccurrenceDraft = {
  starts_at: Date
  ends_at: Date | null
  status?: "scheduled" | "cancelled" | "moved"
  /** The start its rule gave, for a moved date (RFC 5545 RECURRENCE-ID). */
  recurrence_id?: Date | null
}

/** An event ready to be stored. Actors are given by database id. */
export type EventDraft = {
  uid?: string
  language: Language
  title: Translated
  summary?: Translated
  /** HTML; sanitised when stored. */
  description?: Translated
  category: Category
  tags?: string[]
  /** IANA name; times are wall-clock times at the venue. */
  timezone: string
  all_day?: boolean
  doors_minutes?: number | null
  /** RFC 5545 lines the occurrences were expanded from. */
  recurrence?: string | null
  /** At least one, at most 1,000. */
  occurrences: OccurrenceDraft[]
  status?: Event["status"]
  status_reason?: string | null
  mode?: Event["mode"]
  online_url?: string | null
  place_id?: number | null
  room_id?: number | null
  location?: LocationDraft | null
  parent_id?: number | null
  /** The host first. */
  organizer_ids?: number[]
  /** Those of them that have not agreed yet; earlier answers stay. */
  pending_organizer_ids?: number[]
  lineup?: { actor_id?: number | null; name: string; role?: string | null; confirmed?: boolean }[]
  prices?: {
    label?: string | null
    amount?: number | null
    currency?: string
    free?: boolean
    pay_what_you_can?: boolean
  }[]
  ticket_url?: string | null
  capacity?: number | null
  age_min?: number | null
  age_max?: number | null
  languages?: string[]
  access?: Access
  workflow?: Event["workflow"]
  publish_at?: Date | null
  poster_roll?: number
}
