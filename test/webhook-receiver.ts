import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

/** What a receiver was sent. */
export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The body as JSON. */
  said: { type: string; timestamp: string; data: any } // oxlint-disable-line typescript/no-explicit-any
}
type Says = { status: number; headers?: Record<string, string>; body?: string }

/** A program elsewhere, on a socket of this machine, that takes what is sent to it, or answers what it is told to. */
export async function webhookReceiver() {
  const received: Received[] = []
  let says: (one: Received) => Says | undefined | Promise<Says | undefined> = () => undefined
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const body = Buffer.concat(pieces).toString("utf8")
    const one = { path: request.url ?? "", headers: request.headers, body, said: JSON.parse(body) }
    received.push(one)
    const said = (await says(one)) ?? { status: 204 }
    response.writeHead(said.status, said.headers).end(said.body)
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const end = () => {
    server.closeAllConnections()
    server.close()
  }
  try {
    onTestFinished(end)
  } catch {
    // Outside a test: whoever asked for it ends it.
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** All that came since this was asked last. */
    taken: () => received.splice(0),
    answers: (what: typeof says) => void (says = what),
    end,
  }
}

/** Is it signed with this secret? As the specification of Standard Webhooks says, by nothing of ours. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  return String(headers["webhook-signature"]).split(" ").includes(expected)
}
