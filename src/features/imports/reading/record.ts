import { createHash } from "node:crypto"
import type { Category } from "#features/events/categories.ts"
import type { RemotePicture } from "#features/documents/remote-pictures/remote-picture.ts"
import type { EventDraft } from "#features/events/draft.ts"
import type { Language } from "#i18n/languages.ts"
import type { ImportedLocation } from "../places/location.ts"
import type { MessageId } from "#i18n/messages.ts"

/** Why a record was refused or which part of it was left out; shown in the user's language. */
export type ReasonId = Extract<MessageId, `imports.${string}`> extends `imports.${infer Name}` ? Name : never
export type Reason = { id: ReasonId; args?: Record<string, string | number> }

/** The source format, which is part of a record's identity, so that importing again finds it. */
export type Format =
  | "openagenda"
  | "ical"
  | "schema"
  | "datatourisme"
  | "uitdatabank"
  | "table"
  | "foyer"
  | "pentabarf"
  | "feed"

/** Options for reading, beside the bytes. */
export type ReadOptions = {
  /** The main language of texts that state none; guessed for each record when absent. */
  language?: Language
  /** The language of most of the list, for records too short to guess from. */
  usualLanguage?: Language
  /** IANA zone of times that state no zone. */
  timezone: string
  /** Present time in milliseconds; limits how far recurring events are expanded. */
  now: number
  /**
   * Categories of words in the list ("bal" → "party"), in small letters without accents; they take precedence over all guesses.
   */
  categories?: Record<string, Category>
  /** Called before each record (returns false for one to skip) and after each piece of the file. */
  watch?: { begins(): boolean; advances(): void }
  /** Forces the format in which the bytes are read. */
  format?: "ical" | "json" | "csv" | "html" | "xml"
}

/** A record of the file in the terms of the domain. */
export type ImportedEvent = Omit<
  EventDraft,
  "uid" | "place_id" | "room_id" | "parent_id" | "organizer_ids" | "category" | "location"
> & {
  location?: ImportedLocation | null
  external_id: string
  /** Absent when no word hints at it: then the usual category of the venue may be used. */
  category?: Category
  url?: string
  /** The picture of the event, by its address. */
  picture?: RemotePicture | undefined
}

/** The result of one record of the file. Positions count from 1. */
export type Reading = { position: number; title?: string; external_id?: string } & (
  | {
      format: Format
      event: Omit<ImportedEvent, "picture">
      /** Digest of the event. Its picture is compared separately: some sources give it a new address every day. */
      digest: string
      picture?: RemotePicture | undefined
      note?: Reason
    }
  | { refused: Reason }
)

/** Thrown by the reader of a format for a record that it cannot understand. */
export class Unreadable extends Error {
  readonly reason: Reason
  constructor(id: ReasonId, args?: Reason["args"]) {
    super(id)
    this.reason = { id, args }
  }
}

/** Refuses a record with a reason that the report shows. */
export function unreadable(id: ReasonId, args?: Reason["args"]): never {
  throw new Unreadable(id, args)
}

/** Returns the same digest for the same content; it distinguishes a changed record from an unchanged one. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 27)
}
