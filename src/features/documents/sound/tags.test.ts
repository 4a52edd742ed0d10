import { expect, test } from "vitest"
import { note } from "#test/sounds.ts"
import { threadTime } from "#test/thread-time.ts"
import { readTags } from "./tags.server.ts"

/** Returns a sound whose header is followed by this many empty parts. */
function soundOfParts(count: number) {
  const parts = Buffer.alloc(count * 8, Buffer.from("JUNK\0\0\0\0"))
  return new File([Buffer.concat([note(1).subarray(0, 36), parts])], "parts.wav")
}

test("a sound of very many parts does not keep the server from other work while it is read", async () => {
  const sound = soundOfParts(60_000)
  const [ofThread, ofAll] = [threadTime(), process.cpuUsage()]
  await readTags(sound, "audio/wav")
  const all = process.cpuUsage(ofAll)
  // Another thread does the reading.
  expect(threadTime() - ofThread).toBeLessThan((all.user + all.system) / 1000 / 2)
})

test("a sound is read as before after one that could not be read", async () => {
  const broken = new File([Buffer.from("ID3")], "broken.mp3")
  expect(await readTags(broken, "audio/mpeg")).toBeUndefined()
  const whole = new File([new Uint8Array(note(2))], "note.wav")
  expect(await readTags(whole, "audio/wav")).toMatchObject({ duration: 2, hasPictures: false })
})
