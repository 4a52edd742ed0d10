import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { dirname, join, resolve } from "node:path"
import { list } from "tar"
import { afterAll, beforeAll, expect, test } from "vitest"
import { readConfig } from "#config/config.ts"
import { sourceFile } from "#features/site/source.server.ts"
import { sourceFiles } from "../scripts/source-files.mjs"
import { temporaryDirectory } from "./temporary.ts"

// The source that users of the product over a network can download (AGPL §13).

const root = resolve(import.meta.dirname, "..")
const folder = temporaryDirectory("source")
const packed = join(folder, "here.tar.gz")
const names: string[] = []
const sha = (file: string) => createHash("sha256").update(readFileSync(file)).digest("hex")
const pack = (from: string, to: string) => execFileSync(process.execPath, [join(from, "scripts/source.mjs"), to])

beforeAll(async () => {
  pack(root, packed)
  await list({ file: packed, onReadEntry: ({ path }) => void names.push(path) })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test("the source archive is sorted, holds code, licence and README, and no build output, data or secrets", () => {
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))
  const inside = names.map((name) => name.replace(`foyer-${version}/`, ""))
  expect(inside).toEqual(inside.toSorted((a, b) => (a < b ? -1 : 1)))
  for (const file of [
    "package.json",
    "package-lock.json",
    "LICENSE",
    "README.md",
    "src/server.ts",
    "scripts/start.mjs",
  ])
    expect(inside).toContain(file)
  expect(inside.filter((name) => /node_modules|^(build|data)\/|src\/i18n\/gen\/|\.env$|\.git\//.test(name))).toEqual([])
})

test.skipIf(!existsSync(join(root, ".git")))(
  "the source archive lists the files that Git tracks, and new ones that Git does not ignore",
  () => {
    const git = (...asked: string[]) =>
      execFileSync("git", asked, { cwd: root, encoding: "utf8" }).split("\0").filter(Boolean)
    const tracked = git("ls-files", "-z").filter((name) => existsSync(join(root, name)))
    const fresh = git("ls-files", "-z", "--others", "--exclude-standard")
    const files = sourceFiles(root)
    expect(tracked.filter((name) => !files.includes(name))).toEqual([])
    // New files that are not committed yet are built, too, so they belong to it.
    expect(files.filter((name) => !tracked.includes(name) && !fresh.includes(name))).toEqual([])
  },
)

test("without Git, with other file times and stray secrets, the source archive is the same to the byte", () => {
  const elsewhere = join(folder, "elsewhere")
  for (const name of sourceFiles(root)) {
    mkdirSync(dirname(join(elsewhere, name)), { recursive: true })
    cpSync(join(root, name), join(elsewhere, name))
    utimesSync(join(elsewhere, name), 1, 1)
  }
  symlinkSync(join(root, "node_modules"), join(elsewhere, "node_modules"))
  for (const name of [
    ".env",
    ".env.production",
    ".npmrc",
    "src/.env.local",
    "src/tls.key",
    "docs/server.pem",
    "data/pg.secret",
    "build/version",
    "dump.sql",
    "src/i18n/gen/fr.ts",
    "scripts/run.log",
  ]) {
    mkdirSync(dirname(join(elsewhere, name)), { recursive: true })
    writeFileSync(join(elsewhere, name), "secret")
  }
  symlinkSync("/etc/passwd", join(elsewhere, "src/passwd.ts"))
  pack(elsewhere, join(folder, "elsewhere.tar.gz"))
  expect(sha(join(folder, "elsewhere.tar.gz"))).toBe(sha(packed))
})

test("/source.tar.gz is a download with an ETag that changes only with the file", async () => {
  const app = sourceFile({ config: readConfig({}), release: "0.1.0" }, packed)
  const first = await app.request("/source.tar.gz")
  const bytes = Buffer.from(await first.arrayBuffer())
  expect(first.status).toBe(200)
  expect(Object.fromEntries(first.headers)).toMatchObject({
    "content-type": "application/gzip",
    "content-length": String(bytes.length),
    "content-disposition": 'attachment; filename="foyer-0.1.0.tar.gz"',
    "cache-control": "public, max-age=0, must-revalidate",
  })
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha(packed))
  const tag = first.headers.get("etag") ?? ""
  expect((await app.request("/source.tar.gz", { headers: { "if-none-match": tag } })).status).toBe(304)
  const head = await app.request("/source.tar.gz", { method: "HEAD" })
  expect([head.headers.get("content-length"), (await head.arrayBuffer()).byteLength]).toEqual([String(bytes.length), 0])
  // A new build in its place.
  const other = join(folder, "other.tar.gz")
  writeFileSync(other, "one")
  const changing = sourceFile({ config: readConfig({}), release: "0.1.0" }, other)
  const before = (await changing.request("/source.tar.gz")).headers.get("etag")
  writeFileSync(other, "another one")
  expect((await changing.request("/source.tar.gz")).headers.get("etag")).not.toBe(before)
})

test("/source.tar.gz redirects to SOURCE_URL if that is set, and is 404 where no archive was packed", async () => {
  const named = readConfig({ SOURCE_URL: "https://git.example/foyer/" })
  const answer = await sourceFile({ config: named, release: "0.1.0" }, packed).request("/source.tar.gz")
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "https://git.example/foyer/"])
  const none = await sourceFile({ config: readConfig({}), release: "0.1.0" }, join(folder, "none")).request(
    "/source.tar.gz",
  )
  expect(none.status).toBe(404)
  expect(() => readConfig({ SOURCE_URL: "javascript:alert(1)" })).toThrow("SOURCE_URL")
})
