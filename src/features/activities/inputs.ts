import { z } from "@hono/zod-openapi"
import { commaList, paging, searchText } from "#http/parameters.ts"
import { activityTypes, models } from "./activity.ts"

/** What a list of activities is asked: all of it together, each optional. */
export const activityListQuery = z.object({
  q: searchText,
  models: commaList(models).optional(),
  types: commaList(activityTypes).optional(),
  ...paging(100, 10),
})
