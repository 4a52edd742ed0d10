import type { Picture } from "#features/documents/image/picture.ts"
import { attachmentNames } from "../attachment-names.ts"
import { defined } from "../described.ts"

/** Describes a picture, with its focal point in the form that Mastodon reads. */
export function describeImage({ url, alt, width, height, focal_point }: Picture) {
  return defined({
    type: "Image",
    mediaType: "image/jpeg",
    url,
    name: alt,
    width,
    height,
    focalPoint: focalPoint(focal_point),
  })
}

/**
 * Describes a picture as an attachment. The first has the name by which Mobilizon finds the banner; its alternative text is
 * in `summary`, which Mastodon prefers to the name.
 */
export function describeAttachedImage(picture: Picture, position: number) {
  const image = { ...describeImage(picture), type: "Document" }
  return position === 0
    ? { ...image, name: attachmentNames.banner, ...(picture.alt && { summary: picture.alt }) }
    : image
}

/** Converts a focal point from 0…1 from the top left to -1…1 from the centre, right and up. */
function focalPoint([x, y]: Picture["focal_point"]): [number, number] {
  return [rounded(2 * x - 1), rounded(1 - 2 * y)]
}

function rounded(value: number) {
  return Math.round(value * 1000) / 1000 || 0
}
