import { z } from "@hono/zod-openapi"
import { focalPoint } from "./focal-point.ts"

/** An image where something shows it: the face of a page, on the poster of an event. */
export const pictureRepresentation = z
  .object({
    document: z.number().int(),
    url: z.string().openapi({ description: "JPEG, in full size, at an address whose bytes never change." }),
    srcset: z.string().openapi({ description: "WebP in several widths, ready for `<img srcset>`." }),
    width: z.number().int(),
    height: z.number().int(),
    alt: z.string().openapi({ description: "What it shows, for those who do not see it; empty when it says nothing." }),
    credit: z.string().nullable(),
    focal_point: focalPoint,
  })
  .openapi("Picture")
export type Picture = z.infer<typeof pictureRepresentation>

/** What a picture is made of, as it is stored. */
export type PictureRow = {
  id: number
  file: string
  width: number
  height: number
  widths: number[]
  alt: string | null
  credit: string | null
  x: number
  y: number
}

/** A picture as the API answers it. */
export function pictureFrom(row: PictureRow, publicUrl: string): Picture {
  const { url, srcset } = addressesOf(row, publicUrl)
  return {
    document: row.id,
    url,
    srcset,
    width: row.width,
    height: row.height,
    alt: row.alt ?? "",
    credit: row.credit,
    focal_point: [rounded(row.x), rounded(row.y)],
  }
}

/** Where an image is: whole as JPEG, and in each of its widths. */
export function addressesOf({ file, width, widths }: Pick<PictureRow, "file" | "width" | "widths">, publicUrl: string) {
  const folder = `${publicUrl}/media/${file}`
  return {
    url: `${folder}/${width}.jpg`,
    srcset: widths.map((one) => `${folder}/${one}.webp ${one}w`).join(", "),
  }
}

/** Stored with single precision, which is more than a finger can point. */
function rounded(value: number) {
  return Math.round(value * 1000) / 1000
}
