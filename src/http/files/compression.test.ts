import zlib from "node:zlib"
import { expect, test } from "vitest"
import { streamedAnswer } from "../caching/whole-body.ts"
import { compressed } from "./compression.ts"

const words = "Une nuit au Hangar. ".repeat(200)
const answer = (
  body: string | null = words,
  headers: Record<string, string> = { "Content-Type": "text/html; charset=utf-8" },
) => new Response(body, { headers: { Vary: "Cookie", ...headers } })

async function opened(sent: Response) {
  const bytes = Buffer.from(await sent.arrayBuffer())
  expect(sent.headers.get("content-length")).toBe(String(bytes.length))
  const open = { zstd: zlib.zstdDecompressSync, br: zlib.brotliDecompressSync, gzip: zlib.gunzipSync }
  return open[sent.headers.get("content-encoding") as keyof typeof open](bytes).toString()
}

test("an answer is compressed with the best encoding that is accepted, and varies by Accept-Encoding", async () => {
  for (const [allowed, encoding] of [
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, deflate, br", "br"],
    ["gzip;q=0.5, br;q=0", "gzip"],
  ] as const) {
    const sent = await compressed(answer(), "/", allowed)
    expect([sent.headers.get("content-encoding"), sent.headers.get("vary")]).toEqual([
      encoding,
      "Cookie, Accept-Encoding",
    ])
    expect(await opened(sent)).toBe(words)
  }
})

test("answers that are short, binary, streamed, already compressed or not accepted stay uncompressed", async () => {
  const json = { "Content-Type": "application/json; charset=UTF-8" }
  const image = { "Content-Type": "image/webp" }
  for (const [given, allowed] of [
    [answer("[1]", json), "br"],
    [answer(words, image), "br"],
    [answer(words, { ...json, "Content-Encoding": "br" }), "br"],
    [answer(words, json), undefined],
    [answer(words, json), "identity"],
    [answer(null), "br"],
  ] as const) {
    const before = given.headers.get("content-encoding")
    const sent = await compressed(given, "/", allowed)
    expect(sent.headers.get("content-encoding")).toBe(before)
    expect(["[1]", words, ""]).toContain(await sent.text())
  }
  // Each character of the header is read once: a backtracking pattern would take hours here.
  for (const allowed of [`br${" ".repeat(500_000)}x`, "x-br", "br ; q=0.00 ", "identity"])
    expect((await compressed(answer(), "/", allowed)).headers.get("content-encoding")).toBeNull()
  const pieces = (async function* () {
    yield words
  })()
  const streamed = streamedAnswer(pieces, { headers: { "Content-Type": "text/calendar" } })
  expect(await compressed(streamed, "/", "br")).toBe(streamed)
})

test("answers that hold secrets are not compressed", async () => {
  for (const path of [
    "/api/auth/csrf/",
    "/api/me/tokens/",
    "/api/me/second-factor/recovery-codes/",
    "/me/account",
    "/me/account.data",
  ])
    expect((await compressed(answer(), path, "br, zstd")).headers.has("content-encoding"), path).toBe(false)
  expect((await compressed(answer(), "/me", "br")).headers.get("content-encoding")).toBe("br")
})
