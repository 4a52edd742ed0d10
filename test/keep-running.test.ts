import { spawn } from "node:child_process"
import { resolve } from "node:path"
import { expect, test } from "vitest"

const keeper = resolve(import.meta.dirname, "../scripts/keep-running.mjs")

/** Runs a program under `keepRunning` with one listed action for each start; `signal` is sent once it has printed that. */
async function keep(runs: string[], signal?: NodeJS.Signals) {
  const code = `
    import { spawn } from "node:child_process"
    import { keepRunning } from ${JSON.stringify(keeper)}
    const runs = ${JSON.stringify(runs)}
    process.exit(await keepRunning(() => spawn(process.execPath, ["-e", runs.shift()], { stdio: "inherit" })))`
  const child = spawn(process.execPath, ["--input-type=module", "-e", code], { stdio: ["ignore", "pipe", "pipe"] })
  let printed = ""
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      printed += chunk
      if (signal && printed.includes("serving")) child.kill(signal)
    })
  }
  return { code: await new Promise((done) => child.once("exit", done)), printed }
}

const crashes = "process.kill(process.pid, 'SIGKILL')"
const serves = "process.on('SIGTERM', () => process.exit(0)); console.log('serving'); setInterval(() => {}, 1000)"

test("a crashed server is started again, and a message says why and after which delay", async () => {
  const { code, printed } = await keep([crashes, "process.exit(70)", "process.exit(0)"])
  expect(code).toBe(0)
  expect(printed).toContain("Foyer was ended by SIGKILL; it is started again in 250 ms.")
  expect(printed).toContain("Foyer ended with 70; it is started again in 500 ms.")
})

test("after five crashes within a minute the server is not started again, and a message says so", async () => {
  const { code, printed } = await keep([...Array.from({ length: 5 }, () => crashes), "process.exit(0)"])
  expect(code).toBe(1)
  expect(printed).toContain("Foyer was ended by SIGKILL, 5 times within a minute. It is not started again.")
})

test("a server that exits with 1, or with 0 after SIGTERM, is not started again", async () => {
  expect(await keep(["process.exit(1)", serves])).toEqual({ code: 1, printed: "" })
  expect(await keep([serves, crashes], "SIGTERM")).toEqual({ code: 0, printed: "serving\n" })
})
