import { type Context, Hono } from "hono"
import type { World } from "#http/world.ts"
import type { InboxHandlers } from "./handler.ts"
import { inboxReceiver } from "./receiving.server.ts"

const words = {
  202: "",
  400: "400 Bad Request\n",
  401: "401 Unauthorized\n",
  403: "403 Forbidden\n",
  404: "404 Not Found\n",
  413: "413 Content Too Large\n",
  415: "415 Unsupported Media Type\n",
  429: "429 Too Many Requests\n",
} as const

/** Serves the inboxes of the server, the instance and each page. */
export function inboxFiles(world: World, handlers: InboxHandlers) {
  const receive = inboxReceiver(world, handlers)
  const answer = async (c: Context, name?: string | null) => {
    const { status, retryAfter } = await receive(c.req.raw, name)
    if (retryAfter !== undefined) c.header("Retry-After", String(retryAfter))
    c.header("Cache-Control", "no-store")
    return c.body(words[status], status, { "Content-Type": "text/plain; charset=utf-8" })
  }
  return new Hono()
    .post("/ap/inbox", (c) => answer(c))
    .post("/ap/instance/inbox", (c) => answer(c, null))
    .post("/ap/actors/:name/inbox", (c) => answer(c, c.req.param("name")))
}
