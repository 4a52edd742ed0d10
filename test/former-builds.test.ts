import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { replaceBuild } from "../scripts/former-builds.mjs"
import { temporaryDirectory } from "./temporary.ts"

const hour = 60 * 60 * 1000

function place() {
  const folder = temporaryDirectory("builds")
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const build = join(folder, "build")
  const deploys = (files: Record<string, string>, now: number) => {
    const next = join(folder, "build.next")
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(next, name)), { recursive: true })
      writeFileSync(join(next, name), text)
    }
    replaceBuild(build, next, now)
  }
  const former = () => readdirSync(join(build, "former/assets")).sort()
  return { build, deploys, former }
}

test("assets of a replaced build are kept for a day after the replacement, and then removed", () => {
  const { build, deploys, former } = place()
  const start = Date.now()
  deploys({ "client/assets/page-1.js": "one", "client/assets/same.js": "same", version: "1" }, start)
  expect(former()).toEqual([])
  deploys({ "client/assets/page-2.js": "two", "client/assets/same.js": "same", version: "2" }, start + hour)
  expect(former()).toEqual(["page-1.js"])
  expect(readFileSync(join(build, "former/assets/page-1.js"), "utf8")).toBe("one")
  expect(readdirSync(join(build, "client/assets"))).toEqual(["page-2.js", "same.js"])
  expect(readFileSync(join(build, "version"), "utf8")).toBe("2")
  // The day is counted from when the build was replaced, however old it was.
  deploys({ "client/assets/page-3.js": "three", "client/assets/same.js": "same", version: "3" }, start + 24 * hour)
  expect(former()).toEqual(["page-1.js", "page-2.js"])
  deploys({ "client/assets/page-1.js": "one", version: "1" }, start + 27 * hour)
  expect(former()).toEqual(["page-2.js", "page-3.js", "same.js"])
  deploys({ "client/assets/page-4.js": "four", version: "4" }, start + 50 * hour)
  expect(former()).toEqual(["page-1.js", "page-3.js", "same.js"])
  expect(existsSync(`${build}.old`)).toBe(false)
})

test("a server that runs on finds the modules of its own build for a day", () => {
  const { build, deploys } = place()
  const start = Date.now()
  const modules = () => readdirSync(join(build, "server/assets")).sort()
  deploys({ "server/index.js": "1", "server/assets/page-1.js": "one", "server/assets/same.js": "same" }, start)
  deploys({ "server/index.js": "2", "server/assets/page-2.js": "two", "server/assets/same.js": "same" }, start + hour)
  expect(modules()).toEqual(["page-1.js", "page-2.js", "same.js"])
  expect(readFileSync(join(build, "server/index.js"), "utf8")).toBe("2")
  deploys({ "server/index.js": "3", "server/assets/page-3.js": "three" }, start + 26 * hour)
  expect(modules()).toEqual(["page-2.js", "page-3.js", "same.js"])
})
