import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { inject, onTestFinished } from "vitest"
import { replaceBuild } from "../../scripts/former-builds.mjs"
import { freePort, type RunningServer, startServer } from "../server.ts"
import { copyData, temporaryDirectory } from "../temporary.ts"

const project = resolve(import.meta.dirname, "../..")

/** Where it is installed, and the build that it runs first. */
let installed: { folder: string; former: string } | undefined

/** The same for all tests of a worker, one after the other: what Node made of its sources is there for the next start. */
function installation() {
  if (installed) return installed
  const folder = temporaryDirectory("installation")
  for (const name of ["src", "package.json"]) cpSync(join(project, name), join(folder, name), { recursive: true })
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"))
  const former = join(folder, "build.first")
  cpSync(join(project, "build"), former, { recursive: true })
  rmSync(join(former, "former"), { recursive: true, force: true })
  renameAssets(former)
  return (installed = { folder, former })
}

/**
 * An installation of its own that runs the build before the present one: the same, but every file named by a hash has
 * another name. It can be given the present one, as a deploy does. It ends with the test; one at a time.
 */
export async function formerInstallation() {
  const { folder, former } = installation()
  const dataDir = temporaryDirectory("server")
  copyData(inject("sampleData"), dataDir)
  const build = join(folder, "build")
  cpSync(former, build, { recursive: true })

  const variables = { LIMITS: "0", DATA_DIR: dataDir, PORT: String(await freePort()) }
  let server: RunningServer = await startServer(variables, folder)
  onTestFinished(async () => {
    await server.stop()
    for (const gone of [build, dataDir]) rmSync(gone, { recursive: true, force: true })
  })
  return {
    url: server.url,
    assets: join(build, "client/assets"),
    /** Puts the present build in its place. @param keeps are the files of the one before kept? */
    async deploy({ keeps }: { keeps: boolean }) {
      const next = join(folder, "build.next")
      cpSync(join(project, "build"), next, { recursive: true })
      replaceBuild(build, next)
      if (!keeps) rmSync(join(build, "former"), { recursive: true })
      await server.stop()
      server = await startServer(variables, folder)
    },
  }
}

/** Takes a script out of a build that is served; answers whether it was there. */
export function lose(assets: string, name: string): boolean {
  const lost = readdirSync(assets).filter((file) => file.startsWith(`${name}-`))
  for (const file of lost) rmSync(join(assets, file))
  return lost.length > 0
}

function renameAssets(build: string): void {
  const assets = join(build, "client/assets")
  mkdirSync(assets, { recursive: true })
  const isPlain = (file: string) => /\.(js|css)$/.test(file)
  const names = readdirSync(assets)
  for (const file of names) if (/\.(br|gz)$/.test(file)) rmSync(join(assets, file))
  // A hash is what stands between the last hyphen of eight characters before the ending, whatever is in it.
  const former = (file: string) =>
    file.replace(/-([\w-]{8})\.(\w+)$/, (_, hash, ending) => `-${[...hash].reverse().join("")}.${ending}`)
  const all = names.filter((file) => isPlain(file) && former(file) !== file)
  const pattern = new RegExp(all.map((file) => file.replaceAll(/[.+*?^$()[\]{}|\\]/g, "\\$&")).join("|"), "g")
  const rewrite = (path: string) => writeFileSync(path, readFileSync(path, "utf8").replace(pattern, former))
  for (const file of all) {
    rewrite(join(assets, file))
    renameSync(join(assets, file), join(assets, former(file)))
  }
  const server = join(build, "server")
  for (const file of readdirSync(server, { recursive: true }) as string[])
    if (/\.m?js$/.test(file)) rewrite(join(server, file))
}
