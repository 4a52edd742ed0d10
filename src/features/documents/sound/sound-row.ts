/** A sound as stored beside its document. */
export type SoundRow = {
  state: "waiting" | "ready" | "original" | "failed"
  reason: "unreadable" | "too_long" | "no_room" | null
  made: string | null
  opus_size: number | null
  aac_size: number | null
  has_cover: boolean
  artist: string | null
  album: string | null
  loudness: number | null
  true_peak: number | null
  peaks: string | null
  chapters: string | null
  has_transcript: boolean
  transcript?: string | null
}
