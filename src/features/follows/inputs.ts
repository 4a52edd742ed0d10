import { z } from "@hono/zod-openapi"
import { followChoices } from "./follow.ts"

/** The notifications chosen for a followed page. */
export const followChange = z.object({ notify: z.enum(followChoices) })
