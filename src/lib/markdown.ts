import Turndown from "turndown"

// Rich texts are HTML. Where there is no script they are written as Markdown, which only travels between a form and us.

/** HTML of ours as Markdown, for a plain text field. */
export function markdownOf(html: string): string {
  return html.trim() === "" ? "" : turndown().turndown(html)
}

/** Markdown as HTML; whoever keeps it sanitises it, since Markdown may hold any HTML. */
export async function htmlOfMarkdown(markdown: string): Promise<string> {
  // Read only where somebody wrote without script, or before it arrived.
  const { marked } = await import("marked")
  return (await marked.parse(markdown.replaceAll("\r\n", "\n"), { gfm: true, breaks: true })).trim()
}

let made: Turndown | undefined

function turndown(): Turndown {
  return (made ??= new Turndown({
    headingStyle: "atx",
    bulletListMarker: "-",
    emDelimiter: "*",
    hr: "---",
  }))
}
