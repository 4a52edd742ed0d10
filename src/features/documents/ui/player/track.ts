import { paths } from "#web/paths.ts"
import type { Document } from "../../document.ts"
import { mediaPaths } from "../media-address.ts"

/** A sound as the player needs it, whichever page it was started from. */
export type Track = {
  id: number
  title: string
  /** The name of its page, and the address of that page. */
  by: { name: string; to: string } | undefined
  album: string | null
  cover: string | null
  /** Duration in seconds; of some sounds it is unknown before they are played. */
  duration: number | null
  peaks: string | null
  sources: { url: string; mime: string }[]
  /** Factor of the volume that makes all tracks about equally loud. */
  gain: number
}

/**
 * Louder tracks are reduced to this loudness (LUFS), quieter ones never raised: raising may clip, and phones stop sound that
 * scripts amplify.
 */
const reference = -18

type Played = Pick<Document, "id" | "title" | "sound" | "duration"> & { actor: { fid: string; name: string } | null }

/** Converts a document to a track; undefined when it is no sound, or cannot be played yet. */
export function trackOf(document: Played): Track | undefined {
  const { id, title, sound, actor, duration } = document
  if (!sound || sound.state === "waiting" || sound.state === "failed") return undefined
  return {
    id,
    title,
    by: actor
      ? { name: actor.name, to: paths.actor(actor.fid) }
      : sound.artist
        ? { name: sound.artist, to: paths.sound(id) }
        : undefined,
    album: sound.album,
    cover: sound.cover && mediaPaths(sound.cover),
    duration,
    peaks: sound.peaks,
    sources: sound.sources.map(({ url, mime }) => ({ url: mediaPaths(url), mime })),
    gain: gainOf(sound.loudness),
  }
}

/** Computes the volume factor, 0 to 1, from a loudness in LUFS. */
export function gainOf(loudness: number | null): number {
  return loudness === null ? 1 : Math.min(1, 10 ** ((reference - loudness) / 20))
}
