import { z } from "@hono/zod-openapi"
import { oneLine, paging } from "#http/input/parameters.ts"

/** The remote account to follow or unfollow. */
export const remoteFollowInput = z.object({
  handle: oneLine(2000).openapi({
    description:
      "Handle or address of the account: `@name@host`, `acct:name@host`, or the https address of the account or of its profile page.",
    example: "@salle@agenda.example",
  }),
})

export const followsQuery = z.object(paging(100, 50))
