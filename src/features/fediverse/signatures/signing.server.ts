import { signRequest } from "@fedify/fedify/sig"
import { LRUCache } from "lru-cache"
import type { Config } from "#config/config.ts"
import { unseal } from "#lib/sealing.server.ts"
import { type Identity, uriOf } from "../identity.ts"
import { keyId as keyIdOf } from "../vocabulary/addresses.ts"

/** Decrypted keys, so that a delivery to hundreds of servers decrypts its key only once. */
const opened = new LRUCache<string, CryptoKey>({ max: 500 })

/** Returns the signing key of an identity. */
async function signingKey({ privateKey }: Identity, config: Config): Promise<CryptoKey> {
  const mark = `${config.publicUrl} ${privateKey.toString("base64")}`
  let key = opened.get(mark)
  if (!key) {
    const plain = await unseal(privateKey, config.federation)
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
    // Fedify requires the key to be exportable.
    key = await crypto.subtle.importKey("pkcs8", new Uint8Array(plain), algorithm, true, ["sign"])
    opened.set(mark, key)
  }
  return key
}

export type SignatureKind = "draft-cavage-http-signatures-12" | "rfc9421"

type Signed = { method: "GET" | "POST"; url: string; headers: Record<string, string>; body?: string }

/**
 * Returns the headers of a signed request. The draft is understood everywhere; several servers claim RFC 9421 but lose what
 * is sent with it.
 */
export async function signedHeaders(
  config: Config,
  identity: Identity,
  { method, url, headers, body }: Signed,
  spec: SignatureKind = "draft-cavage-http-signatures-12",
): Promise<Record<string, string>> {
  const bytes = body === undefined ? null : new TextEncoder().encode(body)
  const request = new Request(url, { method, headers, body: bytes })
  const keyId = new URL(keyIdOf(uriOf(identity, config.publicUrl)))
  const buffer = bytes ? bytes.buffer : null
  const signed = await signRequest(request, await signingKey(identity, config), keyId, { spec, body: buffer })
  return Object.fromEntries(signed.headers)
}
