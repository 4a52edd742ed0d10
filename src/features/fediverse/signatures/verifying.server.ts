import { verify } from "node:crypto"
import { verifyRequestDetailed } from "@fedify/fedify/sig"
import { CryptographicKey } from "@fedify/vocab"
import { importPem } from "@fedify/vocab-runtime"
import { LRUCache } from "lru-cache"

/** A public key as its owner publishes it. */
export type PublicKey = { id: string; owner: string; pem: string }

/** Finds the key with this id; `isFresh` fetches it again. Undefined when there is none, or none that may be used. */
export type FindKey = (keyId: string, isFresh: boolean) => Promise<PublicKey | undefined>

/** Greatest difference between a signature's date and now, in both directions: clocks differ, and queues wait. */
const window = { hours: 1 }

/**
 * Returns the key that signed a request, by either kind of HTTP signature (draft-cavage-12, RFC 9421), over method, path,
 * date and body; undefined when the signature is invalid or no key is found. A key that does not match is fetched once more,
 * because it may have been renewed. The signature has to cover this host and the path, or a receiver of the request could
 * replay it here in its author's name; and the body, where there is one.
 * @param request with this server's public address and host, and with its body
 */
export async function signerOf(request: Request, findKey: FindKey): Promise<PublicKey | undefined> {
  if (!isWhole(request)) return undefined
  for (const isFresh of [false, true]) {
    let used: PublicKey | undefined
    let failure: { error: unknown } | undefined
    const result = await verifyRequestDetailed(request.clone() as Request, {
      keyCache: {
        async get(keyId) {
          used = await findKey(keyId.href, isFresh).catch((error: unknown) => {
            failure = { error }
            return undefined
          })
          return used ? await keyFrom(used) : null
        },
        async set() {},
      },
      documentLoader: refuseToLoad,
      contextLoader: refuseToLoad,
      timeWindow: window,
    }).catch(() => undefined)
    // A failure on this side, such as an unreachable database, says nothing about the signature.
    if (failure) throw failure.error
    if (result?.verified && used) return result.key.id?.href === used.id ? used : undefined
    // No key was found, or there is no valid signature: a fresh key would change nothing.
    if (!used) return undefined
    if (fitsWithQuery(request, used)) return used
  }
  return undefined
}

/** Returns the id of the key that a request names, in either kind of signature. */
export function claimedKey(headers: Headers): string | undefined {
  const said = headers.get("signature-input") ?? headers.get("signature") ?? ""
  return /(?:^|[\s,;])keyid="([^"]{1,2000})"/i.exec(said)?.[1]
}

const name = "[a-z*][a-z0-9_.*-]*"
const value = String.raw`(?:"[^"\\]*"|-?\d+|[a-z*][\w.:/*-]*)`
const part = String.raw`"[^"\\]*"(?:; *${name}(?:=${value})?)*`
/** `sig1=("@method" "@target-uri" "content-digest");created=1700000000;keyid="…"`: exactly one signature. */
const signatureInput = new RegExp(String.raw`^${name}=\( *((?:${part} *)*)\)((?:; *${name}(?:=${value})?)*)$`, "i")

/**
 * Returns whether the signature covers everything that identifies the request, and has not expired. For the draft the library
 * checks date, path and digest; for RFC 9421 only the creation time, so that a body that is not covered could be anybody's.
 */
function isWhole({ method, headers }: Request): boolean {
  const input = headers.get("signature-input")
  if (input === null) return draftOf(headers).names.includes("host")
  // Several signatures are refused: each key would be fetched, and any valid one would be accepted.
  const [, parts = "", parameters = ""] = signatureInput.exec(input.trim()) ?? []
  const names = new Set(parts.split(/ +/).map((one) => one.toLowerCase()))
  const has = (...some: string[]) => some.some((one) => names.has(`"${one}"`))
  const expires = /; *expires=(\d+)/.exec(parameters)?.[1]
  if (expires !== undefined && Number(expires) * 1000 < Date.now()) return false
  const isHere = has("@target-uri") || (has("@authority", "host") && has("@path", "@request-target"))
  return isHere && (method === "GET" || method === "HEAD" || has("content-digest"))
}

/**
 * Verifies a draft signature over path and query. The library, like some servers, only signs the path; so signatures that
 * include the query are checked here, over the same lines with it.
 */
function fitsWithQuery({ method, url, headers }: Request, { id, pem }: PublicKey): boolean {
  const { pathname, search, host } = new URL(url)
  const { names, keyId, signature } = draftOf(headers)
  const age = Date.now() - Date.parse(headers.get("date") ?? "")
  const isWhole = names.includes("(request-target)") && names.includes("date") && names.includes("host")
  if (method !== "GET" || search === "" || !isWhole || keyId !== id || !(Math.abs(age) <= window.hours * 3_600_000))
    return false
  const lines = names.map((name) => {
    if (name === "(request-target)") return `${name}: get ${pathname}${search}`
    return `${name}: ${name === "host" ? host : (headers.get(name) ?? "")}`
  })
  try {
    return verify("sha256", Buffer.from(lines.join("\n")), pem, Buffer.from(signature, "base64"))
  } catch {
    return false
  }
}

/** Parses the Signature header of the draft. A parameter that occurs twice counts as absent: the library would take the other one. */
function draftOf(headers: Headers) {
  const said = headers.get("signature") ?? ""
  const part = (name: string) => {
    const [found, ...more] = said.matchAll(new RegExp(`(?:^|,)\\s*${name}="([^"]*)"`, "g"))
    return more.length === 0 ? (found?.[1] ?? "") : ""
  }
  return { names: part("headers").split(/\s+/).slice(0, 50), keyId: part("keyId"), signature: part("signature") }
}

/** Returns the request with the public address of this server, which signatures cover whatever proxy stands in front. */
export function withPublicAddress(
  { url, method, headers }: Request,
  publicUrl: string,
  { body = null, asked = url }: { body?: Uint8Array<ArrayBuffer> | null; asked?: string } = {},
): Request {
  const { pathname, search } = new URL(asked)
  const as = new Headers(headers)
  as.set("host", new URL(publicUrl).host)
  return new Request(`${publicUrl}${pathname}${search}`, { method, headers: as, body })
}

/** Imported keys by their PEM: the keys of busy servers come again and again. */
const readKeys = new LRUCache<string, CryptoKey>({ max: 1000 })

async function keyFrom({ id, owner, pem }: PublicKey) {
  try {
    let publicKey = readKeys.get(pem)
    if (!publicKey) readKeys.set(pem, (publicKey = await importPem(pem)))
    return new CryptographicKey({ id: new URL(id), owner: new URL(owner), publicKey })
  } catch {
    return null
  }
}

/** Loader that always fails: documents are only fetched by findKey, which is bounded and uses the outbound client. */
function refuseToLoad(address: string): Promise<never> {
  return Promise.reject(new Error(`nothing is loaded here: ${address}`))
}
