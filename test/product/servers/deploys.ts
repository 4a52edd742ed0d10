import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { inject, onTestFinished } from "vitest"
import { replaceBuild } from "../../../scripts/former-builds.mjs"
import { freePort, type RunningServer, startServer } from "../../instances/server.ts"
import { copyData, temporaryDirectory } from "../../temporary.ts"

const project = resolve(import.meta.dirname, "../../..")

/**
 * Creates an installation of its own that runs a former build: the same as the present one, but every file named by a hash has
 * another name. Each deploy replaces the build by the other of the two and restarts the server at the same address.
 */
export async function formerInstallation() {
  const [folder, dataDir] = [temporaryDirectory("installation"), temporaryDirectory("server")]
  for (const name of ["src", "package.json"]) cpSync(join(project, name), join(folder, name), { recursive: true })
  symlinkSync(join(project, "node_modules"), join(folder, "node_modules"))
  copyData(inject("sampleData"), dataDir)
  const [present, former] = [join(project, "build"), join(folder, "build.first")]
  cpSync(present, former, { recursive: true })
  rmSync(join(former, "former"), { recursive: true, force: true })
  renameAssets(former)
  const build = join(folder, "build")
  const assets = join(build, "client/assets")
  cpSync(former, build, { recursive: true })

  const variables = { LIMITS: "0", DATA_DIR: dataDir, PORT: String(await freePort()) }
  let server: RunningServer = await startServer(variables, folder)
  let isFormer = true
  return {
    url: server.url,
    /** Removes scripts with this name from the served build for the rest of the test; returns whether there were any. */
    lose(name: string): boolean {
      const lost = readdirSync(assets).filter((file) => file.startsWith(`${name}-`))
      const away = temporaryDirectory("lost")
      for (const file of lost) renameSync(join(assets, file), join(away, file))
      onTestFinished(() => {
        for (const file of lost) renameSync(join(away, file), join(assets, file))
      })
      return lost.length > 0
    },
    /** Replaces the served build by the other one. @param keeps whether the files of the replaced build stay available */
    async deploy({ keeps }: { keeps: boolean }) {
      const next = join(folder, "build.next")
      cpSync(isFormer ? present : former, next, { recursive: true })
      isFormer = !isFormer
      replaceBuild(build, next)
      if (!keeps) rmSync(join(build, "former"), { recursive: true })
      await server.stop()
      server = await startServer(variables, folder)
    },
    async stop() {
      await server.stop()
      for (const gone of [folder, dataDir]) rmSync(gone, { recursive: true, force: true })
    },
  }
}

function renameAssets(build: string): void {
  const assets = join(build, "client/assets")
  mkdirSync(assets, { recursive: true })
  const isPlain = (file: string) => /\.(js|css)$/.test(file)
  const names = readdirSync(assets)
  for (const file of names) if (/\.(br|gz)$/.test(file)) rmSync(join(assets, file))
  // A hash is the eight characters between the last hyphen and the extension; it may itself contain hyphens.
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
