import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { outbound } from "#net/outbound.ts"
import { refreshRemoteActor } from "../remote/commands.server.ts"
import { fetchDocument, mayBeLedTo, readableAddress, userAgent } from "../remote/fetching.server.ts"
import { isRefusedHost } from "../remote/queries.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { hostOf } from "../vocabulary/fields.ts"
import { readActor } from "../vocabulary/read-actor.ts"
import { readWebFinger, type RemoteHandle } from "../vocabulary/read-discovery.ts"
import { isRefused } from "../vocabulary/refused.ts"
import type { Whom } from "./handle.ts"

/** Bytes of an answer of WebFinger, and how long it may take (milliseconds): somebody waits for it. */
const mostBytes = 100_000
const patience = 5_000

/** Somebody elsewhere who was found; `ours` when it is somebody here; `nobody` when there is none, or none we may ask for. */
export type Found = { actor: RemoteActor } | "ours" | "nobody" | "mismatch"

/**
 * Whom a handle or an address means. A handle counts only where the actor it leads to goes by it (FEP-fe34): a server may
 * say of its own names whose they are, and nobody else's. A host that is blocked is as if it were not there.
 */
export async function findElsewhere(db: Db, config: Config, whom: Whom): Promise<Found> {
  const host = whom.kind === "handle" ? whom.host : new URL(whom.url).host
  if (host === new URL(config.publicUrl).host) return "ours"
  if (await isRefusedHost(db, config, host)) return "nobody"
  return whom.kind === "handle" ? byHandle(db, config, whom) : byAddress(db, config, whom.url)
}

async function byHandle(db: Db, config: Config, { name, host }: Extract<Whom, { kind: "handle" }>): Promise<Found> {
  const answer = await webFinger(db, config, host, `acct:${name}@${host}`)
  if (!answer) return "nobody"
  const actor = await actorAt(db, config, answer.actor)
  if (!actor) return "nobody"
  const meant = { name, host }
  if (actor.host === host) return isSame(meant, handleOf(actor, actor.host)) ? { actor } : "mismatch"
  // The handle is of another host than the actor: that one has to say that they go by it.
  const back = actor.username
    ? await webFinger(db, config, actor.host, `acct:${actor.username}@${actor.host}`)
    : undefined
  const subject = /^acct:([^@]+)@(.+)$/.exec(back?.subject ?? "")
  const said = subject && { name: subject[1] as string, host: subject[2] as string }
  return back?.actor === actor.uri && said && isSame(meant, said) ? { actor } : "mismatch"
}

async function byAddress(db: Db, config: Config, url: string): Promise<Found> {
  const document = await fetchDocument(db, config, url)
  const read = document === undefined ? undefined : readActor(document, url)
  // What answers in HTML alone may still be known to WebFinger.
  const uri =
    read && !isRefused(read)
      ? read.id
      : (await webFinger(db, config, new URL(url).host, url).catch(() => undefined))?.actor
  const actor = uri === undefined ? undefined : await actorAt(db, config, uri)
  return actor ? { actor } : "nobody"
}

async function actorAt(db: Db, config: Config, uri: string): Promise<RemoteActor | undefined> {
  const host = hostOf(uri)
  if (host === undefined || (await isRefusedHost(db, config, host))) return undefined
  return refreshRemoteActor(db, config, uri)
}

/** What a host says whose this is (RFC 7033); undefined when it says nothing that can be read. */
async function webFinger(db: Db, config: Config, host: string, resource: string): Promise<RemoteHandle | undefined> {
  if (!config.federation.reaches) return undefined
  // Without TLS only on one's own machine, where an operator allows that.
  const scheme = config.federation.allowPrivate && /^(?:127\.|localhost\b)/.test(host) ? "http" : "https"
  const url = `${scheme}://${host}/.well-known/webfinger?resource=${encodeURIComponent(resource)}`
  if (!readableAddress(url, config)) return undefined
  try {
    const answer = await outbound(url, {
      headers: { accept: "application/jrd+json, application/json", "user-agent": userAgent(config) },
      maxBytes: mostBytes,
      timeout: patience,
      redirects: 2,
      mayFollow: mayBeLedTo(db, config),
      allowPrivate: config.federation.allowPrivate,
    })
    const read = answer.status === 200 ? readWebFinger(JSON.parse(answer.body.toString("utf8"))) : undefined
    return read && !isRefused(read) ? read : undefined
  } catch {
    return undefined
  }
}

type Handle = { name: string; host: string }

function handleOf({ username }: Pick<RemoteActor, "username">, host: string): Handle {
  return { name: username ?? "", host }
}

/** Names of accounts differ in no server by case alone. */
function isSame(one: Handle, other: Handle): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase() && one.host.toLowerCase() === other.host.toLowerCase()
}
