import Turndown from "turndown"
import { trusted } from "../html.ts"

/** Deepest nesting of elements: stored text has half of it at most, and far deeper the stack of `turndown` overflows. */
const deepest = 64

/** Converts our HTML to Markdown for a plain text field; HTML that no editor produces becomes plain text. */
export function markdownOf(html: string): string {
  if (html.trim() === "") return ""
  if (depthOf(html) > deepest) return html.replaceAll(/<[^<>]*>/g, " ").trim()
  return turndown().turndown(typeof document === "undefined" ? html : bodyOf(html))
}

function depthOf(html: string): number {
  let [depth, most] = [0, 0]
  for (const [, isEnd, name = ""] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)/gi)) {
    if (/^(?:br|hr|img|input|wbr)$/i.test(name)) continue
    depth = isEnd ? Math.max(0, depth - 1) : depth + 1
    most = Math.max(most, depth)
  }
  return most
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

/** Parses our HTML into a document that is not displayed, where nothing is loaded and no script runs. */
export function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(trusted(html) as string, "text/html").body
}
