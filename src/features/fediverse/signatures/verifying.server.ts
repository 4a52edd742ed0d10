import { verifyRequestDetailed } from "@fedify/fedify/sig"
import { CryptographicKey } from "@fedify/vocab"
import { importPem } from "@fedify/vocab-runtime"

/** A key as its owner shows it. */
export type PublicKey = { id: string; owner: string; pem: string }

/** Finds the key of this address; `isFresh` asks its server again. Undefined when there is none, or none that may be used. */
export type FindKey = (keyId: string, isFresh: boolean) => Promise<PublicKey | undefined>

/** A signature is no older than this, nor from further ahead (seconds): clocks differ, and queues wait. */
const window = { hours: 1 }

/**
 * Who signed a request, by either kind of HTTP signature (draft-cavage-12, RFC 9421), over method, path, date and body;
 * undefined when nobody did whose key can be found. A key that does not fit is fetched once more: it may have been renewed.
 * @param request with the address and the host by which the world knows us, and its body
 */
export async function signerOf(request: Request, findKey: FindKey): Promise<PublicKey | undefined> {
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
  }
  return undefined
}

async function keyFrom({ id, owner, pem }: PublicKey) {
  try {
    return new CryptographicKey({ id: new URL(id), owner: new URL(owner), publicKey: await importPem(pem) })
  } catch {
    return null
  }
}

/** Whatever has to be fetched is fetched by findKey: bounded, and by the one way out. */
function refuseToLoad(address: string): Promise<never> {
  return Promise.reject(new Error(`nothing is loaded here: ${address}`))
}
