import type { World } from "#http/world.ts"
import { findPageByName } from "../identities/queries.server.ts"
import { findKey, remoteActor } from "../remote/commands.server.ts"
import { fetchableUrl, isActivityType } from "../remote/fetching.server.ts"
import { findRemoteActor, isRefusedHost } from "../remote/queries.server.ts"
import { signerOf, withPublicAddress } from "../signatures/verifying.server.ts"
import { longestBody, readBody } from "../vocabulary/fields.ts"
import { type ActivityType, readActivity, type RemoteActivity } from "../vocabulary/read-activity.ts"
import { isRefused } from "../vocabulary/refused.ts"
import { needsExistingSender } from "./dispatching.ts"
import type { InboxHandlers } from "./handler.ts"
import { handleActivity } from "./handling.server.ts"
import { inboxLimit } from "./limits.ts"

/** The answer to a request to an inbox. */
type Outcome = { status: 202 | 400 | 401 | 403 | 404 | 413 | 415 | 429; retryAfter?: number }

/** Activities accepted for a page that has left the Fediverse, so that others can still undo what they sent it. */
const farewells: ReadonlySet<ActivityType> = new Set(["Undo", "Delete", "Block", "Leave"])

/**
 * Makes the handler of inbox requests. Checks that need no request to others come first, then the signature, then the
 * activity's own rules, then its handler. A signed activity that is faulty is accepted and ignored, because a retry would not
 * improve it. Only failures on this side, such as an unreachable database, are errors, so that the sender tries again.
 */
export function inboxReceiver({ db, config, log }: World, handlers: InboxHandlers) {
  const { publicUrl } = config
  const ofHost = inboxLimit(config.limits)

  /**
   * @param name of the identity whose inbox it is; undefined for the shared inbox, null for that of the instance
   */
  return async function receive(request: Request, name?: string | null): Promise<Outcome> {
    if (!config.federation.isOn) return { status: 404 }
    const whose = typeof name === "string" ? await findPageByName(db, name, "address") : undefined
    const isAway = whose?.state === "missing" && whose.awayId !== undefined
    if (whose && whose.state !== "here" && !isAway) return { status: 404 }
    if (!isActivityType(request.headers.get("content-type") ?? "")) return { status: isAway ? 404 : 415 }
    const body = await bodyOf(request)
    if (!body) return { status: isAway ? 404 : 413 }
    const fields = readBody(body)
    const read = isRefused(fields) ? fields : readActivity(fields, { publicUrl })
    const by = isRefused(read) ? undefined : read
    if (isAway && !(by && farewells.has(by.type))) return { status: 404 }
    if (isRefused(fields)) return { status: fields.refused === "too_large" ? 413 : 400 }
    if (!by && isRefused(read) && read.refused !== "unsupported" && read.refused !== "unknown_type") {
      log.debug({ why: read.refused }, "activity refused")
      return { status: 400 }
    }
    // Activities of a type that is not handled are accepted without fetching any key.
    if (!by || !(by.type in handlers)) return { status: 202 }
    if (!fetchableUrl(by.actor, config)) return { status: 401 }
    if (await isRefusedHost(db, config, by.host)) return { status: 403 }
    // Servers announce a deleted account to every server they ever met, and its key is gone too.
    const isOfKnown = (by.type === "Delete" && by.isActor) || needsExistingSender(by, publicUrl)
    if (isOfKnown && !(await findRemoteActor(db, { uri: whoseWord(by) }))) return { status: 202 }

    const signer = await signerOf(withPublicAddress(request, publicUrl, { body }), (id, isFresh) =>
      findKey(db, config, id, isFresh),
    )
    if (!signer || signer.owner !== by.actor) return { status: 401 }
    const retryAfter = ofHost(by.host)
    if (retryAfter > 0) return { status: 429, retryAfter }
    const actor = await remoteActor(db, config, by.actor)
    if (!actor) return { status: 401 }
    await handleActivity({ db, config }, handlers, by, actor)
    return { status: 202 }
  }
}

/** Returns whose account must be known here for the activity to matter: the author's, otherwise the sender's. */
function whoseWord(activity: RemoteActivity): string {
  const author = activity.type === "Create" || activity.type === "Update" ? activity.object.author : undefined
  return author ?? activity.actor
}

/** Reads the body up to the size limit; undefined when it is longer. */
async function bodyOf(request: Request): Promise<Uint8Array<ArrayBuffer> | undefined> {
  if (Number(request.headers.get("content-length") ?? 0) > longestBody) return undefined
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of request.body ?? []) {
    size += piece.byteLength
    if (size > longestBody) return undefined
    pieces.push(piece)
  }
  return new Uint8Array(Buffer.concat(pieces))
}
