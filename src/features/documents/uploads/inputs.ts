import { z } from "@hono/zod-openapi"
import { text } from "#http/input/parameters.ts"
import { newDocument } from "../inputs.ts"

/**
 * The metadata of a file to be sent in pieces, as in `Upload-Metadata`: the fields of a new document, and the file's name and
 * date of last change (`lastModified`, milliseconds).
 */
export const newUpload = newDocument.omit({ file: true, focal_point: true }).extend({
  filename: text(400).min(1),
  filetype: text(120).optional(),
  modified: z
    .string()
    .regex(/^\d{1,15}$/)
    .transform(Number)
    .optional(),
})
export type NewUpload = z.output<typeof newUpload>

export const uploadPath = z.object({ ref: z.string().openapi({ example: "0123456789abcdef0123456789abcdef" }) })

export const uploadListQuery = z.object({
  actor: text(400).optional().openapi({ description: "Only uploads for the page with this `fid`." }),
})
