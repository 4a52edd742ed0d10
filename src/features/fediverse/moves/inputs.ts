import { z } from "@hono/zod-openapi"
import { oneLine, text } from "#http/input/parameters.ts"

const account = oneLine(2000).openapi({
  description: "Handle or address of the account: `@name@host`, `acct:name@host`, or its https address.",
  example: "@salle@agenda.example",
})

/** A former account to add to a page. */
export const aliasInput = z.object({ account })

/** A former account to remove, by its address. */
export const aliasToRemove = z.object({ uri: oneLine(2000) })

/** The account that a page moves to. */
export const moveInput = z.object({
  account,
  confirm: text(400).openapi({ description: "`fid` of the page again, as confirmation." }),
})
export type MoveInput = z.output<typeof moveInput>

export const aliasRepresentation = z
  .object({ uri: z.string(), handle: z.string().nullable() })
  .openapi("FediverseAlias")

export const moveRepresentation = z
  .object({
    moved: z
      .object({ uri: z.string(), handle: z.string().nullable(), at: z.string().openapi({ format: "date-time" }) })
      .nullable(),
    followers: z.number().int().openapi({ description: "Number of remote accounts that follow the page now." }),
  })
  .openapi("FediverseMove")
