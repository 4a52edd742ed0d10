import type { Category } from "#features/events/categories.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"
import type { Access } from "#features/places/access.ts"
import type { Language, Translated } from "#i18n/languages.ts"
import type { ActorType } from "./actor-types.ts"

/** All that makes an actor, ready to be written. */
export type ActorDraft = {
  fid: string
  type: ActorType
  /** A new page is a draft unless it says otherwise. */
  status?: "draft" | "published" | "archived"
  name: string
  /** Does it stand in the directory? It does unless it says otherwise. */
  in_directory?: boolean
  language: Language
  summary?: Translated
  /** HTML; sanitised when written. */
  description?: Translated
  category?: Category | null
  tags?: string[]
  location?: LocationDraft | null
  access?: Access
  /** In order. A room keeps its events as long as its name, or the `id` given with a new name, stays. */
  rooms?: { id?: number; name: string; capacity?: number | null; access?: Access }[]
  /** In order. A link that stays keeps its verification. */
  links?: {
    url: string
    label?: string | null
    kind?: "website" | "ticketing" | "social" | "audio" | "video" | "fediverse" | "other"
  }[]
  contacts?: {
    kind: "email" | "phone" | "person" | "address" | "other"
    label?: string | null
    value: string
    is_public?: boolean
  }[]
}

/** What one page is to another: this person is a `member` of that house, plays in that `group`, this house is a `partner`. */
export type RelationDraft = {
  actor_id: number
  related_actor_id: number
  relation: "member" | "partner" | "group"
}
