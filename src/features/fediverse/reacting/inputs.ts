import { z } from "@hono/zod-openapi"
import { eventPath } from "#features/events/inputs.ts"
import { numberInPath, paging } from "#http/input/parameters.ts"

export const commentPath = eventPath.extend({ comment: numberInPath(7) })
export const commentInput = z.object({ is_shown: z.boolean() })
export const commentsQuery = z.object(paging(100, 20))
