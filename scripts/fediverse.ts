// Keys and hosts of the Fediverse; see `npm run fediverse -- --help`.
import { parseArgs } from "node:util"
import { readConfig } from "#config/config.ts"
import { openDb, openPool } from "#db/connection.ts"
import { startEmbedded } from "#db/embedded.ts"
import { migrate } from "#db/migrate.ts"
import { renewKeys, sealAnew } from "#features/fediverse/identities/commands.server.ts"
import { findIdentity } from "#features/fediverse/identities/queries.server.ts"
import { blockHost, unblockHost } from "#features/fediverse/remote/blocking.server.ts"
import { listHosts } from "#features/fediverse/remote/queries.server.ts"

const usage = `npm run fediverse -- seal | renew FID | block HOST | unblock HOST | hosts

  seal          seals every key anew with the first of FEDERATION_KEY
  renew FID     gives a page, or the instance (relay), new keys
  block HOST    nothing is taken from this host and those below it, and nothing is sent there; who follows from there does no more
  unblock HOST  takes that back
  hosts         lists the hosts that are blocked, and those that do not answer`

const { positionals } = parseArgs({ allowPositionals: true, options: { help: { type: "boolean", short: "h" } } })
const [what = "", whom = ""] = positionals
const needs = { seal: false, renew: true, block: true, unblock: true, hosts: false }
if (!(what in needs) || needs[what as keyof typeof needs] !== (whom !== "")) {
  console.log(usage)
  process.exit(positionals.length > 0 ? 1 : 0)
}
const config = readConfig(process.env)
const embedded = config.databaseUrl ? undefined : await startEmbedded(config.dataDir, console.error)
const url = config.databaseUrl ?? (embedded?.url as string)
const db = openDb(openPool(url, 2, (error) => console.error(error.message)))
try {
  if (embedded) await migrate(url)
  if (what === "seal") console.log(`${await sealAnew(db, config)} keys are sealed anew`)
  else if (what === "renew") {
    const identity = await findIdentity(db, { name: whom })
    if (identity) await renewKeys(db, config, identity.id)
    console.log(identity ? `${whom} has new keys` : `${whom} has no keys`)
  } else if (what === "block") console.log(`${await blockHost(db, whom)} accounts followed from there`)
  else if (what === "unblock") await unblockHost(db, whom)
  else
    for (const { host, isBlocked, failures, waiting } of await listHosts(db))
      console.log(`${host}\t${isBlocked ? "blocked" : `${failures} failures`}\t${waiting} deliveries wait`)
} finally {
  await db.destroy()
  await embedded?.stop()
}
