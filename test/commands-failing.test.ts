import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"

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
