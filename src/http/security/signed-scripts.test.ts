import { createHash } from "node:crypto"
import { expect, test, vi } from "vitest"
import { signed } from "./signed-scripts.ts"
import { answerOf } from "../caching/whole-body.ts"

const mark = "bWFyaw+/=="
const hashOf = (script: string) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`

async function signedPage(html: string) {
  const answer = await signed(answerOf(Buffer.from(html), { status: 200, headers: { "X-Kept": "yes" } }), mark)
  const scripts = /script-src ([^;]*)/.exec(answer.headers.get("content-security-policy") ?? "")?.[1]
  return { html: await answer.text(), scripts, headers: answer.headers }
}

test("only scripts with the nonce are allowed, by their hash, and the nonce is removed from the page", async () => {
  const { html, scripts, headers } = await signedPage(
    `<p>é</p><link rel="modulepreload" nonce="${mark}" href="/a.js"><script nonce="${mark}">ours("é")</script>` +
      `<script>planted()</script><script nonce="guess">guessed()</script><script src="/b.js" nonce="${mark}" async></script>` +
      `<script type="module" nonce="${mark}">alsoOurs()</script>`,
  )
  expect(html).toBe(
    `<p>é</p><link rel="modulepreload" href="/a.js"><script>ours("é")</script>` +
      `<script>planted()</script><script nonce="guess">guessed()</script><script src="/b.js" async></script>` +
      `<script type="module">alsoOurs()</script>`,
  )
  expect(scripts).toBe(`'self' ${hashOf('ours("é")')} ${hashOf("alsoOurs()")}`)
  expect(headers.get("x-kept")).toBe("yes")
})

test("a page whose scripts have no nonce allows no inline scripts", async () => {
  expect((await signedPage("<script>planted()</script>")).scripts).toBe("'self'")
})

test("an answer without a body stays as it is", async () => {
  const moved = new Response(null, { status: 302, headers: { Location: "/en" } })
  expect(await signed(moved, mark)).toBe(moved)
})

test("a style sheet in the page is allowed by its hash, and no other", async () => {
  vi.stubEnv("DEV", false) // Vite inserts style elements in development
  const { headers } = await signedPage(`<style nonce="${mark}">a{color:red}</style><style>planted{}</style>`)
  expect(headers.get("content-security-policy")).toContain(`style-src 'self' ${hashOf("a{color:red}")};`)
  vi.unstubAllEnvs()
})
