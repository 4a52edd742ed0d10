import { paths } from "#web/paths.ts"
import type { Document } from "../../document.ts"
import { hereIn } from "../media-address.ts"

/** A sound as it is played, wherever on the site it was begun. */
export type Track = {
  id: number
  title: string
  /** Whose it is, and where that is shown. */
  by: { name: string; to: string } | undefined
  album: string | null
  cover: string | null
  /** Seconds; of some sounds it is not known before they are played. */
  duration: number | null
  peaks: string | null
  sources: { url: string; mime: string }[]
  /** What it is multiplied by, so that all are about as loud. */
  gain: number
}

/** All are brought down to this (LUFS), none is raised: what is raised may clip, and phones stop what scripts amplify. */
const reference = -18

type Played = Pick<Document, "id" | "title" | "sound" | "duration"> & { actor: { fid: string; name: string } | null }

/** What the player needs of a document; undefined of one that is no sound, or cannot be played yet. */
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
    cover: sound.cover && hereIn(sound.cover),
    duration,
    peaks: sound.peaks,
    sources: sound.sources.map(({ url, mime }) => ({ url: hereIn(url), mime })),
    gain: gainOf(sound.loudness),
  }
}

/** 0 to 1 */
export function gainOf(loudness: number | null): number {
  return loudness === null ? 1 : Math.min(1, 10 ** ((reference - loudness) / 20))
}
