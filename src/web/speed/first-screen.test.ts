import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { answerOf } from "#http/caching/whole-body.ts"
import { temporaryDirectory } from "#test/temporary.ts"
import { firstScreen } from "./first-screen.server.ts"

const folder = temporaryDirectory("first-screen")
mkdirSync(join(folder, "assets"))
writeFileSync(join(folder, "first.js"), "theme()\n")
writeFileSync(join(folder, "assets/a-1.css"), "@layer base;a{content:'$&'}\n")

const scripts = `<script nonce="M">context()</script><script nonce="M" type="module" async="">import "/assets/root.js"</script><script nonce="M">data()</script>`
const head = `<head><link rel="modulepreload" href="/assets/root.js"/><script src="/first.js"></script><link rel="icon" href="/icon.svg"/>`
const page = (style: string, body: string) =>
  `<html>${head}<link rel="stylesheet" href="/assets/${style}.css#"/></head>${body}`

async function made(html: string) {
  const answer = await firstScreen(
    answerOf(Buffer.from(html), { status: 404, headers: { "X-Kept": "yes", "Content-Type": "text/html" } }),
    "M",
    folder,
  )
  expect([answer.status, answer.headers.get("x-kept")]).toEqual([404, "yes"])
  return answer.text()
}

test("styles and the theme script are inlined, and other scripts load after the first paint", async () => {
  const html = await made(page("a-1", `<body><p>é</p>${scripts}</body></html>`))
  expect(html).toContain(
    `<script type="text/inlined" src="/first.js"></script><script nonce="M">theme()</script><link rel="icon" href="/icon.svg"/>` +
      `<style nonce="M">@layer base;a{content:'$&'}</style><link rel="stylesheet" href="/assets/a-1.css#" disabled=""/></head>`,
  )
  expect(html).not.toMatch(/modulepreload" href|type="module"/)
  expect(html).toContain(
    `<script nonce="M" type="text/later" async="">import "/assets/root.js"</script><script nonce="M">(`,
  )
  expect(html).toContain(`requestAnimationFrame`)
  expect(html).toContain(`(["/assets/root.js"])</script><script nonce="M">data()</script>`)
})

test("a style sheet that this build does not have stays a link", async () => {
  expect(await made(page("b-2", `<body>${scripts}</body>`))).toContain(
    `</script><link rel="icon" href="/icon.svg"/><link rel="stylesheet" href="/assets/b-2.css#"/></head>`,
  )
})

test("an answer that firstScreen does not change can still be read, whatever its type", async () => {
  for (const type of ["text/html; charset=utf-8", "text/x-script", "application/json"]) {
    const answer = new Response("<p>as it is", { headers: { "Content-Type": type } })
    expect(await (await firstScreen(answer, "M", folder)).text(), type).toBe("<p>as it is")
  }
})

test("an answer that is not a page with scripts stays as it is", async () => {
  for (const html of ["<p>plain", page("a-1", "<body><p>no script</p></body>")]) expect(await made(html)).toBe(html)
  const moved = new Response(null, { status: 302, headers: { Location: "/en" } })
  expect(await firstScreen(moved, "M", folder)).toBe(moved)
})
