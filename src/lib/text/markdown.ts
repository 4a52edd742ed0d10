import { escapeHtml } from "./escape-html.ts"

// Rich texts are stored as HTML. Without script they are edited as Markdown, which is used only between a form and the server.

/** Largest length of a rich text, in characters. */
const longestText = 100_000
/** A long text is converted in pieces of about this many characters, and other work may run between two pieces. */
const pieceLength = 8000
const longestPiece = 12_000
/** Deepest nesting of quotes and lists; `marked` recurses for each level, and far deeper the stack overflows. */
const deepest = 20
/**
 * For each emphasis mark that is not closed at once, `marked` may search the rest of its paragraph, some 100 ns for each mark and
 * character. This limits marks × characters in a piece; a line that starts with a list or quote mark counts as the second figure.
 */
const mostWork = 500_000
const workOfLine = 300

/**
 * Converts Markdown to HTML. The caller sanitises it before storing, since Markdown may contain any HTML. A piece that would take
 * too long to convert is left as written, in paragraphs: no text meant for readers is like that.
 */
export async function htmlOfMarkdown(markdown: string): Promise<string> {
  const text = markdown.replaceAll("\r\n", "\n")
  const made: string[] = []
  for (const [at, piece] of piecesOf(text).entries()) {
    if (at > 0) await othersTurn()
    made.push(text.length <= longestText && isModest(piece) ? await converted(piece) : asWritten(piece))
  }
  return made.filter(Boolean).join("\n")
}

async function converted(piece: string): Promise<string> {
  // Loaded only when somebody wrote without script, or before it arrived.
  const { marked } = await import("marked")
  // Consecutive spaces look like one to a reader, but cost `marked` the square of their number.
  const spaced = piece.replaceAll(/(\S)[ \t]{9,}(?=\S)/g, "$1 ")
  return (await marked.parse(spaced, { gfm: true, breaks: true })).trim()
}

/** Splits a long text into parts that can be converted separately: before a paragraph or a heading that is not indented. */
function piecesOf(text: string): string[] {
  if (text.length <= pieceLength) return [text]
  const pieces = [""]
  for (const part of text.split(/(?<=\n\n)(?=[\p{L}#])/u)) {
    const last = pieces.at(-1) as string
    if (last && last.length + part.length > pieceLength) pieces.push(part)
    else pieces[pieces.length - 1] = last + part
  }
  return pieces
}

const words = String.raw`[^*_~\[\]<\\@\n` + "`]+"
/** Matches emphasis and links that end on their line and are not nested: most of what people write, and converted quickly. */
const closed = new RegExp(
  [
    String.raw`(?<!\*)(\*\*?)(?!\s)${words}(?<!\s)\1(?!\*)`,
    String.raw`(?<!\w)(__?)(?!\s)${words}(?<!\s)\2(?!\w)`,
    String.raw`\[${words}\]\([^()\s<\\]+\)`,
  ].join("|"),
  "g",
)

/** Returns whether a piece is converted quickly, whatever it contains. */
function isModest(piece: string): boolean {
  if (piece.length > longestPiece) return false
  let work = 0
  for (const line of piece.split("\n")) {
    const depth = depthOf(line)
    if (depth > deepest) return false
    if (depth > 0) work += workOfLine
  }
  for (const block of piece.split(/\n[ \t]*\n|\n(?= {0,3}[-+*] +\S)|\n(?=#)/)) {
    const open = block.replaceAll(closed, "").match(/[*_~[\]<`\\@]+/g)
    work += (open?.length ?? 0) * block.length
  }
  return work <= mostWork
}

/** Returns how many quotes and lists a line may be nested in, according to its marks and their indentation. */
function depthOf(line: string): number {
  if (/^\s*([-*_])(?:[ \t]*\1)*[ \t]*$/.test(line)) return 0 // a horizontal rule
  const marks = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/.exec(line)?.[0] ?? ""
  const spaces = marks.replaceAll("\t", "    ").replaceAll(/[^ ]+/g, "")
  return (marks.match(/>|[-+*]|\d+[.)]/g)?.length ?? 0) + Math.floor(spaces.length / 4)
}

function asWritten(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean)
    .map((paragraph) => `<p>${escapeHtml(paragraph).replaceAll("\n", "<br>")}</p>`)
    .join("")
}

function othersTurn(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0)
  })
}
