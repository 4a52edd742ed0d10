import { z } from "@hono/zod-openapi"
import { focalPoint } from "./focal-point.ts"

/** An image as pages and events show it: an avatar, or an image on a poster. */
export const pictureRepresentation = z
  .object({
    document: z.number().int(),
    url: z
      .string()
      .openapi({ description: "Address of the JPEG in full size; the content at this address never changes." }),
    srcset: z.string().openapi({ description: "WebP versions in several widths, in the syntax of `<img srcset>`." }),
    width: z.number().int(),
    height: z.number().int(),
    alt: z
      .string()
      .openapi({ description: "Alternative text, for people who cannot see the image; empty if there is none." }),
    credit: z.string().nullable(),
    focal_point: focalPoint,
  })
  .openapi("Picture")
export type Picture = z.infer<typeof pictureRepresentation>

/** A picture as stored. */
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

/** Builds a picture as the API returns it. */
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

/** Returns the addresses of an image: the full JPEG, and WebP in each of its widths. */
export function addressesOf({ file, width, widths }: Pick<PictureRow, "file" | "width" | "widths">, publicUrl: string) {
  const folder = `${publicUrl}/media/${file}`
  return {
    url: `${folder}/${width}.jpg`,
    srcset: widths.map((one) => `${folder}/${one}.webp ${one}w`).join(", "),
  }
}

/** The point is stored in single precision, which is finer than anybody can point. */
function rounded(value: number) {
  return Math.round(value * 1000) / 1000
}
