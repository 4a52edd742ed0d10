import { z } from "@hono/zod-openapi"
import { commaList, paging, searchText } from "#http/input/parameters.ts"
import { activityTypes, models } from "./activity.ts"

/** Query of a list of activities; all filters are optional and apply together. */
export const activityListQuery = z.object({
  q: searchText,
  models: commaList(models).optional(),
  types: commaList(activityTypes).optional(),
  ...paging(100, 10),
})
