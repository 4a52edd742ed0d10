import { acceptedSounds } from "./sound/sound-kinds.ts"

/** The kinds of documents (product §3). */
export const documentTypes = ["Audio", "Image", "Video", "Document"] as const
export type DocumentType = (typeof documentTypes)[number]

export const visibilities = ["public", "unlisted", "managers"] as const
/**
 * `public`: in lists. `unlisted`: only where it is used, and for whoever has its address. `managers`: for those who hold
 * the page or the event.
 */
export type Visibility = (typeof visibilities)[number]

/** Bytes. */
export const largest = { image: 15 * 1024 * 1024, document: 25 * 1024 * 1024 } as const
/** What a browser offers to choose from. */
export const acceptedImages = "image/jpeg,image/png,image/webp,image/avif,image/gif"
export const acceptedFiles = `${acceptedImages},application/pdf,${acceptedSounds}`
/** Images of one event. */
export const mostImages = 12
