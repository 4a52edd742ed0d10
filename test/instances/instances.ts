import { rmSync } from "node:fs"
import { join } from "node:path"
import { frontDoor, privateAuthority } from "../elsewhere/private-authority.ts"
import { inDatabase } from "../product/servers/database-of.ts"
import { freePort, startServer, type RunningServer } from "./server.ts"
import { signsUp, type SignedUp } from "../worlds/signed-up.ts"
import { temporaryDirectory } from "../temporary.ts"

const names = join(import.meta.dirname, "resolve-test-names.mjs")

/** A whole instance: its process, its database, and the front door under its public address. */
export type Instance = Awaited<ReturnType<typeof instance>>

/**
 * Starts whole instances by name, each a process with its own data, behind TLS with a certificate authority that only they trust.
 */
export async function instances<Name extends string>(given: readonly Name[], variables: Record<string, string> = {}) {
  const folder = temporaryDirectory("authority")
  const authority = privateAuthority(folder)
  const started = await Promise.all(given.map((name) => instance(name, authority, variables)))
  return {
    all: Object.fromEntries(given.map((name, at) => [name, started[at]])) as Record<Name, Instance>,
    authority,
    async end() {
      await Promise.all(started.map((one) => one.end()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function instance(
  name: string,
  authority: ReturnType<typeof privateAuthority>,
  variables: Record<string, string>,
) {
  const door = await frontDoor(`${name}.test`, authority.issue(`${name}.test`))
  const dataDir = temporaryDirectory(name)
  const port = await freePort()
  door.leadsTo(port)
  const start = () =>
    startServer({
      SAMPLE: "none",
      LIMITS: "0",
      // Host names of tests resolve to this machine, which has no public address.
      OUTBOUND_PRIVATE: "1",
      NODE_EXTRA_CA_CERTS: authority.certificate,
      NODE_OPTIONS: `--import=${names}`,
      ...variables,
      PUBLIC_URL: door.url,
      DATA_DIR: dataDir,
      PORT: String(port),
    })
  let server: RunningServer = await start()
  return {
    name,
    /** Its public address. */
    url: door.url,
    /** Its address on this machine, without TLS. */
    local: server.url,
    dataDir,
    /** The requests of others to its inboxes, in order. */
    passed: door.passed,
    output: () => server.output(),
    process: () => server.process,
    /** Creates an account with a page of this name. */
    async person(page: { fid: string; name: string; type?: string }): Promise<SignedUp> {
      const person = await signsUp(server.url, page.fid, door.url)
      // Verifies the address, as the link in the mail would.
      await inDatabase(dataDir, (db) =>
        db.query("update emails set verified_at = now() where email = $1", [person.email]),
      )
      await person.ask("POST", "/api/actors/", { type: "place", language: "fr", status: "published", ...page })
      return person
    },
    /** Returns the numbers of waiting deliveries and jobs: zero once everything is delivered. */
    waiting: () =>
      inDatabase(dataDir, async (db) => {
        const { rows } = await db.query(`select (select count(*) from fediverse_deliveries)::int as deliveries,
          (select count(*) from pgboss.job where (name like 'fediverse%' or name = 'changes.follow') and state < 'completed' and start_after <= now())::int as jobs`)
        return rows[0] as { deliveries: number; jobs: number }
      }),
    /** Ends it like a power failure. */
    async kill() {
      const ended = new Promise((done) => server.process.once("exit", done))
      server.process.kill("SIGKILL")
      await ended
    },
    async starts() {
      server = await start()
    },
    async end() {
      door.end()
      await server.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
