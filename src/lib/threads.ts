import { Worker } from "node:worker_threads"
import { sourcePath } from "./source-path.ts"

/** Memory of a thread in megabytes: a file that needs more is not read, and the server is not affected. */
const memory = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 }

/** Returns the worker threads of a source file. One of them stays ready for the next task; it does not keep the process alive. */
export function threadsOf(file: string) {
  let idle: Worker | undefined

  function start(): Worker {
    const worker = new Worker(sourcePath(file), { resourceLimits: memory })
    // Without a listener, an error while no task waits for the thread would end the process.
    worker.on("error", () => {})
    worker.on("exit", () => {
      if (idle === worker) idle = undefined
    })
    return worker
  }

  return {
    take(): Worker {
      const worker = idle ?? start()
      idle = undefined
      worker.ref()
      return worker
    },
    /** @param mayServeAgain false ends the thread, whatever it is doing */
    giveBack(worker: Worker, mayServeAgain: boolean): void {
      worker.unref()
      if (mayServeAgain && !idle) idle = worker
      else void worker.terminate()
    },
  }
}
