import { escapeHtml } from "./escape-html.ts"

// Rich texts are HTML. Where there is no script they are written as Markdown, which only travels between a form and us.

/** As much as a text of ours may hold (characters). */
const longestText = 100_000
/** A long text is converted in pieces of about so many characters, between which others have their turn. */
const pieceLength = 8000
const longestPiece = 12_000
/** Quotes and lists within each other; `marked` calls itself for each, and far deeper the stack ends. */
const deepest = 20
/**
 * For each mark of emphasis that is not closed at once `marked` may look through the rest of its paragraph, some 100 ns for
 * each mark and character: this is the most that marks × characters may come to in a piece, and a line with a mark at its
 * beginning counts as so much of it.
 */
const mostWork = 500_000
const workOfLine = 300

/**
 * Markdown as HTML; whoever keeps it sanitises it, since Markdown may hold any HTML. What would take too long stands there
 * as it was written, in paragraphs: nobody writes so for readers.
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
  // Read only where somebody wrote without script, or before it arrived.
  const { marked } = await import("marked")
  // Spaces in a row are one to a reader, and the square of their number to `marked`.
  const spaced = piece.replaceAll(/(\S)[ \t]{9,}(?=\S)/g, "$1 ")
  return (await marked.parse(spaced, { gfm: true, breaks: true })).trim()
}

/** A long text in parts that mean the same apart: cut before a paragraph or a heading that stands at the margin. */
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
/** Emphasis and links that end on their line and hold no others: most of what people write, and soon converted. */
const closed = new RegExp(
  [
    String.raw`(?<!\*)(\*\*?)(?!\s)${words}(?<!\s)\1(?!\*)`,
    String.raw`(?<!\w)(__?)(?!\s)${words}(?<!\s)\2(?!\w)`,
    String.raw`\[${words}\]\([^()\s<\\]+\)`,
  ].join("|"),
  "g",
)

/** Whether it is converted within a moment, whatever it holds. */
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

/** How many quotes and lists a line may stand in: by its marks, and by how far in they begin. */
function depthOf(line: string): number {
  if (/^\s*([-*_])(?:[ \t]*\1)*[ \t]*$/.test(line)) return 0 // a line across
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
