import Turndown from "turndown"

/** HTML of ours as Markdown, for a plain text field. */
export function markdownOf(html: string): string {
  return html.trim() === "" ? "" : turndown().turndown(html)
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
