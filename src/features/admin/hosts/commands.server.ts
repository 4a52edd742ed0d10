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
import { mostRejectedLines } from "./host.ts"
import type { HostDecision } from "./inputs.ts"
import type { ListOutcome } from "./representation.server.ts"

/** Blocks or allows a host and all its subdomains, and returns the host name as stored. Repeating it changes nothing. */
export async function setHostDecision(
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

/** Revokes the decision to block or allow a host. */
export async function removeHostDecision(
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

/** Applies the same decision to every host of a list, and reports how many hosts changed and which lines were not used. */
export async function setHostDecisions(
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
  return { hosts: hosts.length, changed, passed_over: passedOver, lines: unlisted.slice(0, mostRejectedLines) }
}

/** Sends the deliveries that wait for a silent host now. */
export async function retryHostDeliveries(db: Db, viewer: Viewer, name: string): Promise<void> {
  const note = noting(viewer)
  const host = requireHost(name)
  await retryHost(db, host, (tx) => note(tx, { action: "host_retried", host }))
}

/** Checks that the viewer may administer, and returns the function that writes their action to the log. */
function noting(viewer: Viewer): (tx: Db, entry: Entry) => Promise<void> {
  demand(viewer, "administer", {})
  const { userId } = viewer as NonNullable<Viewer>
  return (tx, entry) => noteActions(tx, userId, [entry])
}
