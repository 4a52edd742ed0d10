import { z } from "@hono/zod-openapi"
import { categories } from "#features/events/categories.ts"
import { forbidden, invalid, listed, notFound, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { versioned } from "#http/caching/versions.ts"
import { call } from "#http/call.ts"
import { commaList, point } from "#http/input/parameters.ts"
import { documentId } from "../access/queries.server.ts"
import { documentPath } from "../inputs.ts"
import { findDocument } from "../queries.server.ts"
import { documentRepresentation } from "../representation.server.ts"
import { retrySound } from "./commands.server.ts"
import { listRadio } from "./radio/queries.server.ts"
import { radioRepresentation } from "./radio/representation.server.ts"

const radioQuery = z.object({
  near: point,
  radius: z.coerce
    .number()
    .min(1)
    .max(200)
    .default(25)
    .openapi({ description: "Greatest distance from `near`, in kilometres." }),
  category: commaList(categories).optional(),
})

const radio = call({
  method: "get",
  path: "/api/radio/",
  rights: "anyone",
  scope: "read",
  cache: "shared",
  tags: ["Documents"],
  summary: "List artists who play near a place this week, with one sound each",
  description: "Fifty sounds at most, by date of the event. Each page occurs once, with its newest public sound.",
  request: { query: radioQuery },
  responses: { ...ok(z.array(radioRepresentation), "The sounds with their events, by date."), ...invalid },
})

const retry = call({
  method: "post",
  path: "/api/documents/{id}/renditions/",
  rights: { ownRule: "src/features/documents/sound/sounds.test.ts" },
  scope: "write",
  tags: ["Documents"],
  summary: "Retry making the renditions of a sound after a failure",
  description: "For those who may edit the document. Renditions that exist or are being made stay as they are.",
  request: { params: documentPath },
  responses: {
    ...ok(documentRepresentation, "The document; `sound.state` says whether it can be played."),
    ...forbidden,
    ...notFound,
  },
})

/** Builds the calls for sounds beyond the list of documents. */
export function soundsApi() {
  return apiApp()
    .openapi(radio, async (c) => {
      const { db, config } = c.get("world")
      const items = await listRadio(db, c.req.valid("query"), config)
      return listed(c, items, { start: 0, limit: Math.max(1, items.length) }, items.length)
    })
    .openapi(retry, async (c) => {
      const { db, config } = c.get("world")
      const id = documentId(c.req.valid("param").id)
      await retrySound(db, c.get("viewer"), id)
      return versioned(c, await findDocument(db, c.get("viewer"), id, config))
    })
}
