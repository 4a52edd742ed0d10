// The ceiling: the same server stack answering a prepared string of the given size, or the files of a folder unchanged. `node
// scripts/bench/ceiling.ts PORT BYTES|FOLDER`
import { serve } from "@hono/node-server"
import { serveStatic } from "@hono/node-server/serve-static"
import { Hono } from "hono"

const [port, what = ""] = process.argv.slice(2)
const app = new Hono()
if (/^\d+$/.test(what)) {
  const ready = "x".repeat(Number(what))
  app.get("/", (c) => c.html(ready))
} else app.use("*", serveStatic({ root: what }))
serve({ fetch: app.fetch, port: Number(port), hostname: "127.0.0.1" })
