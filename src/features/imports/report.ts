import type { Format, Reason } from "./reading/record.ts"

export type Refused = { position: number; title?: string; external_id?: string; reason: Reason }
export type ImportProgress = {
  read: number
  created: number
  updated: number
  unchanged: number
  refused: number
  occurrences: number
  /** Number of place pages that were made; in a preview, that would be made. */
  places: number
}
export type ImportReport = Omit<ImportProgress, "refused"> & {
  formats: Format[]
  /** One entry for each refused record, with the reason; position 0 is the whole file. */
  refused: Refused[]
  /** Parts that were left out of accepted records. */
  notes: Refused[]
}
