import { once } from "node:events"
import { Worker } from "node:worker_threads"
import type { Reading } from "./record.ts"
import type { Batch, Task } from "./reader.worker.ts"

let idle: Worker | undefined

/**
 * Reads a file in a worker thread and yields its records in batches, each asked for when the one before was dealt with.
 * A thread that says nothing for `patience` milliseconds is stopped; what it had read before stays.
 */
export async function* readInWorker(task: Task, patience = 10_000): AsyncGenerator<Reading[]> {
  const worker = idle ?? new Worker(new URL("./reader.worker.ts", import.meta.url))
  idle = undefined
  worker.ref()
  let finished = false
  try {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(task)
    for (;;) {
      const batch = await answer(worker, patience)
      if (batch === undefined) {
        yield [{ position: 0, refused: { id: "too_slow" } }]
        return
      }
      finished = batch.done
      yield batch.readings
      if (batch.done) return
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage("next")
    }
  } catch (error) {
    finished = false
    // Out of memory or the like: the thread is gone, the server is not.
    yield [
      {
        position: 0,
        refused: { id: "format_broken", args: { detail: String((error as Error).message).slice(0, 120) } },
      },
    ]
  } finally {
    worker.unref()
    if (finished && !idle) idle = worker
    else void worker.terminate()
  }
}

async function answer(worker: Worker, patience: number): Promise<Batch | undefined> {
  try {
    const [batch] = await once(worker, "message", { signal: AbortSignal.timeout(patience) })
    return batch as Batch
  } catch (error) {
    if ((error as Error).name === "AbortError") return undefined
    throw error
  }
}
