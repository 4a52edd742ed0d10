import { z } from "@hono/zod-openapi"
import { line } from "#http/input/body-fields.ts"

/** The reason for hiding, which the managers of the content read. */
export const hideInput = z.object({ reason: line(500).optional() })
