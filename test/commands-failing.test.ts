import { spawnSync } from "node:child_process"
import { expect, test } from "vitest"

test.each([
  ["role", "nour", "admin"],
  ["fediverse", "hosts"],
  ["sounds", "failed"],
  ["export", "-"],
])("without its database, %s says so in a sentence", (script, ...given) => {
  const { status, stderr } = spawnSync(process.execPath, [`scripts/${script}.ts`, ...given], {
    encoding: "utf8",
    env: { ...process.env, DATABASE_URL: "postgres://app:secret@127.0.0.1:9/foyer" },
  })
  expect(stderr).toBe("the database is not available: connect ECONNREFUSED 127.0.0.1:9\n")
  expect(status).toBe(1)
})

test("a setting that is wrong is said in a sentence, too", () => {
  const env = { ...process.env, PORT: "none" }
  const { status, stderr } = spawnSync(process.execPath, ["scripts/role.ts", "nour", "admin"], {
    encoding: "utf8",
    env,
  })
  expect([status, stderr.trim().split("\n").length]).toEqual([1, 1])
  expect(stderr).toContain("PORT")
})
