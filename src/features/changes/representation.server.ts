import { z } from "@hono/zod-openapi"
import { changeOrigins } from "./change.ts"

/** A change as the API returns it: who changed what, and when. */
export const changeRepresentation = z
  .object({
    id: z.number().int(),
    action: z.string().openapi({ example: "updated" }),
    fields: z
      .record(z.string(), z.array(z.unknown()))
      .openapi({ description: "Of each field what it was and what it is; an empty list where that would be long." }),
    by: z.object({ name: z.string(), fid: z.string().nullable() }).nullable(),
    by_office: z
      .boolean()
      .openapi({ description: "Done by a moderator or an administrator by right of the office alone." }),
    through: z.enum(changeOrigins).openapi({ description: "By hand, by the clock, by an import." }),
    created: z.string().openapi({ format: "date-time" }),
  })
  .openapi("Change")

/** An entry of the journal, as the API returns it. */
export type Change = z.infer<typeof changeRepresentation>
