import type { RemotePicture } from "#features/documents/remote-pictures/remote-picture.ts"
import { pictureAt } from "#features/imports/reading/picture.ts"
import { attachmentNames } from "../attachment-names.ts"
import { type Fields, fieldsOf, listOf, typesOf, wordsOf } from "../fields.ts"

const mostAttachments = 50
const imageFile = /\.(?:jpe?g|png|webp|gif|avif)(?:[?#]|$)/i

/**
 * Returns the main picture of an object: the banner among its attachments, otherwise the first picture there, otherwise
 * `image`.
 */
export function pictureOf(thing: Fields): RemotePicture | undefined {
  const attached = listOf(thing.attachment).slice(0, mostAttachments).map(fieldsOf).filter(isImage)
  const banner = attached.find((one) => wordsOf(one.name) === attachmentNames.banner)
  for (const one of [banner, ...attached, ...listOf(thing.image), ...listOf(thing.icon)]) {
    const picture = one === undefined ? undefined : imageOf(one)
    if (picture) return picture
  }
  return undefined
}

/** Reads a picture from an address, an `Image`, or an `Image` in several sizes, of which the first counts. */
export function imageOf(value: unknown): RemotePicture | undefined {
  const [first] = listOf(value)
  const fields = fieldsOf(first)
  if (!fields) return pictureAt(withoutEntities(first))
  const [url] = listOf(fields.url ?? fields.href)
  const name = wordsOf(fields.name)
  const alt = wordsOf(fields.summary) ?? (name === attachmentNames.banner ? undefined : name)
  return pictureAt(withoutEntities(fieldsOf(url)?.href ?? fieldsOf(url)?.url ?? url), { alt })
}

function isImage(fields: Fields | undefined): fields is Fields {
  if (!fields) return false
  const types = typesOf(fields)
  const [url] = listOf(fields.url ?? fields.href)
  const mediaType = wordsOf(fields.mediaType) ?? wordsOf(fieldsOf(url)?.mediaType)
  if (mediaType !== undefined) return /^image\//i.test(mediaType) && !types.includes("Link")
  if (types.includes("Image")) return true
  const address = fieldsOf(url)?.href ?? url
  return types.includes("Document") && typeof address === "string" && imageFile.test(address.slice(0, 2000))
}

/** Decodes `&` in addresses, which WordPress writes as in HTML: `?s=120&#038;d=mm`. */
function withoutEntities(address: unknown): unknown {
  return typeof address === "string" ? address.slice(0, 2500).replaceAll(/&(?:#0*38|amp);/g, "&") : undefined
}
