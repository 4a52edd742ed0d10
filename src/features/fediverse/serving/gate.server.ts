import type { Context, Next } from "hono"
import { noFile } from "#http/files/file-answers.ts"
import type { World } from "#http/world.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { isFromRefusedHost, isSigned, signerOfGet } from "../signatures/reading.server.ts"

/** The verified signer of a request, for the handler of a document. */
export type SignedRead = { signer?: RemoteActor | undefined }

/** Cache header for an answer made for one signer. */
const forOne = "private, no-cache"

/**
 * Guards the ActivityStreams documents. Signed requests of refused hosts get 404. Where fetching has to be authorized,
 * unsigned requests get 401, except for the instance's own actor, whose key is needed to check our signatures. Documents that
 * are not public are looked up a second time for a verified signer; such answers are not cached for others.
 * @param inTurn runs slow work under the limit of the requesting network
 * @param make answers a request for a verified signer
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
      // Clear the answer first, or the new one would get its headers.
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

/** Returns the address of the original request, before it was rewritten. */
const askedOf = (c: Context) => (c.env as { asked?: string } | undefined)?.asked ?? c.req.url

function unauthorized(c: Context): Response {
  return c.body("401 Unauthorized\n", 401, {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "WWW-Authenticate": "Signature",
    Vary: "Accept, Signature",
  })
}
