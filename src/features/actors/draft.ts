import type { Category } from "#features/events/categories.ts"
import type { LocationDraft } from "#features/places/location-draft.ts"
import type { Access } from "#features/places/access.ts"
import type { Language, Translated } from "#i18n/languages.ts"
import type { ActorType } from "./actor-types.ts"

/** Everything that makes up an actor, ready to be stored. */
export type ActorDraft = {
  fid: string
  type: ActorType
  /** A new page is a draft unless this says otherwise. */
  status?: "draft" | "published" | "archived"
  name: string
  /** Whether it is listed in the directory; true by default. */
  in_directory?: boolean
  language: Language
  summary?: Translated
  /** HTML; sanitised before it is stored. */
  description?: Translated
  category?: Category | null
  tags?: string[]
  location?: LocationDraft | null
  access?: Access
  /** In order. A room keeps its events as long as its name stays the same, or a new name comes with its `id`. */
  rooms?: { id?: number; name: string; capacity?: number | null; access?: Access }[]
  /** In order. A link that is unchanged keeps its verification. */
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

/** A relation between two pages: a person is a `member` of a house or plays in a `group`, or a house is a `partner`. */
export type RelationDraft = {
  actor_id: number
  related_actor_id: number
  relation: "member" | "partner" | "group"
}
