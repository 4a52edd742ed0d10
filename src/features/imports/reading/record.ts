import { createHash } from "node:crypto"
import type { Category } from "#features/events/categories.ts"
import type { RemotePicture } from "#features/documents/remote-pictures/remote-picture.ts"
import type { EventDraft } from "#features/events/draft.ts"
import type { Language } from "#i18n/languages.ts"
import type { ImportedLocation } from "../places/location.ts"
import type { MessageId } from "#i18n/messages.ts"

/** Why a record was refused, or what was left out of it; said in the reader's language. */
export type ReasonId = Extract<MessageId, `imports.${string}`> extends `imports.${infer Name}` ? Name : never
export type Reason = { id: ReasonId; args?: Record<string, string | number> }

/** Who numbers the records: part of their identity here, so that importing again finds them. */
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

/** What reading needs to know beside the bytes. */
export type ReadOptions = {
  /** The main language of texts that do not say theirs; guessed for each record when absent. */
  language?: Language
  /** The language most of the list is in, for records too short to tell. */
  usualLanguage?: Language
  /** IANA zone of times that do not say theirs. */
  timezone: string
  /** Milliseconds; decides how far recurring events are expanded. */
  now: number
  /** What words of the list mean here ("bal" → "party"), in small letters without accents: they go before all guesses. */
  categories?: Record<string, Category>
  /** Told of each record before it is read (answers false for one that is to be passed over), and of each piece of the file. */
  watch?: { begins(): boolean; advances(): void }
  /** Forces how the bytes are read. */
  format?: "ical" | "json" | "csv" | "html" | "xml"
}

/** A record as the file tells it, in the terms of the domain. */
export type ImportedEvent = Omit<
  EventDraft,
  "uid" | "place_id" | "room_id" | "parent_id" | "organizer_ids" | "category" | "location"
> & {
  location?: ImportedLocation | null
  external_id: string
  /** Absent when no word says it: then its venue may. */
  category?: Category
  url?: string
  /** The picture that stands for it, by its address. */
  picture?: RemotePicture | undefined
}

/** What came of one record of the file. Positions count from 1. */
export type Reading = { position: number; title?: string; external_id?: string } & (
  | {
      format: Format
      event: Omit<ImportedEvent, "picture">
      /** Of the event. Its picture is compared apart: some sources give it a new address every day. */
      digest: string
      picture?: RemotePicture | undefined
      note?: Reason
    }
  | { refused: Reason }
)

/** Thrown by the readers of a format for a record that they cannot understand. */
export class Unreadable extends Error {
  readonly reason: Reason
  constructor(id: ReasonId, args?: Reason["args"]) {
    super(id)
    this.reason = { id, args }
  }
}

/** Refuses a record, for a reason that the report says. */
export function unreadable(id: ReasonId, args?: Reason["args"]): never {
  throw new Unreadable(id, args)
}

/** The same text for the same content: what tells an unchanged record from a changed one. */
export function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 27)
}
