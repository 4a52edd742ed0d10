import { generateKeyPairSync, type KeyObject, sign } from "node:crypto"
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { onTestFinished } from "vitest"
import { signRequest } from "@fedify/fedify/sig"

/** A request that a remote server received, and its activity. */
export type Arrived = { path: string; headers: IncomingMessage["headers"]; activity: Record<string, any> } // oxlint-disable-line typescript/no-explicit-any

type Says = { status: number; headers?: Record<string, string> }

type Pair = { publicKey: KeyObject; privateKey: KeyObject }

/** Key pairs by name, shared by all remote servers of a worker: creating one takes a tenth of a second of CPU time. */
const firstPairs = new Map<string, Pair>()

function firstPairOf(name: string): Pair {
  const pair = firstPairs.get(name) ?? newPair()
  firstPairs.set(name, pair)
  return pair
}

const newPair = (): Pair => generateKeyPairSync("rsa", { modulusLength: 2048 })

/**
 * Starts a remote server on this machine: it serves its people, accepts what is sent to them, and signs what they send. It shares
 * only the signing library with the product.
 */
export async function fediversePeer(options: { sharedInbox?: boolean } = {}) {
  const arrived: Arrived[] = []
  const renewed = new Map<string, Pair>()
  const more = new Map<string, object>()
  const documents = new Map<string, object | (() => object)>()
  const gone = new Set<string>()
  const busy = new Set<string>()
  const handles = new Map<string, object>()
  let says: (path: string, nth: number) => Says | undefined = () => undefined
  let asked = 0
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const path = request.url ?? ""
    if (request.method === "GET" && busy.has(path)) {
      asked++
      return response.writeHead(503).end()
    }
    const name = /^\/users\/([a-z]+)$/.exec(path)?.[1]
    if (request.method === "GET" && name) {
      asked++
      response.writeHead(200, { "content-type": "application/activity+json" })
      return response.end(JSON.stringify(actor(name)))
    }
    if (request.method === "GET" && gone.has(path)) return response.writeHead(410).end()
    if (request.method === "GET") {
      const shown = path.startsWith("/.well-known/webfinger?") ? webFinger(path) : documents.get(path)
      if (shown === undefined) return response.writeHead(404).end()
      asked++
      const isAccount = path.startsWith("/.well-known/")
      response.writeHead(200, { "content-type": isAccount ? "application/jrd+json" : "application/activity+json" })
      return response.end(JSON.stringify(typeof shown === "function" ? shown() : shown))
    }
    const said = says(path, arrived.length) ?? { status: 202 }
    if (said.status < 300)
      arrived.push({ path, headers: request.headers, activity: JSON.parse(Buffer.concat(pieces).toString("utf8")) })
    return response.writeHead(said.status, said.headers).end()
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  function keyOf(name: string) {
    return renewed.get(name) ?? firstPairOf(name)
  }
  function privateKeyOf(name: string) {
    const pkcs8 = keyOf(name).privateKey.export({ type: "pkcs8", format: "der" })
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
    return crypto.subtle.importKey("pkcs8", new Uint8Array(pkcs8), algorithm, true, ["sign"])
  }
  const id = (name: string) => `${origin}/users/${name}`
  function actor(name: string) {
    return {
      "@context": ["https://www.w3.org/ns/activitystreams", "https://w3id.org/security/v1"],
      id: id(name),
      type: "Person",
      preferredUsername: name,
      name,
      inbox: `${id(name)}/inbox`,
      outbox: `${id(name)}/outbox`,
      followers: `${id(name)}/followers`,
      ...(options.sharedInbox && { endpoints: { sharedInbox: `${origin}/inbox` } }),
      publicKey: {
        id: `${id(name)}#main-key`,
        owner: id(name),
        publicKeyPem: keyOf(name).publicKey.export({ type: "spki", format: "pem" }),
      },
      ...more.get(name),
    }
  }
  /** WebFinger finds every person by name, unless another answer was set. */
  function webFinger(path: string): object | undefined {
    const resource = new URL(path, origin).searchParams.get("resource") ?? ""
    const [, name] = /^acct:([a-z]+)@/.exec(resource) ?? []
    const told = handles.get(resource)
    if (told || !name) return told
    return {
      subject: resource,
      links: [{ rel: "self", type: "application/activity+json", href: id(name) }],
    }
  }
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
    origin,
    id,
    arrived,
    end,
    /** The host without scheme, as in handles. */
    host: origin.slice("http://".length),
    /** Serves this document at a path from now on; undefined removes it. */
    shows(path: string, document: object | (() => object) | undefined) {
      if (document === undefined) documents.delete(path)
      else documents.set(path, document)
    },
    /** Answers 410 at this path from now on. */
    ends: (path: string) => void gone.add(path),
    /** Answers 503 at this path, or no longer. */
    silences(path: string, isSilent = true) {
      if (isSilent) busy.add(path)
      else busy.delete(path)
    },
    /** Adds properties to a person's document from now on. */
    describes: (name: string, said: object) => void more.set(name, said),
    /** Sets the WebFinger answer for a resource, in place of the usual one. */
    tells: (resource: string, answer: object) => void handles.set(resource, answer),
    /** Returns how many requests its people and documents got. */
    asked: () => asked,
    answers(what: typeof says) {
      says = what
    },
    /** Gives a person a new key. */
    renewKey: (name: string) => void renewed.set(name, newPair()),
    /** Returns the signed request with which a person sends an activity. */
    async signed(
      name: string,
      inbox: string,
      activity: object | string,
      { spec = "draft-cavage-http-signatures-12" as const, type = "application/activity+json", as = name } = {} as {
        spec?: "draft-cavage-http-signatures-12" | "rfc9421"
        type?: string
        as?: string
      },
    ) {
      const body = new TextEncoder().encode(typeof activity === "string" ? activity : JSON.stringify(activity))
      const request = new Request(inbox, { method: "POST", headers: { "content-type": type }, body })
      return signRequest(request, await privateKeyOf(name), new URL(`${id(as)}#main-key`), { spec, body: body.buffer })
    },
    /**
     * Returns the signed request with which a person fetches a document; signed with its query, as most servers do, or without.
     */
    async signedGet(
      name: string,
      url: string,
      { spec = "draft-cavage-http-signatures-12", query = false, host = new URL(url).host, without = "" } = {} as {
        spec?: "draft-cavage-http-signatures-12" | "rfc9421"
        query?: boolean
        host?: string
        without?: string
      },
    ) {
      const keyId = `${id(name)}#main-key`
      const accept = "application/activity+json"
      if (!query && host === new URL(url).host && without === "")
        return signRequest(new Request(url, { headers: { accept } }), await privateKeyOf(name), new URL(keyId), {
          spec,
        })
      const { pathname, search } = new URL(url)
      const headers: Record<string, string> = { host, date: new Date().toUTCString(), accept }
      const names = ["(request-target)", "host", "date", "accept"].filter((one) => one !== without)
      const target = `get ${pathname}${query ? search : ""}`
      const lines = names.map((one) => `${one}: ${one === "(request-target)" ? target : headers[one]}`)
      const signature = sign("sha256", Buffer.from(lines.join("\n")), keyOf(name).privateKey).toString("base64")
      const said = `keyId="${keyId}",algorithm="rsa-sha256",headers="${names.join(" ")}",signature="${signature}"`
      return new Request(url, { headers: { ...headers, signature: said } })
    },
  }
}
