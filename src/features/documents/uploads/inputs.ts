import { z } from "@hono/zod-openapi"
import { text } from "#http/parameters.ts"
import { newDocument } from "../inputs.ts"

/**
 * What is said of a file that will come in pieces, as `Upload-Metadata` holds it: the fields of a new document, and of the
 * file its name and when it was last changed (`lastModified`, milliseconds).
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
  actor: text(400).optional().openapi({ description: "For this page (fid)." }),
})
