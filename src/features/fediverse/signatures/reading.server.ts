import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { findKey, remoteActor } from "../remote/commands.server.ts"
import { isRefusedHost } from "../remote/queries.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { hostOf } from "../vocabulary/fields.ts"
import { asAddressed, claimedKey, signerOf } from "./verifying.server.ts"

/** Does a request say that somebody signed it? Whether that is so is another question. */
export function isSigned(headers: Headers): boolean {
  return headers.has("signature") && claimedKey(headers) !== undefined
}

/** Does it say that it comes from a host that an operator refuses? Who says so of itself is believed. */
export async function isFromRefusedHost(db: Db, config: Config, headers: Headers): Promise<boolean> {
  const host = hostOf(claimedKey(headers) ?? "")
  return host !== undefined && isRefusedHost(db, config, host)
}

/**
 * Who elsewhere signed a GET, as they are known here: followers-only documents and authorized fetch ask this. Undefined
 * when nobody did, nobody whose key can be found, or somebody of a host that is refused here.
 * @param asked the address as it was asked for, where the request was led to another since
 */
export async function signerOfGet(
  db: Db,
  config: Config,
  request: Request,
  asked = request.url,
): Promise<RemoteActor | undefined> {
  if (!isSigned(request.headers) || (await isFromRefusedHost(db, config, request.headers))) return undefined
  const addressed = asAddressed(request, config.publicUrl, { asked })
  const signer = await signerOf(addressed, (id, isFresh) => findKey(db, config, id, isFresh))
  return signer && remoteActor(db, config, signer.owner)
}
