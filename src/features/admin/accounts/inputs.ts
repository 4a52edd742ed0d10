import { z } from "@hono/zod-openapi"
import { numberInPath, optionalText, paging, searchText } from "#http/parameters.ts"
import { accountFilters } from "./account.ts"

export const accountsQuery = z.object({
  q: searchText.openapi({
    description:
      "The beginning of a username or part of the name of a page they own, of each up to 1,000 accounts; or the whole of an e-mail address.",
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
      description: "Whoever is suspended is signed out everywhere, does not get in and holds no role.",
    }),
    reason: optionalText(2000).openapi({
      type: "string",
      description: "Stands in the log. Needed to suspend: the person is told it by mail.",
    }),
  })
  .refine(({ suspended, reason }) => !suspended || reason !== undefined, {
    params: { message: "errors.required" },
    path: ["reason"],
  })
export type AccountChange = z.output<typeof accountChange>
