import { z } from "@hono/zod-openapi"

/** A file sent in pieces, as its uploader sees it. */
export const uploadRepresentation = z
  .object({
    id: z.string(),
    url: z.string().openapi({ description: "Address to which the chunks are sent (tus 1.0)." }),
    name: z.string(),
    size: z.number().int().openapi({ description: "Size of the file, in bytes." }),
    offset: z.number().int().openapi({ description: "Number of bytes received." }),
    modified: z
      .number()
      .int()
      .nullable()
      .openapi({ description: "Last modification of the file, in milliseconds since 1970." }),
    document: z.number().int().nullable().openapi({ description: "Id of the document made of it; null until then." }),
    expires: z
      .string()
      .openapi({ format: "date-time", description: "Time at which an unfinished upload is discarded." }),
  })
  .openapi("Upload")
