import { demand } from "#features/actors/access/queries.server.ts"
import { forbidden, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { isoAt } from "#lib/time.ts"
import { troublesOf } from "./overview.ts"
import {
  countBytes,
  countEvents,
  countJobs,
  countMails,
  countDeliveries,
  countPages,
  countWaiting,
  roomLeft,
} from "./queries.server.ts"
import { overviewRepresentation } from "./representation.server.ts"

const overview = call({
  method: "get",
  path: "/api/admin/overview/",
  rights: { action: "administer" },
  scope: "session",
  cache: "personal",
  operationId: "getOverview",
  tags: ["Administration"],
  summary: "Get an overview of the instance, for administrators: what is pending, published, sent, stored and failing",
  responses: { ...ok(overviewRepresentation, "The overview at this moment."), ...forbidden },
})

/** Call that returns the overview of the instance. */
export function overviewApi() {
  return apiApp().openapi(overview, async (c) => {
    demand(c.get("viewer"), "administer", {})
    const { db, config } = c.get("world")
    const { timezone } = config
    const [waiting, events, pages, jobs, mails, bytes, room, neighbours] = await Promise.all([
      countWaiting(db, timezone),
      countEvents(db, timezone),
      countPages(db),
      countJobs(db, timezone),
      countMails(db, timezone),
      countBytes(db),
      roomLeft(config),
      countDeliveries(db, timezone),
    ])
    const storage = { place: config.storage, bytes, ...room }
    const federation = { is_on: config.federation.isOn, ...neighbours }
    const troubles = troublesOf({ jobs, mails, storage, federation })
    const at = isoAt(new Date(), timezone)
    return c.json({ at, troubles, ...waiting, events, pages, jobs, mails, storage, federation }, 200)
  })
}
