import { createHash } from "node:crypto"
import { Hono } from "hono"
import { html, raw } from "hono/html"
import { contentSecurityPolicy } from "#http/security/security-headers.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import { type Language, languages } from "#i18n/languages.ts"
import { basenameOf, inLanguagePath, paths } from "#web/paths.ts"
import { workerScript } from "./worker.server.ts"

const hashOf = (words: string) => createHash("sha256").update(words).digest("base64")

/** It stands alone: nothing it would need can be fetched. An empty stage, dark for everybody, its lamp out. */
const style = `:root{color-scheme:dark}
body{margin:0;min-height:100vh;background:#12110e radial-gradient(60rem 30rem at 50% 0,#2a2618,transparent);color:#f3f0e6;font:1.125rem/1.5 "Special Gothic",system-ui,sans-serif}
main{max-width:34rem;padding:12vh 1.25rem 2rem;margin:auto}
svg{display:block;height:clamp(7rem,22vh,12rem);margin:0 0 2rem;fill:none;stroke:#f3f0e6;stroke-width:1.5}
h1{font:400 clamp(2.5rem,10vw,4.5rem)/.94 "Special Gothic Condensed One","Arial Narrow","Roboto Condensed","Liberation Sans Narrow",system-ui,sans-serif;margin:0 0 1.25rem;text-wrap:balance;overflow-wrap:anywhere}
p{margin:0 0 1.75rem;color:#c4bfb0;max-width:28rem}
a{display:inline-block;background:#f7dd33;color:#161410;font-weight:600;padding:.75rem 1.5rem;border-radius:99px;text-decoration:none}
a:focus-visible{outline:3px solid #f3f0e6;outline-offset:3px}
`

async function offlinePage(language: Language, site: string): Promise<string> {
  const t = messagesIn(language)
  // The address is the one that was asked for: to open it again is to ask again.
  const page = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${t("push.offline_title")} – ${site}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          <svg viewBox="0 0 22 36" aria-hidden="true">
            <circle cx="11" cy="9" r="8" />
            <path d="M11 17v16M3.5 34h15" />
          </svg>
          <h1>${t("push.offline_title")}</h1>
          <p>${t("push.offline_text", { site })}</p>
          <a href="">${t("push.offline_retry")}</a>
        </main>
      </body>
    </html> `
  return page.toString()
}

/** The service worker, and the page in each language that it shows when nothing can be fetched. */
export function workerFiles({ config }: Pick<World, "config">) {
  const made = Promise.all(
    languages.map(async (language) => [language, await offlinePage(language, config.siteName)] as const),
  ).then((pages) => {
    const mark = hashOf(JSON.stringify(pages)).replaceAll(/\W/g, "").slice(0, 12)
    const addresses = languages.map((one) => [basenameOf(one).slice(1), inLanguagePath(paths.offline(), one)])
    return { pages: new Map(pages), script: workerScript(mark, Object.fromEntries(addresses)) }
  })
  const files = new Hono().get(paths.worker(), async (c) =>
    c.body((await made).script, 200, {
      "Content-Type": "text/javascript; charset=utf-8",
      // Looked at anew each time a browser asks whether there is another one.
      "Cache-Control": "no-cache",
    }),
  )
  for (const language of languages)
    files.get(inLanguagePath(paths.offline(), language), async (c) =>
      c.body((await made).pages.get(language) ?? "", 200, {
        "Content-Type": "text/html; charset=utf-8",
        "Cache-Control": "no-cache",
        "Content-Security-Policy": contentSecurityPolicy([], [`'sha256-${hashOf(style)}'`]),
      }),
    )
  return files
}
