import { z } from "@hono/zod-openapi"
import { invalid, ok } from "#http/answers.ts"
import { apiApp } from "#http/api-app.ts"
import { call, perNetwork } from "#http/call.ts"
import { limits } from "#http/limits/limits.ts"
import { text } from "#http/input/parameters.ts"
import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { gatherFaults } from "#lib/faults.ts"
import { findPageByName } from "../identities/queries.server.ts"
import { findFederatedEvent } from "../objects/queries.server.ts"
import { actorId, eventId, localObjectOf } from "../vocabulary/addresses.ts"
import { findIntentTarget } from "./fetching.server.ts"
import { intents, readHomeServer } from "./intent.ts"

const way = call({
  method: "get",
  path: "/api/fediverse/intents/",
  rights: "anyone",
  scope: "read",
  limit: perNetwork(limits.intent),
  operationId: "findFediverseIntent",
  tags: ["Fediverse"],
  summary: "Find the address at which to follow a page, or publish, from one's home server",
  description:
    "The address that the home server states by WebFinger (FEP-3b86, OStatus subscribe), on its own host; otherwise the usual one, and then " +
    "`is_known` is false. This call does not redirect; the client shows or opens the address.",
  request: {
    query: z.object({
      handle: text(300).openapi({
        description: "Handle of the person, or name of their home server.",
        example: "@anna@elsewhere.example",
      }),
      intent: z.enum(intents).optional().openapi({ default: "follow" }),
      object: text(500)
        .optional()
        .openapi({ description: "Address of the page here to follow; required with `follow`." }),
      text: text(2000).optional().openapi({ description: "Text to publish; required with `share`." }),
    }),
  },
  responses: {
    ...ok(
      z.object({ url: z.string(), host: z.string(), is_known: z.boolean() }).openapi("FediverseIntent"),
      "The address on the home server.",
    ),
    ...invalid,
  },
})

/** Returns the API call that finds the address at which to follow or share from one's own server. */
export function intentsApi() {
  return apiApp().openapi(way, async (c) => {
    const { db, config } = c.get("world")
    const { handle, intent = "follow", object = "", text: words = "" } = c.req.valid("query")
    const faults = gatherFaults()
    const server =
      readHomeServer(handle, config.federation.allowPrivate) ?? faults.note("handle", "fediverse.own_server_wrong")
    const whom = intent === "follow" ? await meant(db, config, object) : ""
    if (whom === undefined) faults.note("object", "errors.invalid")
    if (intent === "share" && !words) faults.note("text", "errors.required")
    faults.refuse()
    c.header("Cache-Control", "private, no-store")
    return c.json(
      await findIntentTarget(config, server as NonNullable<typeof server>, intent, { object: whom ?? "", text: words }),
      200,
    )
  })
}

/** Returns the Fediverse address of a page or an event here; undefined for anything else, and for what others cannot see. */
async function meant(db: Db, config: Config, address: string): Promise<string | undefined> {
  const { publicUrl } = config
  const named = localObjectOf(publicUrl, address)
  if (named?.kind === "actor") {
    const found = await findPageByName(db, named.fid, address.startsWith(`${publicUrl}/ap/`) ? "address" : "handle")
    return found.state === "here" ? actorId(publicUrl, found.name) : undefined
  }
  if (named?.kind !== "event") return undefined
  const told = await findFederatedEvent(db, config, named.id)
  return told?.audience === "public" ? eventId(publicUrl, named.id) : undefined
}
