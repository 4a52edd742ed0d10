// Manages keys and hosts of the Fediverse; see `npm run fediverse -- --help`.
import { readFileSync, statSync, writeFileSync } from "node:fs"
import { type Config, readConfig } from "#config/config.ts"
import type { Db } from "#db/connection.ts"
import { withDatabase } from "#db/with-database.ts"
import { decideHost, decideList, undecideHost } from "#features/fediverse/hosts/commands.server.ts"
import { type Decision, longestList } from "#features/fediverse/hosts/decision.ts"
import { exportDecided, listHosts } from "#features/fediverse/hosts/queries.server.ts"
import { reencryptKeys } from "#features/fediverse/identities/commands.server.ts"
import { findIdentity } from "#features/fediverse/identities/queries.server.ts"
import { reencryptWebhookSecrets } from "#features/webhooks/commands.server.ts"
import { renewKeys } from "#features/fediverse/identities/renewal.server.ts"
import { parseArguments, runCommand, UsageError } from "./command.ts"

const usage = `npm run fediverse -- COMMAND

  seal                seals every key, and the secrets of webhooks, anew with the first of FEDERATION_KEY
  renew FID           gives a page, or the instance (relay), new keys, and tells who follows it
  block HOST          nothing is taken from this host and those below it, nor asked of them, nor sent there; who follows from there does no more
  unblock HOST        takes that back
  allow HOST          with FEDERATION_ALLOW_ONLY=1: this host and those below it are listened to
  disallow HOST       takes that back
  import-blocks FILE  blocks the hosts of a list: the CSV that other servers export, or one host a line
  import-allows FILE  allows them
  export-blocks FILE  writes such a list
  export-allows FILE
  hosts               lists the hosts that are blocked or allowed, and those that do not answer while something waits for them`

type Instance = { db: Db; config: Config }
/** The commands; each returns an exit code when it fails. */
const commands: Record<string, (instance: Instance, whom: string) => Promise<number | void>> = {
  async seal({ db, config }) {
    console.log(`${await reencryptKeys(db, config)} keys are sealed anew`)
    console.log(`${await reencryptWebhookSecrets(db, config)} secrets of webhooks are sealed anew`)
  },
  async renew({ db, config }, fid) {
    const identity = await findIdentity(db, { name: fid })
    if (!identity) {
      console.error(`${fid} has no keys`)
      return 1
    }
    await renewKeys(db, config, identity.id)
    console.log(`${fid} has new keys`)
  },
  block: (instance, host) => decide(instance, host, "block"),
  async unblock({ db, config }, host) {
    await undecideHost(db, config, host, "block")
  },
  allow: (instance, host) => decide(instance, host, "allow"),
  disallow: async ({ db, config }, host) => sayForgotten(await undecideHost(db, config, host, "allow")),
  "import-blocks": (instance, file) => importList(instance, file, "block"),
  "import-allows": (instance, file) => importList(instance, file, "allow"),
  "export-blocks": async ({ db }, file) => writeFileSync(file, await exportDecided(db, "block")),
  "export-allows": async ({ db }, file) => writeFileSync(file, await exportDecided(db, "allow")),
  async hosts({ db }) {
    for (const { host, isBlocked, isAllowed, failures, waiting } of await listHosts(db)) {
      const state = isBlocked ? "blocked" : isAllowed ? "allowed" : `${failures} failures`
      console.log(`${host}\t${state}\t${waiting} deliveries wait`)
    }
  },
}
const options = { help: { type: "boolean", short: "h" } } as const
await runCommand(async () => {
  const { values, positionals } = parseArguments({ allowPositionals: true, options }, usage)
  if (values.help) {
    console.log(usage)
    return 0
  }
  const [what = "", whom = "", ...others] = positionals
  const command = Object.hasOwn(commands, what) ? commands[what] : undefined
  const needsNothing = what === "seal" || what === "hosts"
  if (!command || needsNothing !== (whom === "") || others.length > 0) throw new UsageError(usage)
  const config = readConfig(process.env)
  return await withDatabase(config, 2, (db) => command({ db, config }, whom))
})

async function decide({ db, config }: Instance, host: string, how: Decision) {
  sayForgotten((await decideHost(db, config, host, how)).forgotten)
}

function sayForgotten(count: number) {
  console.log(`${count} accounts are forgotten`)
}

async function importList({ db, config }: Instance, file: string, how: Decision) {
  if (statSync(file).size > longestList) throw new Error(`${file} is longer than ${longestList} bytes`)
  const { hosts, unlisted, passedOver, forgotten } = await decideList(db, config, readFileSync(file, "utf8"), how)
  for (const { line, what: said, why } of unlisted) console.log(`line ${line}: ${said}: ${why.replaceAll("_", " ")}`)
  sayForgotten(forgotten)
  console.log(`${hosts.length} hosts ${how === "block" ? "blocked" : "allowed"}, ${passedOver} lines passed over`)
}
