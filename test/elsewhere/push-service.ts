import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto"
import { createServer, type IncomingHttpHeaders } from "node:http"

/** A message a device got: the request as its push service saw it, and the decrypted message. */
export type Pushed = { path: string; headers: IncomingHttpHeaders; message: unknown }

/** The answer of a push service; 201 by default. */
type Says = { status: number; headers?: Record<string, string> }

/** Creates a browser's device, with the keys of a PushSubscription (RFC 8291) and a function that decrypts messages. */
export function device() {
  const pair = createECDH("prime256v1")
  pair.generateKeys()
  const auth = randomBytes(16)
  return {
    keys: { p256dh: pair.getPublicKey("base64url"), auth: auth.toString("base64url") },
    /** Decrypts by RFC 8291 §3.4 and RFC 8188 §2, step by step, without the library that encrypted the message. */
    read(body: Buffer): unknown {
      const salt = body.subarray(0, 16)
      const length = body.readUInt8(20)
      const sender = body.subarray(21, 21 + length)
      const secret = pair.computeSecret(sender)
      const info = Buffer.concat([Buffer.from("WebPush: info\0"), pair.getPublicKey(), sender])
      const material = Buffer.from(hkdfSync("sha256", secret, auth, info, 32))
      const key = Buffer.from(hkdfSync("sha256", material, salt, "Content-Encoding: aes128gcm\0", 16))
      const nonce = Buffer.from(hkdfSync("sha256", material, salt, "Content-Encoding: nonce\0", 12))
      const record = body.subarray(21 + length)
      const decipher = createDecipheriv("aes-128-gcm", key, nonce)
      decipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()])
      // The last record ends with 2 and zeros.
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString("utf8"))
    },
  }
}

/** Verifies the signature of a request (RFC 8292); returns the claims of its token, and its key. */
export function signedBy(authorization: string): { claims: Record<string, unknown>; key: string } {
  const [, token = "", key = ""] = /^vapid t=([^,]+),\s*k=(\S+)$/.exec(authorization) ?? []
  const [head = "", claims = "", signature = ""] = token.split(".")
  const point = Buffer.from(key, "base64url")
  const jwk = { kty: "EC", crv: "P-256", x: point.toString("base64url", 1, 33), y: point.toString("base64url", 33, 65) }
  const isRight = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  )
  if (!isRight) throw new Error("the signature of the push does not hold")
  return { claims: JSON.parse(Buffer.from(claims, "base64url").toString("utf8")), key }
}

/** Starts a real push service on this machine (RFC 8030), which passes each message to its device. */
export async function pushService(says: (path: string, nth: number) => Says | undefined = () => undefined) {
  const devices = new Map<string, ReturnType<typeof device>>()
  const pushed: Pushed[] = []
  let seen = 0
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const path = request.url ?? ""
    const { status, headers } = says(path, ++seen) ?? { status: 201 }
    if (status === 201)
      pushed.push({ path, headers: request.headers, message: devices.get(path)?.read(Buffer.concat(pieces)) })
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready))
  const { port } = server.address() as { port: number }
  return {
    pushed,
    seen: () => seen,
    /** Subscribes a browser; returns the endpoint, and its keys. */
    subscribe(name: string) {
      const one = device()
      devices.set(`/${name}`, one)
      return { endpoint: `http://127.0.0.1:${port}/${name}`, keys: one.keys }
    },
    end: () => new Promise<void>((closed) => server.close(() => closed())),
  }
}
