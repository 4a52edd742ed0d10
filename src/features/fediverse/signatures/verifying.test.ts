import { existsSync, readFileSync } from "node:fs"
import { resolve } from "node:path"
import { afterEach, expect, test, vi } from "vitest"
import { sharedData, withoutSharedData } from "#test/shared.ts"
import { readActor } from "../vocabulary/read-actor.ts"
import { isRefused } from "../vocabulary/refused.ts"
import { signerOf } from "./verifying.server.ts"

// Requests that real servers sent, byte for byte; they are not part of the published repository.
const shared = resolve(sharedData, "../fixtures/activitypub")
type Recorded = { method: string; path: string; headers: Record<string, string>; body: string }
const read = (path: string) => JSON.parse(readFileSync(`${shared}/${path}`, "utf8"))
const servers = [
  ["gotosocial-0.19.2", "like-id.json"],
  ["hollo-0.10", "follow-id.json"],
  ["snac-2.94", "follow-id.json"],
] as const

afterEach(() => {
  vi.useRealTimers()
})

/** Returns the signer of a request at the minute it was sent, with the key that its server publishes. */
async function signerAt(server: string, { method, path, headers, body }: Recorded, date = headers.date ?? "") {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse(date) })
  const actor = readActor(read(`live/${server}/actor.json`))
  if (isRefused(actor)) throw new Error(actor.refused)
  const request = new Request(`https://${headers.host ?? ""}${path}`, { method, headers, body })
  return signerOf(request, async (keyId) => {
    const key = actor.keys.find(({ id }) => id === keyId) ?? actor.keys[0]
    return key && { id: keyId, owner: actor.id, pem: key.pem }
  })
}

test.skipIf(withoutSharedData && !existsSync(shared)).each(servers)(
  "a request signed by %s is attributed to its actor, and to nobody once a byte is changed or a day has passed",
  async (server, file) => {
    const sent: Recorded = read(`live-http/${server}/${file}`)
    const signer = await signerAt(server, sent)
    expect(signer?.owner).toBe(JSON.parse(sent.body).actor)

    const { headers } = sent
    const signature = headers.signature ?? ""
    const another = /signature="(.)/.exec(signature)?.[1] === "A" ? 'signature="B' : 'signature="A'
    for (const forged of [
      { ...sent, body: sent.body.replace("https://", "https:/ ") },
      { ...sent, path: `${sent.path}x` },
      { ...sent, headers: { ...headers, host: "other.test" } },
      { ...sent, headers: { ...headers, signature: signature.replace(/signature="./, another) } },
      { ...sent, headers: { ...headers, signature: "" } },
    ])
      expect(await signerAt(server, forged, headers.date)).toBeUndefined()
    // Its own date, changed; and the right date, a day later.
    const dayBefore = new Date(Date.parse(headers.date ?? "") - 1000).toUTCString()
    expect(await signerAt(server, { ...sent, headers: { ...headers, date: dayBefore } })).toBeUndefined()
    const dayAfter = new Date(Date.parse(headers.date ?? "") + 86_400_000).toUTCString()
    expect(await signerAt(server, sent, dayAfter)).toBeUndefined()
  },
)
