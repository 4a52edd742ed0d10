import { createHmac } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"

/** A request that a receiver got. */
export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** The body as JSON. */
  said: { type: string; timestamp: string; data: any } // oxlint-disable-line typescript/no-explicit-any
}
type Says = { status: number; headers?: Record<string, string>; body?: string }

/** Starts a webhook receiver on a socket of this machine, which accepts requests, or answers as it is told to. */
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
    // Outside a test the caller ends it.
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Returns the requests since the last call. */
    taken: () => received.splice(0),
    answers: (what: typeof says) => void (says = what),
    end,
  }
}

/** Verifies the signature with this secret by the specification of Standard Webhooks, without the product's code. */
export function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64")
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`
  return String(headers["webhook-signature"]).split(" ").includes(expected)
}
