import { escapeHtml } from "#lib/escape-html.ts"
import type { Language } from "#i18n/languages.ts"

/** What a mail says, apart from how it looks. */
export type Letter = {
  language: Language
  subject: string
  /** The first line a mail program shows beside the subject. */
  preview?: string
  heading: string
  paragraphs: string[]
  /** The one thing to do. */
  action?: { label: string; url: string }
  /** What follows the action, small: how long the link works, what to do if it was not you. */
  notes?: string[]
  /** Who writes, and why. */
  footer: string
  site: { name: string; url: string }
}

/** The letter as text and as HTML. No picture, nothing loaded from anywhere; light or dark as the reader's device is. */
export function renderLetter(letter: Letter): { subject: string; text: string; html: string } {
  return { subject: letter.subject, text: textOf(letter), html: htmlOf(letter) }
}

function textOf({ heading, paragraphs, action, notes = [], footer, site }: Letter) {
  return [
    heading,
    ...paragraphs,
    ...(action ? [`${action.label}\n${action.url}`] : []),
    ...notes,
    `-- \n${footer}\n${site.url}`,
  ].join("\n\n")
}

// The design's paper and night, its only accent, in the plain colours that every mail program knows.
const css = `:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;background:#f5f1e7;color:#15120f}
.page{background:#f5f1e7}.card{background:#fbf9f4;color:#15120f}.soft{color:#57514a}.button{background:#15120f;color:#f5f1e7}.mark{background:#f4dc3c}
a{color:inherit}
@media (prefers-color-scheme:dark){body,.page{background:#15120f!important}.card{background:#211d19!important;color:#f5f1e7!important}.soft{color:#b9b2a6!important}.button{background:#f4dc3c!important;color:#15120f!important}}`

function htmlOf({ language, subject, preview, heading, paragraphs, action, notes = [], footer, site }: Letter) {
  const font = "font-family:Georgia,'Times New Roman',serif"
  const paragraph = (words: string) =>
    `<p style="margin:0 0 16px;${font};font-size:17px;line-height:1.5">${escapeHtml(words)}</p>`
  const note = (words: string) =>
    `<p class="soft" style="margin:0 0 10px;${font};font-size:14px;line-height:1.5">${escapeHtml(words)}</p>`
  const button = action
    ? `<p style="margin:24px 0"><a class="button" href="${escapeHtml(action.url)}" style="display:inline-block;padding:14px 22px;${font};font-size:17px;font-weight:bold;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p class="soft" style="margin:0 0 16px;${font};font-size:14px;line-height:1.5;word-break:break-all">${escapeHtml(action.url)}</p>`
    : ""
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${css}</style>
</head>
<body>
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview ?? paragraphs[0] ?? "")}</div>
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td class="mark" height="6" style="font-size:0;line-height:0">&nbsp;</td></tr><tr><td style="padding:28px 24px">
<p style="margin:0 0 20px;${font};font-size:15px;font-weight:bold">${escapeHtml(site.name)}</p>
<h1 style="margin:0 0 16px;${font};font-size:26px;line-height:1.2">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraph).join("\n")}
${button}
${notes.map(note).join("\n")}
</td></tr></table>
<p class="soft" style="margin:16px 0 0;${font};font-size:13px;line-height:1.5">${escapeHtml(footer)}<br><a href="${escapeHtml(site.url)}">${escapeHtml(site.url)}</a></p>
</td></tr></table>
</body>
</html>
`
}
