// Reads files in a thread of its own, so that the server answers others meanwhile, and so that it can be stopped.
import { createReadStream } from "node:fs"
import { Readable } from "node:stream"
import { parentPort } from "node:worker_threads"
import { createGunzip } from "node:zlib"
import { readRecords } from "./read.ts"
import type { Reading, ReadOptions } from "./record.ts"

export type Task = {
  path?: string
  bytes?: Uint8Array
  options: Omit<ReadOptions, "watch">
  /** Counts the records that were begun, and the pieces of the file that were read, where the other thread sees it. */
  progress: Int32Array
  /** The numbers of records that are not read: reading them took too long. */
  passedOver: number[]
  /** So many readings were told already, by a thread that was stopped since. */
  told: number
}
export type Batch = { readings: Reading[]; done: boolean }

const port = parentPort as NonNullable<typeof parentPort>
const mostRecords = 200
const mostDates = 4000
let records: AsyncGenerator<Reading> | undefined

port.on("message", (task: Task | "next") => {
  if (task !== "next") records = readingsOf(task)
  void next()
})

async function next() {
  const readings: Reading[] = []
  let dates = 0
  while (readings.length < mostRecords && dates < mostDates) {
    const { value, done } = await (records as AsyncGenerator<Reading>).next()
    if (done) return port.postMessage({ readings, done: true } satisfies Batch)
    readings.push(value)
    if ("event" in value) dates += value.event.occurrences.length
  }
  port.postMessage({ readings, done: false } satisfies Batch)
}

async function* readingsOf(task: Task): AsyncGenerator<Reading> {
  const passedOver = new Set(task.passedOver)
  const watch = {
    begins: () => !passedOver.has(Atomics.add(task.progress, 0, 1) + 1),
    advances: () => void Atomics.add(task.progress, 1, 1),
  }
  let left = task.told
  for await (const reading of readRecords(bytesOf(task), { ...task.options, watch })) {
    if (left > 0) left--
    else yield reading
  }
}

/** The content, decompressed if it is gzip: its first two bytes tell. */
async function* bytesOf(task: Task): AsyncGenerator<Uint8Array> {
  const raw: AsyncIterable<Uint8Array> = task.path ? createReadStream(task.path) : once(task.bytes ?? new Uint8Array())
  const iterator = raw[Symbol.asyncIterator]()
  const first = await iterator.next()
  if (first.done) return
  async function* all() {
    yield first.value as Uint8Array
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) return yield* all()
  const plain = createGunzip()
  Readable.from(all())
    .on("error", (error) => plain.destroy(error))
    .pipe(plain)
  yield* plain
}

async function* once(bytes: Uint8Array) {
  yield bytes
}
