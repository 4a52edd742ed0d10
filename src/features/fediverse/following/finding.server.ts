import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { outbound } from "#net/outbound.ts"
import { refreshRemoteActor } from "../remote/commands.server.ts"
import { fetchableUrl, fetchDocument, redirectGuard, userAgent } from "../remote/fetching.server.ts"
import { isRefusedHost } from "../remote/queries.server.ts"
import type { RemoteActor } from "../remote/remote-actor.ts"
import { hostOf } from "../vocabulary/fields.ts"
import { readActor } from "../vocabulary/read-actor.ts"
import { readWebFinger, type RemoteHandle } from "../vocabulary/read-discovery.ts"
import { isRefused } from "../vocabulary/refused.ts"
import type { AccountReference } from "./handle.ts"

/** Most bytes of a WebFinger answer, and its longest time (milliseconds), since a person waits for it. */
const mostBytes = 100_000
const patience = 5_000

/** Result of a search for a remote account; `ours`: an account of this server; `nobody`: none, or one that may not be fetched. */
export type AccountLookup = { actor: RemoteActor } | "ours" | "nobody" | "mismatch"

/**
 * Finds the account of a handle or an address. A handle is only valid if the actor it leads to confirms it (FEP-fe34): a
 * server may say whose its own names are, but nobody else's. A blocked host is treated as missing.
 */
export async function findRemoteAccount(db: Db, config: Config, whom: AccountReference): Promise<AccountLookup> {
  const host = whom.kind === "handle" ? whom.host : new URL(whom.url).host
  if (host === new URL(config.publicUrl).host) return "ours"
  if (await isRefusedHost(db, config, host)) return "nobody"
  return whom.kind === "handle" ? byHandle(db, config, whom) : byAddress(db, config, whom.url)
}

async function byHandle(
  db: Db,
  config: Config,
  { name, host }: Extract<AccountReference, { kind: "handle" }>,
): Promise<AccountLookup> {
  const answer = await webFinger(db, config, host, `acct:${name}@${host}`)
  if (!answer) return "nobody"
  const actor = await actorAt(db, config, answer.actor)
  if (!actor) return "nobody"
  const meant = { name, host }
  if (actor.host === host) return isSame(meant, handleOf(actor, actor.host)) ? { actor } : "mismatch"
  // The handle is on another host than the actor: the actor's host has to confirm it.
  const back = actor.username
    ? await webFinger(db, config, actor.host, `acct:${actor.username}@${actor.host}`)
    : undefined
  const subject = /^acct:([^@]+)@(.+)$/.exec(back?.subject ?? "")
  const said = subject && { name: subject[1] as string, host: subject[2] as string }
  return back?.actor === actor.uri && said && isSame(meant, said) ? { actor } : "mismatch"
}

async function byAddress(db: Db, config: Config, url: string): Promise<AccountLookup> {
  const document = await fetchDocument(db, config, url)
  const read = document === undefined ? undefined : readActor(document, url)
  // A page that only answers in HTML may still be known to WebFinger.
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

/** Asks a host by WebFinger for the actor of a resource (RFC 7033); undefined without a readable answer. */
async function webFinger(db: Db, config: Config, host: string, resource: string): Promise<RemoteHandle | undefined> {
  if (!config.federation.reaches) return undefined
  // Without TLS only on the same machine, where an operator allows it.
  const scheme = config.federation.allowPrivate && /^(?:127\.|localhost\b)/.test(host) ? "http" : "https"
  const url = `${scheme}://${host}/.well-known/webfinger?resource=${encodeURIComponent(resource)}`
  if (!fetchableUrl(url, config)) return undefined
  try {
    const answer = await outbound(url, {
      headers: { accept: "application/jrd+json, application/json", "user-agent": userAgent(config) },
      maxBytes: mostBytes,
      timeout: patience,
      redirects: 2,
      mayFollow: redirectGuard(db, config),
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

/** Compares two handles. No server has account names that differ only in case. */
function isSame(one: Handle, other: Handle): boolean {
  return one.name.toLowerCase() === other.name.toLowerCase() && one.host.toLowerCase() === other.host.toLowerCase()
}
