import type { Format, Reason } from "./reading/record.ts"

export type Refused = { position: number; title?: string; external_id?: string; reason: Reason }
export type ImportProgress = {
  read: number
  created: number
  updated: number
  unchanged: number
  refused: number
  occurrences: number
  /** Place pages that were made; of a preview those that would be. */
  places: number
}
export type ImportReport = Omit<ImportProgress, "refused"> & {
  formats: Format[]
  /** One for each record that was refused, and why; position 0 is the whole. */
  refused: Refused[]
  /** What was left out of records that were taken. */
  notes: Refused[]
}
