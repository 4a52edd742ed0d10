import { type RawBuilder, sql } from "kysely"
import type { SoundRow } from "./sound-row.ts"

/** Selects the sound data of a document as JSON (null for other documents); the transcript only on request. */
export function soundOf(document: string, { withTranscript = false } = {}): RawBuilder<SoundRow | null> {
  const id = sql.ref(`${document}.id`)
  return sql<SoundRow | null>`(select json_build_object('state', s.state, 'reason', s.reason, 'made', s.made,
    'opus_size', s.opus_size, 'aac_size', s.aac_size, 'has_cover', s.has_cover, 'artist', s.artist, 'album', s.album,
    'loudness', round(s.loudness::numeric, 1), 'true_peak', round(s.true_peak::numeric, 1),
    'peaks', translate(encode(s.peaks, 'base64'), E'\n', ''), 'chapters', s.chapters,
    'has_transcript', s.transcript is not null
    ${withTranscript ? sql`, 'transcript', s.transcript` : sql``})
    from sounds s where s.document_id = ${id})`
}
