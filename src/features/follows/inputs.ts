import { z } from "@hono/zod-openapi"
import { followChoices } from "./follow.ts"

/** What following a page is to tell. */
export const followChange = z.object({ notify: z.enum(followChoices) })
