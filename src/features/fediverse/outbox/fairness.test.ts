import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, onTestFinished, test } from "vitest"
import { writing } from "#db/writing.ts"
import { fediversePeer } from "#test/elsewhere/fediverse-peer.ts"
import { fediverseWorld } from "#test/worlds/fediverse-world.ts"
import { identityOfActor } from "../identities/commands.server.ts"
import { sendTo } from "./commands.server.ts"
import { deliverDue } from "./delivering.server.ts"

/** Starts a server that answers nothing until it is told to. */
async function slowServer() {
  const held: ServerResponse[] = []
  let isSlow = true
  let arrived = 0
  const server = createServer((request, response) => {
    request.resume()
    arrived++
    if (isSlow) held.push(response)
    else response.writeHead(202).end()
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrived: () => arrived,
    answers() {
      isSlow = false
      for (const response of held.splice(0)) response.writeHead(202).end()
    },
  }
}

test("a slow server with many inboxes does not delay deliveries to others, not even those queued later", async () => {
  const [{ db, config, hangar }, slow, peer] = [await fediverseWorld(), await slowServer(), await fediversePeer()]
  const identity = await identityOfActor(db, config, hangar.id)
  if (!identity) throw new Error("the hangar has no name")
  const send = (id: string, inbox: string) =>
    writing(db, (tx) => sendTo(tx, identity, { uri: `${config.publicUrl}/ap/${id}`, body: "{}" }, inbox))
  for (let nth = 0; nth < 40; nth++) await send(`slow-${nth}`, `${slow.origin}/users/${nth}/inbox`)
  await send("first", peer.id("anna"))
  const delivering = deliverDue(db, config, { timeout: 60_000 })

  await expect.poll(() => peer.arrived.length, { timeout: 20_000 }).toBe(1)
  await send("second", peer.id("bram"))
  await expect.poll(() => peer.arrived.length, { timeout: 20_000 }).toBe(2)
  expect(slow.arrived()).toBeLessThanOrEqual(4)

  slow.answers()
  await delivering
  expect(slow.arrived()).toBe(40)
})
