import { z } from "@hono/zod-openapi"

/** A file sent in pieces, as its uploader sees it. */
export const uploadRepresentation = z
  .object({
    id: z.string(),
    url: z.string().openapi({ description: "Where its bytes go (tus 1.0)." }),
    name: z.string(),
    size: z.number().int().openapi({ description: "Bytes" }),
    offset: z.number().int().openapi({ description: "How many of them have arrived." }),
    modified: z.number().int().nullable().openapi({ description: "When the file was last changed; milliseconds." }),
    document: z.number().int().nullable().openapi({ description: "What became of it: the id of a document." }),
    expires: z.string().openapi({ format: "date-time", description: "It is forgotten then, unless it is finished." }),
  })
  .openapi("Upload")
