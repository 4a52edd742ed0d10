import { signRequest } from "@fedify/fedify/sig"
import { LRUCache } from "lru-cache"
import type { Config } from "#config/config.ts"
import { unseal } from "#lib/sealing.server.ts"
import { type Identity, uriOf } from "../identity.ts"
import { keyId as keyIdOf } from "../vocabulary/addresses.ts"

/** Keys that were opened, so that a delivery to hundreds of servers opens its own once. */
const opened = new LRUCache<string, CryptoKey>({ max: 500 })

/** What signs for an identity of ours. */
async function signingKey({ privateKey }: Identity, config: Config): Promise<CryptoKey> {
  const mark = `${config.publicUrl} ${privateKey.toString("base64")}`
  let key = opened.get(mark)
  if (!key) {
    const plain = await unseal(privateKey, config.federation)
    const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" }
    // Fedify takes no key that cannot be exported.
    key = await crypto.subtle.importKey("pkcs8", new Uint8Array(plain), algorithm, true, ["sign"])
    opened.set(mark, key)
  }
  return key
}

export type SignatureKind = "draft-cavage-http-signatures-12" | "rfc9421"

type Signed = { method: "GET" | "POST"; url: string; headers: Record<string, string>; body?: string }

/**
 * The headers with which a request says that it is one of ours. The draft is understood everywhere; several servers take
 * RFC 9421 for granted and lose what is sent to them.
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
