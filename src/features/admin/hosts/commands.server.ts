import type { Config } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { demand } from "#features/actors/access/queries.server.ts"
import type { Viewer } from "#features/accounts/viewer.ts"
import {
  decideHost,
  decideList,
  requireHost,
  retryHost,
  undecideHost,
} from "#features/fediverse/hosts/commands.server.ts"
import type { Decision } from "#features/fediverse/hosts/decision.ts"
import { noteActions } from "../log/commands.server.ts"
import type { Entry } from "../log/log.ts"
import { mostUnlisted } from "./host.ts"
import type { HostDecision } from "./inputs.ts"
import type { ListOutcome } from "./representation.server.ts"

/** Blocks a host with all below it, or allows it; returns it as it is stored. Done again, it changes nothing. */
export async function decideNeighbour(
  db: Db,
  config: Config,
  viewer: Viewer,
  name: string,
  { decision, reason }: HostDecision,
): Promise<string> {
  const note = noting(viewer)
  const action = decision === "block" ? "host_blocked" : "host_allowed"
  const decided = await decideHost(db, config, name, decision, (tx, host) => note(tx, { action, host, reason }))
  return decided.host
}

/** Takes such a decision back. */
export async function undecideNeighbour(
  db: Db,
  config: Config,
  viewer: Viewer,
  name: string,
  decision: Decision,
): Promise<void> {
  const note = noting(viewer)
  const host = requireHost(name)
  const action = decision === "block" ? "host_unblocked" : "host_disallowed"
  await undecideHost(db, config, host, decision, (tx) => note(tx, { action, host }))
}

/** Decides the same of every host of a list, and says what became of its lines. */
export async function decideNeighbours(
  db: Db,
  config: Config,
  viewer: Viewer,
  text: string,
  { decision, reason }: HostDecision,
): Promise<ListOutcome> {
  const note = noting(viewer)
  const action = decision === "block" ? "hosts_blocked" : "hosts_allowed"
  let changed = 0
  const { hosts, unlisted, passedOver } = await decideList(db, config, text, decision, async (tx, count) => {
    changed = count
    await note(tx, { action, hosts: count, reason })
  })
  return { hosts: hosts.length, changed, passed_over: passedOver, lines: unlisted.slice(0, mostUnlisted) }
}

/** Has what waits for a silent host sent now. */
export async function retryNeighbour(db: Db, viewer: Viewer, name: string): Promise<void> {
  const note = noting(viewer)
  const host = requireHost(name)
  await retryHost(db, host, (tx) => note(tx, { action: "host_retried", host }))
}

/** Who may, and how it is written down that they did. */
function noting(viewer: Viewer): (tx: Db, entry: Entry) => Promise<void> {
  demand(viewer, "administer", {})
  const { userId } = viewer as NonNullable<Viewer>
  return (tx, entry) => noteActions(tx, userId, [entry])
}
