// Reads files in a worker thread, so that the server answers other requests meanwhile, and so that the reading can be stopped.
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
  /** Shared counters of the records begun and the pieces of the file read, which the main thread watches. */
  progress: Int32Array
  /** Numbers of the records to skip because reading them took too long. */
  passedOver: number[]
  /** Number of readings that an earlier, stopped thread already delivered. */
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

/** Yields the content, decompressed if its first two bytes are those of gzip. */
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
