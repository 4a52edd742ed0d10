import { z } from "@hono/zod-openapi"
import { numberInPath, optionalText, paging, searchText } from "#http/input/parameters.ts"
import { accountFilters } from "./account.ts"

export const accountsQuery = z.object({
  q: searchText.openapi({
    description:
      "Beginning of a username, part of the name of a published page the account owns (up to 1,000 matches of each), or a whole e-mail address.",
  }),
  filter: z
    .enum(accountFilters)
    .optional()
    .transform((value) => value ?? "all"),
  ...paging(100, 50),
})
export type AccountsQuery = z.output<typeof accountsQuery>

export const accountPath = z.object({ id: numberInPath(7) })

export const accountChange = z
  .object({
    is_moderator: z.boolean().optional(),
    is_admin: z.boolean().optional(),
    suspended: z.boolean().optional().openapi({
      description: "Whether the account is suspended: signed out everywhere, unable to sign in and without roles.",
    }),
    reason: optionalText(2000).openapi({
      type: "string",
      description: "Reason, recorded in the log. Required to suspend: it is mailed to the person.",
    }),
  })
  .refine(({ suspended, reason }) => !suspended || reason !== undefined, {
    params: { message: "errors.required" },
    path: ["reason"],
  })
export type AccountChange = z.output<typeof accountChange>
