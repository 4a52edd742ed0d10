import type { FormArguments } from "#web/editing/form.ts"
import { failureOf } from "#web/api/problems.ts"
import type { Document } from "../document.ts"
import { mostImages } from "../document-types.ts"

/** An image as a page or an event takes it: PATCH { avatar }, PATCH { images: [] }. */
export type ImageInput = {
  document: number
  alt: string | null
  credit: string | null
  focal_point: [number, number] | null
}
type Sent = Pick<FormArguments, "api" | "values" | "file">

/**
 * Reads an `<ImageField name>`: undefined when the form has none, null for no image. A file that script has not uploaded yet is
 * uploaded now, and its id put in the form, so that it is not uploaded twice when the form has another error.
 */
export async function imageFrom(sent: Sent, name: string): Promise<ImageInput | null | undefined> {
  if (!sent.values.has(name)) return undefined
  await bring(sent, name, name, name)
  return sent.values.has(`${name}.remove`) ? null : given(sent.values, name)
}

/** Reads an `<ImagesField name>`, in order; undefined when the form has none. */
export async function imagesFrom(sent: Sent, name: string): Promise<ImageInput[] | undefined> {
  const { values } = sent
  const count = Number(values.get(name) ?? Number.NaN)
  if (!Number.isInteger(count)) return undefined
  const last = Math.min(count, mostImages)
  if (sent.file(`${name}.new.file`) && last < mostImages) {
    await bring(sent, `${name}.new`, `${name}.${last}`, name)
    for (const part of ["alt", "credit", "focal"]) {
      values.set(`${name}.${last}.${part}`, values.get(`${name}.new.${part}`) ?? "")
    }
    values.set(name, String(last + 1))
  }
  const numbered = Array.from({ length: mostImages }, (_, at) => {
    const image = values.has(`${name}.${at}.remove`) ? null : given(values, `${name}.${at}`)
    return image && { image, order: Number(values.get(`${name}.${at}.order`) ?? at + 1) || at + 1 }
  })
  return numbered
    .filter((one) => one !== null)
    .sort((a, b) => a.order - b.order)
    .map(({ image }) => image)
}

/** Uploads a file of a form without script, and puts its id in the form. */
async function bring(sent: Sent, from: string, to: string, field: string): Promise<void> {
  if (!sent.file(`${from}.file`)) return
  const { id } = await uploadFile(sent, `${from}.file`, { type: "Image", visibility: "unlisted" }, field)
  sent.values.set(to, String(id))
}

/** Uploads a file chosen in a form. Its errors are shown at the field it was chosen in. */
export async function uploadFile(
  { api, file }: Sent,
  name: string,
  said: Record<string, string>,
  field = name,
): Promise<Document> {
  const form = new FormData()
  const chosen = file(name)
  if (chosen) form.set("file", chosen, chosen.name)
  for (const [key, value] of Object.entries(said)) if (value.trim()) form.set(key, value)
  return api.post("/api/documents/", form).catch((error: unknown) => {
    const fields = failureOf(error)?.said.fields
    if (fields?.file) fields[field] = fields.file
    throw error
  })
}

function given(values: Sent["values"], name: string): ImageInput | null {
  const id = values.get(name) ?? ""
  if (!/^\d{1,15}$/.test(id)) return null
  const line = (part: string) => values.get(`${name}.${part}`)?.trim() || null
  return {
    document: Number(id),
    alt: line("alt"),
    credit: line("credit"),
    focal_point: focalPointIn(values.get(`${name}.focal`)),
  }
}

/** Reads a focal point written as `0.5,0.33`. */
export function focalPointIn(text: string | null | undefined): [number, number] | null {
  const [x, y] = (text ?? "").split(",").map((part) => (part.trim() === "" ? Number.NaN : Number(part)))
  const isShare = (value: number | undefined): value is number => value !== undefined && value >= 0 && value <= 1
  return isShare(x) && isShare(y) ? [x, y] : null
}
