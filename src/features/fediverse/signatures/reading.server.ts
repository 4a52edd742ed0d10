import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { findKey, remoteActor } from "../remote/commands.server.ts"
import { isRefusedHost } from "../remote/queries.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { hostOf } from "../vocabulary/fields.ts"
import { claimedKey, signerOf, withPublicAddress } from "./verifying.server.ts"

/** Returns whether a request has a signature; it is not verified here. */
export function isSigned(headers: Headers): boolean {
  return headers.has("signature") && claimedKey(headers) !== undefined
}

/** Returns whether the key named by a request is on a refused host. An unverified claim is enough to refuse. */
export async function isFromRefusedHost(db: Db, config: Config, headers: Headers): Promise<boolean> {
  const host = hostOf(claimedKey(headers) ?? "")
  return host !== undefined && isRefusedHost(db, config, host)
}

/**
 * Returns the remote actor who signed a GET request, for documents of followers and for authorized fetch. Undefined when the
 * request is not signed, the key cannot be found, or its host is refused.
 * @param asked the address of the original request, if it was rewritten since
 */
export async function signerOfGet(
  db: Db,
  config: Config,
  request: Request,
  asked = request.url,
): Promise<RemoteActor | undefined> {
  if (!isSigned(request.headers) || (await isFromRefusedHost(db, config, request.headers))) return undefined
  const addressed = withPublicAddress(request, config.publicUrl, { asked })
  const signer = await signerOf(addressed, (id, isFresh) => findKey(db, config, id, isFresh))
  return signer && remoteActor(db, config, signer.owner)
}
