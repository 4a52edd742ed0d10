import { z } from "@hono/zod-openapi"
import type { Context } from "hono"
import { deviceName } from "#features/accounts/ui/device.ts"
import { apiApp } from "#http/api-app.ts"
import { body, conflict, created, done, forbidden, invalid, listedSlice, optionalBody, ok } from "#http/answers.ts"
import { call } from "#http/call.ts"
import type { Environment } from "#http/environment.ts"
import { shortListPaging } from "#http/input/parameters.ts"
import { refuse } from "#lib/refusal.ts"
import { addDevice, removeDevice } from "./commands.server.ts"
import { deviceByEndpoint, deviceQuery, deviceRepresentation, newDevice } from "./inputs.ts"
import { pushKeys } from "./keys.server.ts"
import { listDevices } from "./queries.server.ts"

const tags = ["Notifications"]

const list = call({
  method: "get",
  path: "/api/me/push/",
  rights: "user",
  scope: "session",
  cache: "personal",
  operationId: "listPushDevices",
  tags,
  summary: "List the caller's devices that receive push messages",
  request: { query: shortListPaging },
  responses: {
    ...ok(z.array(deviceRepresentation), "The devices, newest first; ten at most."),
    ...invalid,
    ...forbidden,
  },
})

const key = call({
  method: "get",
  path: "/api/me/push/key/",
  rights: "user",
  scope: "session",
  cache: "personal",
  operationId: "getPushKey",
  tags,
  summary: "Get the applicationServerKey with which a device subscribes (VAPID, RFC 8292)",
  responses: { ...ok(z.object({ key: z.string() }), "The public key, in base64url."), ...forbidden },
})

const add = call({
  method: "post",
  path: "/api/me/push/",
  rights: "user",
  scope: "session",
  operationId: "addPushDevice",
  tags,
  summary: "Register a device for push messages; the same endpoint is always the same device",
  request: body(newDevice),
  responses: {
    ...created(z.object({ id: z.number().int() }), "The id of the device."),
    ...invalid,
    ...forbidden,
    ...conflict,
  },
})

const remove = call({
  method: "delete",
  path: "/api/me/push/",
  rights: "user",
  scope: "session",
  operationId: "removePushDevice",
  tags,
  summary: "Remove a push device by its id, or by its endpoint in the body",
  request: { query: deviceQuery, ...optionalBody(deviceByEndpoint) },
  responses: { ...done, ...invalid, ...forbidden },
})

function whoAsks(c: Context<Environment>) {
  return c.get("viewer") ?? refuse("sign_in_needed")
}

/** Returns the API calls of push devices (Push API). */
export function pushApi() {
  return apiApp()
    .openapi(list, async (c) => {
      const { db, config } = c.get("world")
      return listedSlice(c, await listDevices(db, whoAsks(c).userId, config.timezone), c.req.valid("query"))
    })
    .openapi(key, async (c) => {
      whoAsks(c)
      return c.json({ key: (await pushKeys(c.get("world").db)).publicKey }, 200)
    })
    .openapi(add, async (c) => {
      const name = deviceName(c.req.header("user-agent") ?? null) ?? null
      const id = await addDevice(c.get("world").db, whoAsks(c), c.req.valid("json"), name)
      return c.json({ id }, 201)
    })
    .openapi(remove, async (c) => {
      const { endpoint } = c.req.valid("json")
      await removeDevice(c.get("world").db, whoAsks(c).userId, { id: c.req.valid("query").id, endpoint })
      return c.body(null, 204)
    })
}
