import type { Picture } from "#features/documents/picture.ts"
import { attachmentNames } from "../attachment-names.ts"
import { defined } from "../described.ts"

/** A picture as ActivityStreams has it, with what matters most in it where Mastodon looks for that. */
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
 * A picture among the attachments. The first is the banner by its name, which Mobilizon asks for; what it shows stands in
 * `summary`, which Mastodon reads before the name.
 */
export function describeAttachedImage(picture: Picture, position: number) {
  const image = { ...describeImage(picture), type: "Document" }
  return position === 0
    ? { ...image, name: attachmentNames.banner, ...(picture.alt && { summary: picture.alt }) }
    : image
}

/** From the left and the top, 0 to 1, to right and up from the middle, -1 to 1. */
function focalPoint([x, y]: Picture["focal_point"]): [number, number] {
  return [rounded(2 * x - 1), rounded(1 - 2 * y)]
}

function rounded(value: number) {
  return Math.round(value * 1000) / 1000 || 0
}
