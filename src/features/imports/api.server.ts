import { body, forbidden, invalid, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call } from "#http/call.ts"
import { callerNetwork } from "#http/limits/client-address.ts"
import { limits, spend } from "#http/limits/limits.ts"
import { queueByNetwork } from "#http/limits/queue-by-network.ts"
import { refuse } from "#lib/refusal.ts"
import { newReading } from "./address/inputs.ts"
import { readAddress } from "./address/queries.server.ts"
import { readingRepresentation } from "./address/representation.server.ts"

const read = call({
  method: "post",
  path: "/api/imports/readings/",
  rights: "user",
  scope: "write",
  cache: "personal",
  limit: {
    byHandler: [limits.readAddress, limits.readAddressFrom],
    test: "src/features/imports/address/address.test.ts",
  },
  operationId: "readAddress",
  tags: ["Imports"],
  summary: "Read the events of a page, calendar or feed on another site, without saving them",
  description:
    "Reads schema.org (JSON-LD), iCalendar, OpenAgenda and all other formats that can be imported, up to 5 MB, at public addresses only.",
  request: body(newReading),
  responses: { ...ok(readingRepresentation, "The events that were read."), ...invalid, ...forbidden },
})

/** One address at a time for each person, and three for all: each takes a worker thread, and a slow server keeps it busy. */
const together = 3

/** Call that reads the events of an address, for a person who is writing an event. */
export function importsApi() {
  const ofPerson = queueByNetwork(true, 1, 2)
  const ofAll = queueByNetwork(true, together, 30)
  return apiApp().openapi(read, async (c) => {
    const viewer = c.get("viewer") ?? refuse("sign_in_needed")
    const { url, timezone } = c.req.valid("json")
    const { db, config } = c.get("world")
    await spend(c, limits.readAddress, `user ${viewer.userId}`)
    await spend(c, limits.readAddressFrom, callerNetwork(c.get("address")), { isTold: false })
    const reading = () => readAddress(db, url, { timezone: timezone ?? config.timezone, publicUrl: config.publicUrl })
    return c.json(await ofPerson(String(viewer.userId), () => ofAll("all", reading)), 200)
  })
}
