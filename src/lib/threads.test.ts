import { writeFileSync } from "node:fs"
import { once } from "node:events"
import { join } from "node:path"
import { expect, test } from "vitest"
import { temporaryDirectory } from "#test/temporary.ts"
import { threadsOf } from "./threads.ts"

test("a thread that fails between two tasks does not end the process, and the next task gets another one", async () => {
  const file = join(temporaryDirectory("threads"), "fails.mjs")
  writeFileSync(
    file,
    `import { parentPort } from "node:worker_threads"
    parentPort.on("message", (task) => {
      if (task === "fail") setTimeout(() => { throw new Error("late") }, 20)
      parentPort.postMessage("done")
    })`,
  )
  const threads = threadsOf(file)
  const first = threads.take()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  first.postMessage("fail")
  await once(first, "message")
  threads.giveBack(first, true)
  await new Promise((ended) => first.on("exit", ended))

  const second = threads.take()
  expect(second).not.toBe(first)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  second.postMessage("read")
  expect(await once(second, "message")).toEqual(["done"])
  threads.giveBack(second, false)
})
