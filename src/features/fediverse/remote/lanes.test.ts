import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import { expect, onTestFinished, test } from "vitest"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { fetchDocument } from "./fetching.server.ts"

test("at most three documents are fetched from a host at the same time, whatever its ports", async () => {
  const { db, config } = await fediverseWorld()
  const held: ServerResponse[] = []
  let isSlow = true
  const answer = (response: ServerResponse) =>
    response.writeHead(200, { "content-type": "application/activity+json" }).end("{}")
  const ports = await Promise.all(
    [1, 2].map(async () => {
      const server = createServer((_, response) => (isSlow ? held.push(response) : answer(response)))
      await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
      onTestFinished(() => {
        server.closeAllConnections()
        server.close()
      })
      return (server.address() as AddressInfo).port
    }),
  )
  const fetching = ports.flatMap((port) =>
    [1, 2, 3].map((nth) => fetchDocument(db, config, `http://127.0.0.1:${port}/${nth}`)),
  )
  await expect.poll(() => held.length, { timeout: 3_000 }).toBe(3)
  await pause(300)
  expect(held).toHaveLength(3)

  isSlow = false
  held.forEach(answer)
  expect(await Promise.all(fetching)).toEqual(Array.from({ length: 6 }, () => ({})))
})
