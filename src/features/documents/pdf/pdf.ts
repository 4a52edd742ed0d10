import { z } from "@hono/zod-openapi"
import { orNull } from "#http/input/schemas.ts"
import { addressesOf } from "../image/picture.ts"

const states = ["waiting", "ready", "plain", "locked", "broken"] as const

/** The data read from a PDF. */
export const pdfRepresentation = z
  .object({
    state: z.enum(states).openapi({
      description:
        "State of the reading of the file. `waiting`: not read yet; `plain`: this instance does not read PDFs; `locked`: protected by a password; `broken`: unreadable.",
    }),
    pages: z.number().int().nullable(),
    preview: orNull(
      z.object({ url: z.string(), srcset: z.string(), width: z.number().int(), height: z.number().int() }),
    ).openapi({ description: "Image of the first page: JPEG, and WebP in several widths." }),
  })
  .openapi("Pdf")
export type Pdf = z.infer<typeof pdfRepresentation>

/** The same as stored. */
export type PdfRow = {
  state: Pdf["state"]
  pages: number | null
  made: string | null
  width: number | null
  height: number | null
  widths: number[]
}

/** Builds the data read from a PDF as the API returns it. */
export function pdfFrom({ state, pages, made, width, height, widths }: PdfRow, publicUrl: string): Pdf {
  const isDrawn = made !== null && width !== null && height !== null
  return {
    state,
    pages,
    preview: isDrawn ? { ...addressesOf({ file: made, width, widths }, publicUrl), width, height } : null,
  }
}
