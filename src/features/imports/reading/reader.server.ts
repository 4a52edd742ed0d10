import { once } from "node:events"
import type { Worker } from "node:worker_threads"
import { threadsOf } from "#lib/threads.ts"
import type { Reading, Reason } from "./record.ts"
import type { Batch, Task } from "./reader.worker.ts"

const threads = threadsOf("src/features/imports/reading/reader.worker.ts")

/** Most records that may be skipped for taking too long before the file is refused. */
const mostPassedOver = 20

/**
 * Reads a file in a worker thread and yields its records in batches. While the caller handles a batch, the worker reads the next
 * one, and no more. A record that takes longer than `patience` milliseconds is skipped and refused in its reading, and the
 * reading goes on; a file that makes no progress for as long is given up, and the records read before stay.
 */
export async function* readInWorker(
  task: Pick<Task, "path" | "bytes" | "options">,
  patience = 10_000,
): AsyncGenerator<Reading[]> {
  const passedOver: number[] = []
  let told = 0
  for (;;) {
    const reading = readOnce({ ...task, passedOver, told }, patience)
    let step = await reading.next()
    try {
      while (!step.done) {
        told += step.value.length
        yield step.value
        step = await reading.next()
      }
    } finally {
      // A caller that stops early also releases the thread.
      await reading.return("done")
    }
    if (step.value === "done") return
    const isAgain = passedOver.includes(step.value as number) || passedOver.length >= mostPassedOver
    if (typeof step.value !== "number" || isAgain) {
      const refused: Reason = typeof step.value === "number" ? { id: "too_slow" } : step.value
      yield [{ position: 0, refused }]
      return
    }
    passedOver.push(step.value)
  }
}

/** Reads with one thread until it is done, fails with a reason, or is stopped at the record of the returned number. */
async function* readOnce(
  task: Omit<Task, "progress">,
  patience: number,
): AsyncGenerator<Reading[], "done" | number | Reason> {
  const worker = threads.take()
  const progress = new Int32Array(new SharedArrayBuffer(8))
  let finished = false
  try {
    let answer = batch(worker, progress, patience)
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage({ ...task, progress } satisfies Task)
    for (;;) {
      const got = await answer
      if (typeof got === "number") return got
      if (got === undefined) return { id: "too_slow" }
      finished = got.done
      if (!got.done) {
        answer = batch(worker, progress, patience)
        answer.catch(() => {}) // the rejection is handled where the promise is awaited
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        worker.postMessage("next")
      }
      yield got.readings
      if (got.done) return "done"
    }
  } catch (error) {
    finished = false
    // Out of memory or the like: the thread has ended, but the server goes on.
    return { id: "format_broken", args: { detail: String((error as Error).message).slice(0, 120) } }
  } finally {
    threads.giveBack(worker, finished)
  }
}

/** Waits for the next batch; returns the record at which the thread got stuck, or undefined where it got stuck before any. */
async function batch(worker: Worker, progress: Int32Array, patience: number): Promise<Batch | number | undefined> {
  const stop = new AbortController()
  const seen = () => [Atomics.load(progress, 0), Atomics.load(progress, 1)].join()
  let before = seen()
  let stuckAt: number | undefined
  // A thread takes a while to start, a long while on a busy machine.
  let startsFor = 6
  const watching = setInterval(() => {
    const now = seen()
    if (now === before && (now !== "0,0" || --startsFor <= 0)) {
      stuckAt = Atomics.load(progress, 0) || undefined
      stop.abort()
    }
    before = now
  }, patience)
  try {
    const [got] = await once(worker, "message", { signal: stop.signal })
    return got as Batch
  } catch (error) {
    if ((error as Error).name === "AbortError") return stuckAt
    throw error
  } finally {
    clearInterval(watching)
  }
}
