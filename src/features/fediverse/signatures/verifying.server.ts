import { verify } from "node:crypto"
import { verifyRequestDetailed } from "@fedify/fedify/sig"
import { CryptographicKey } from "@fedify/vocab"
import { importPem } from "@fedify/vocab-runtime"
import { LRUCache } from "lru-cache"

/** A key as its owner shows it. */
export type PublicKey = { id: string; owner: string; pem: string }

/** Finds the key of this address; `isFresh` asks its server again. Undefined when there is none, or none that may be used. */
export type FindKey = (keyId: string, isFresh: boolean) => Promise<PublicKey | undefined>

/** A signature is no older than this, nor from further ahead (seconds): clocks differ, and queues wait. */
const window = { hours: 1 }

/**
 * Who signed a request, by either kind of HTTP signature (draft-cavage-12, RFC 9421), over method, path, date and body;
 * undefined when nobody did whose key can be found. A key that does not fit is fetched once more: it may have been renewed.
 * What is signed has to name this host and the path, or whoever it was meant for could come here with it in the name of its
 * author; and the body, where there is one.
 * @param request with the address and the host by which the world knows us, and its body
 */
export async function signerOf(request: Request, findKey: FindKey): Promise<PublicKey | undefined> {
  if (!isWhole(request)) return undefined
  for (const isFresh of [false, true]) {
    let used: PublicKey | undefined
    const result = await verifyRequestDetailed(request.clone() as Request, {
      keyCache: {
        async get(keyId) {
          used = await findKey(keyId.href, isFresh)
          return used ? await keyFrom(used) : null
        },
        async set() {},
      },
      documentLoader: refuseToLoad,
      contextLoader: refuseToLoad,
      timeWindow: window,
    }).catch(() => undefined)
    if (result?.verified && used) return result.key.id?.href === used.id ? used : undefined
    // Nobody's key was found, or the signature is none at all: nothing would be different.
    if (!used) return undefined
    if (fitsWithQuery(request, used)) return used
  }
  return undefined
}

/** The address of the key that a request says it was signed with, in either kind of signature. */
export function claimedKey(headers: Headers): string | undefined {
  const said = headers.get("signature-input") ?? headers.get("signature") ?? ""
  return /(?:^|[\s,;])keyid="([^"]{1,2000})"/i.exec(said)?.[1]
}

const name = "[a-z*][a-z0-9_.*-]*"
const value = String.raw`(?:"[^"\\]*"|-?\d+|[a-z*][\w.:/*-]*)`
const part = String.raw`"[^"\\]*"(?:; *${name}(?:=${value})?)*`
/** `sig1=("@method" "@target-uri" "content-digest");created=1700000000;keyid="…"`: one signature, and no more. */
const signatureInput = new RegExp(String.raw`^${name}=\( *((?:${part} *)*)\)((?:; *${name}(?:=${value})?)*)$`, "i")

/**
 * Is all of it signed that makes a request this one, and is it so still? The library sees to the draft's date, path and
 * digest, of RFC 9421 to nothing but when it was made: a body that is not covered is anybody's.
 */
function isWhole({ method, headers }: Request): boolean {
  const input = headers.get("signature-input")
  if (input === null) return draftOf(headers).names.includes("host")
  // Of several each would have its key asked for, and any that fits would do.
  const [, parts = "", parameters = ""] = signatureInput.exec(input.trim()) ?? []
  const names = new Set(parts.split(/ +/).map((one) => one.toLowerCase()))
  const has = (...some: string[]) => some.some((one) => names.has(`"${one}"`))
  const expires = /; *expires=(\d+)/.exec(parameters)?.[1]
  if (expires !== undefined && Number(expires) * 1000 < Date.now()) return false
  const isHere = has("@target-uri") || (has("@authority", "host") && has("@path", "@request-target"))
  return isHere && (method === "GET" || method === "HEAD" || has("content-digest"))
}

/**
 * The draft signs path and query; the library, like some servers, only the path. So what others signed with its query is
 * checked here: the same lines, put together with it.
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

/** What a signature of the draft says of itself. */
function draftOf(headers: Headers) {
  const said = headers.get("signature") ?? ""
  const part = (name: string) => new RegExp(`(?:^|,)\\s*${name}="([^"]*)"`).exec(said)?.[1] ?? ""
  return { names: part("headers").split(/\s+/).slice(0, 50), keyId: part("keyId"), signature: part("signature") }
}

/** The request as it was meant: what is signed names the address by which the world knows us, whatever stands in front. */
export function asAddressed(
  { url, method, headers }: Request,
  publicUrl: string,
  { body = null, asked = url }: { body?: Uint8Array<ArrayBuffer> | null; asked?: string } = {},
): Request {
  const { pathname, search } = new URL(asked)
  const as = new Headers(headers)
  as.set("host", new URL(publicUrl).host)
  return new Request(`${publicUrl}${pathname}${search}`, { method, headers: as, body })
}

/** Keys that were read, by what they are written like: of a server that sends much the same ones come again and again. */
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

/** Whatever has to be fetched is fetched by findKey: bounded, and by the one way out. */
function refuseToLoad(address: string): Promise<never> {
  return Promise.reject(new Error(`nothing is loaded here: ${address}`))
}
