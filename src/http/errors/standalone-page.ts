import { createHash } from "node:crypto"
import { html, raw } from "hono/html"
import type { Language } from "#i18n/languages.ts"
import { preloadedFonts } from "#ui/fonts/fonts.ts"
import { contentSecurityPolicy } from "../security/security-headers.ts"

const [posterFont = "", interfaceFont = ""] = preloadedFonts

/** An empty stage with its lamp out, dark in either colour scheme. */
const style = `@font-face{font-family:"Special Gothic Condensed One";src:url("${posterFont}") format("woff2");font-display:swap}
@font-face{font-family:"Special Gothic Variable";src:url("${interfaceFont}") format("woff2");font-weight:400 700;font-stretch:88% 112%;font-display:swap}
:root{color-scheme:dark}
*{box-sizing:border-box}
body{margin:0;background:#0d0b09;color:#f3f0e6;font:1.125rem/1.5 "Special Gothic Variable",system-ui,sans-serif}
main{position:relative;isolation:isolate;overflow:hidden;min-height:100vh;min-height:100dvh;padding:clamp(1.5rem,7vh,4rem) max(1rem,50vw - 32rem) clamp(6rem,16vh,9rem);display:grid;align-content:center;gap:1.5rem clamp(1.5rem,8vw,7rem)}
.stage{position:absolute;inset:0;width:100%;height:100%;z-index:-1}
.lamp{height:clamp(9rem,34vh,17rem);fill:none;stroke:#f3f0e6;stroke-width:1.2;margin-inline-start:-.4rem}
h1{font:400 clamp(2.75rem,10vw,4.5rem)/.94 "Special Gothic Condensed One","Arial Narrow","Roboto Condensed","Liberation Sans Narrow",system-ui,sans-serif;letter-spacing:-.012em;margin:0 0 1.25rem;text-wrap:balance;overflow-wrap:anywhere}
p{margin:0 0 1.75rem;color:#c4bfb0;max-width:28rem;text-wrap:pretty}
a{display:inline-block;min-height:2.75rem;background:#f7dd33;color:#161410;font-weight:600;padding:.7rem 1.6rem;border-radius:99px;text-decoration:none}
a:hover{background:#ffe95c}
a:focus-visible{outline:3px solid #f3f0e6;outline-offset:3px}
@media (min-width:48rem){main{grid-template-columns:auto minmax(0,1fr);align-items:center}.lamp{height:clamp(14rem,52vh,27rem)}}
`

/** Floorboards that run to the back of the stage, and the seats of the last row, seen from behind. */
const boards = [-7, -5, -3.6, -2.4, -1.4, -0.5, 0.5, 1.4, 2.4, 3.6, 5, 7]
  .map((x) => `M${800 + x * 90} 560L${800 + x * 400} 900`)
  .join("")
const seats = Array.from({ length: 21 }, (_, at) => `M${at * 80 - 36} 910v-42a34 34 0 0 1 68 0v42z`).join("")
const stage = `<svg class="stage" viewBox="0 0 1600 900" preserveAspectRatio="xMidYMax slice" aria-hidden="true"><path d="M0 560h1600v340H0z" fill="#14110d"/><path d="${boards}" stroke="#0a0806" stroke-width="2"/><path d="${seats}" fill="#2a130c"/></svg>`

/** The policy of such a page: its own style, and the fonts of this site. */
export const standalonePolicy = contentSecurityPolicy(
  [],
  [`'sha256-${createHash("sha256").update(style).digest("base64")}'`],
)

type StandingPage = {
  language: Language
  title: string
  heading: string
  text: string
  /** Label of the link to the same address; undefined where following it would send a form again. */
  again: string | undefined
}

/** Renders a self-contained page for when nothing can be read; only its fonts are separate files. */
export async function standalonePage({ language, title, heading, text, again }: StandingPage): Promise<string> {
  const page = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${raw(`<style>${style}</style>`)}
      </head>
      <body>
        <main>
          ${raw(stage)}
          <svg class="lamp" viewBox="0 0 22 36" aria-hidden="true">
            <circle cx="11" cy="9" r="8" />
            <path d="M11 17v17M3.5 34.6h15" />
          </svg>
          <div>
            <h1>${heading}</h1>
            <p>${text}</p>
            ${again ? html`<a href="">${again}</a>` : ""}
          </div>
        </main>
      </body>
    </html> `
  return page.toString()
}
