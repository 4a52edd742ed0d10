import type { Context, Next } from "hono"
import { noFile } from "#http/file-answers.ts"
import type { World } from "#http/world.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { isFromRefusedHost, isSigned, signerOfGet } from "../signatures/reading.server.ts"

/** What whoever makes a document is told of who asks: an actor elsewhere, whose signature held. */
export type SignedRead = { signer?: RemoteActor | undefined }

/** For nobody else, and no longer than it is asked for again. */
const forOne = "private, no-cache"

/**
 * Stands before the documents of ActivityStreams. A signed request of a host that is refused finds nothing. Where fetching
 * has to be authorized, all others that are not signed are answered 401, except for the instance's own actor, whose key
 * whoever checks our signatures needs. What nobody is shown is looked for once more for who signed. Nothing that is made
 * for somebody is kept for others.
 * @param inTurn does what takes time, for the network that asks a few at a time
 * @param make answers a request of this signer, as the rest would answer anybody
 */
export function signedReads(
  { db, config }: World,
  inTurn: (c: Context, work: () => Promise<Response | undefined>) => Promise<Response | undefined>,
  make: (c: Context, read: SignedRead) => Response | Promise<Response>,
) {
  const { isOn, authorizedFetch } = config.federation
  const answerSigner = (c: Context) =>
    inTurn(c, async () => {
      const signer = await signerOfGet(db, config, c.req.raw, askedOf(c))
      return signer && forOneOnly(await make(c, { signer }))
    })
  return async (c: Context, next: Next): Promise<Response | void> => {
    const { headers } = c.req.raw
    if (!isOn || c.req.path === "/ap/instance") return next()
    const isClaimed = isSigned(headers)
    if (isClaimed && (await isFromRefusedHost(db, config, headers))) return noFile(c)
    if (authorizedFetch) return (isClaimed ? await answerSigner(c) : undefined) ?? unauthorized(c)
    await next()
    const own = isClaimed && c.res.status === 404 ? await answerSigner(c) : undefined
    if (own && own.status !== 404) {
      // Without what was said to everybody, whose headers it would be given.
      c.res = undefined
      c.res = own
    }
  }
}

function forOneOnly(answer: Response): Response {
  const own = new Response(answer.body, answer)
  own.headers.set("Cache-Control", forOne)
  own.headers.append("Vary", "Signature")
  return own
}

/** The address as it was asked for, before it was led to another. */
const askedOf = (c: Context) => (c.env as { asked?: string } | undefined)?.asked ?? c.req.url

function unauthorized(c: Context): Response {
  return c.body("401 Unauthorized\n", 401, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "WWW-Authenticate": "Signature",
    Vary: "Accept, Signature",
  })
}
