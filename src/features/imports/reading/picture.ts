import type { RemotePicture } from "#features/documents/remote-pictures/remote-picture.ts"
import { lineOf, urlOf } from "./text.ts"

/** Returns the picture of a record; undefined without an address that can be fetched. */
export function pictureAt(url: unknown, said: { alt?: unknown; credit?: unknown } = {}): RemotePicture | undefined {
  // Addresses of file servers often lack the scheme.
  const address = urlOf(typeof url === "string" && url.startsWith("//") ? `https:${url}` : url)
  if (!address) return undefined
  return { url: address, alt: lineOf(said.alt, 1000), credit: lineOf(said.credit, 300) }
}

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)
const first = (value: unknown) => (Array.isArray(value) ? value[0] : value)
const nameIn = (value: unknown) => {
  const one = first(value)
  return isFields(one) ? first(one.name) : one
}

/** Reads an `image` of schema.org: an address, an ImageObject, or a list of which the first usable one counts. */
export function schemaPicture(value: unknown): RemotePicture | undefined {
  for (const one of (Array.isArray(value) ? value : [value]).slice(0, 10)) {
    if (!isFields(one)) {
      const picture = pictureAt(one)
      if (picture) return picture
      continue
    }
    const said = {
      alt: first(one.caption),
      credit: first(one.creditText) ?? nameIn(one.creator ?? one.author) ?? nameIn(one.copyrightHolder),
    }
    const url = first(one.contentUrl) ?? first(one.url) ?? one["@id"]
    const picture = pictureAt(url, said)
    if (picture) return picture
  }
  return undefined
}

/** Reads the picture of DATAtourisme: a resource in a representation, with its credits beside it. */
export function representationPicture(value: unknown): RemotePicture | undefined {
  const representation = first(value)
  if (!isFields(representation)) return undefined
  const resource = first(representation["ebucore:hasRelatedResource"])
  const note = first(representation["ebucore:hasAnnotation"])
  const credit = isFields(note) ? first(note.credits) : undefined
  return isFields(resource) ? pictureAt(first(resource["ebucore:locator"]), { credit }) : undefined
}

/** Reads the picture of OpenAgenda: an address in its open data, a file in a folder in its API. */
export function openAgendaPicture(record: Fields): RemotePicture | undefined {
  const image = record.originalimage ?? record.image
  const credit = record.imagecredits ?? record.imageCredits
  if (!isFields(image)) return pictureAt(image, { credit })
  const { base, filename } = image
  return typeof base === "string" && typeof filename === "string"
    ? pictureAt(`${base}${filename}`, { credit })
    : undefined
}
