import { z } from "@hono/zod-openapi"
import { changeOrigins } from "./change.ts"

/** A change as the API returns it: who changed what, and when. */
export const changeRepresentation = z
  .object({
    id: z.number().int(),
    action: z.string().openapi({ example: "updated" }),
    fields: z.record(z.string(), z.array(z.unknown())).openapi({
      description: "Former and new value of each changed field, by name; an empty list where they would be long.",
    }),
    by: z.object({ name: z.string(), fid: z.string().nullable() }).nullable(),
    by_office: z
      .boolean()
      .openapi({ description: "Whether a moderator or administrator made the change by right of their office alone." }),
    through: z
      .enum(changeOrigins)
      .openapi({ description: "How it was made: by a person, on schedule, by an import, or as sample content." }),
    created: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Change")

/** An entry of the journal, as the API returns it. */
export type Change = z.infer<typeof changeRepresentation>
