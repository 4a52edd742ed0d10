// The ceiling: this server's own stack answering a ready string of the size given. `node scripts/bench-ceiling.ts PORT BYTES`
import { serve } from "@hono/node-server"
import { Hono } from "hono"

const [port, bytes] = process.argv.slice(2).map(Number)
const ready = "x".repeat(bytes as number)
const app = new Hono()
app.get("/", (c) => c.html(ready))
serve({ fetch: app.fetch, port: port as number, hostname: "127.0.0.1" })
