import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"
import { testDatabase } from "./database.ts"

test.each([
  ["role", "nour", "admin"],
  ["fediverse", "hosts"],
  ["sounds", "failed"],
  ["export", "-"],
])("without its database, the command %s exits with 1 and one sentence that says so", (script, ...given) => {
  const { status, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...given], {
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: "postgres://app:secret@127.0.0.1:9/foyer" },
  })
  expect(stderr).toBe("the database is not available: connect ECONNREFUSED 127.0.0.1:9\n")
  expect(status).toBe(1)
})

test("a command with an invalid setting exits with 1 and one line that names the setting", () => {
  const env = { ...process.env, PORT: "none" }
  const { status, stderr } = spawnSync(process.execPath, ["scripts/role.ts", "nour", "admin"], {
    encoding: "utf8",
    env,
  })
  expect([status, stderr.trim().split("\n").length]).toEqual([1, 1])
  expect(stderr).toContain("PORT")
})

test.each([
  ["role", "nour", "admin", "extra"],
  ["role", "--unknown"],
  ["fediverse", "block", "one.example", "two.example"],
  ["fediverse", "--unknown"],
  ["sounds", "failed", "all"],
  ["sounds", "--unknown"],
])("the command %s called wrongly exits with 2 and its usage", (script, ...given) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...given], {
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: "postgres://app:secret@127.0.0.1:9/foyer" },
  })
  expect(stderr).toMatch(/^npm run /m)
  expect(stderr).not.toMatch(/^ +at /m)
  expect([status, stdout]).toEqual([2, ""])
})

test("renewing the keys of a page that has none fails", async () => {
  const { connectionString, drop } = await testDatabase()
  const { status, stderr } = spawnSync(process.execPath, ["scripts/fediverse.ts", "renew", "nobody"], {
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: connectionString() },
  })
  await drop()
  expect([status, stderr]).toEqual([1, "nobody has no keys\n"])
})
