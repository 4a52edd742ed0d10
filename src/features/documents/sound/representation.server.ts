import { z } from "@hono/zod-openapi"
import { readChapters } from "./chapters.ts"
import { allowsCopies } from "./licence.ts"
import { containerOf, containers } from "./sound-kinds.ts"
import type { SoundRow } from "./sound-row.ts"

const source = z.object({
  url: z
    .string()
    .openapi({ description: "Address of the file, whose content never changes; range requests are supported." }),
  mime: z.string().openapi({ example: "audio/webm; codecs=opus" }),
  size: z.number().int().openapi({ description: "Size, in bytes." }),
})

/** The data of a document that is a sound. */
export const soundRepresentation = z
  .object({
    state: z.enum(["waiting", "ready", "original", "failed"]).openapi({
      description:
        "Whether the sound can be played. Only managers see `waiting` and `failed`. `original`: the uploaded file is played, since this server makes no renditions.",
    }),
    reason: z
      .enum(["unreadable", "too_long", "no_room"])
      .nullable()
      .openapi({ description: "Reason for the state `failed`." }),
    artist: z.string().nullable().openapi({ description: "Artist named in the file." }),
    album: z.string().nullable(),
    cover: z.string().nullable().openapi({ description: "Address of the cover image: JPEG, 600 pixels at most." }),
    loudness: z.number().nullable().openapi({ description: "Integrated loudness, in LUFS (EBU R128)." }),
    true_peak: z.number().nullable().openapi({ description: "True peak, in dBTP." }),
    peaks: z.string().nullable().openapi({ description: "Waveform: 800 bytes in base64, each from 0 to 255." }),
    sources: z.array(source).openapi({ description: "Files to play, best first." }),
    download: source
      .nullable()
      .openapi({ description: "The uploaded file, if the licence allows everyone to copy it." }),
    chapters: z.array(
      z.object({ start: z.number().openapi({ description: "Start of the chapter, in seconds." }), title: z.string() }),
    ),
    has_transcript: z.boolean(),
    transcript: z.string().nullish().openapi({ description: "Transcript; left out of lists." }),
  })
  .openapi("Sound")
export type Sound = z.infer<typeof soundRepresentation>

type Held = { file: string; mime: string; size: number; licence: string | null }

/** Builds a sound as the API returns it, with the file that represents it. */
export function soundFrom(row: SoundRow, held: Held, publicUrl: string) {
  const container = containerOf(held.mime) ?? "mp3"
  const original = {
    url: `${publicUrl}/media/${held.file}/sound.${containers[container].ending}`,
    mime: held.mime,
    size: held.size,
  }
  const made = row.made === null ? undefined : `${publicUrl}/media/${row.made}`
  const aac = { url: `${made}/sound.m4a`, mime: "audio/mp4", size: row.aac_size ?? 0 }
  const opus = { url: `${made}/sound.webm`, mime: "audio/webm; codecs=opus", size: row.opus_size ?? 0 }
  const { made: _made, opus_size: _opus, aac_size: _aac, has_cover, chapters, ...rest } = row
  // The upload contains metadata until it is made again, so it is not offered for download before.
  const download = row.state === "ready" && allowsCopies(held.licence) ? original : null
  const sound: Sound = {
    ...rest,
    cover: has_cover && made ? `${made}/cover.jpg` : null,
    sources: made ? [opus, aac] : [original],
    download,
    chapters: readChapters(chapters ?? "") ?? [],
  }
  return { sound, main: download ?? (made ? aac : original) }
}
