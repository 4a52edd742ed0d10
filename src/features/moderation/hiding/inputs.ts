import { z } from "@hono/zod-openapi"
import { line } from "#http/body-fields.ts"

/** Why something is hidden, for those it belongs to. */
export const hideInput = z.object({ reason: line(500).optional() })
