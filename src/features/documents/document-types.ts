import { acceptedSounds } from "./sound/sound-kinds.ts"

/** The types of documents (product §3). */
export const documentTypes = ["Audio", "Image", "Video", "Document"] as const
export type DocumentType = (typeof documentTypes)[number]

export const visibilities = ["public", "unlisted", "managers"] as const
/**
 * `public`: in lists. `unlisted`: only where it is used, and for anybody with its address. `managers`: only for the managers of
 * the page or event.
 */
export type Visibility = (typeof visibilities)[number]

/** Largest sizes in bytes. */
export const largest = { image: 15 * 1024 * 1024, document: 25 * 1024 * 1024 } as const
/** The media types a browser's file dialog offers. */
export const acceptedImages = "image/jpeg,image/png,image/webp,image/avif,image/gif"
export const acceptedFiles = `${acceptedImages},application/pdf,${acceptedSounds}`
/** Largest number of images of one event. */
export const mostImages = 12
