import type { Event } from "../../../event.ts"
import { splitDates } from "../../../dates/split-dates.ts"

// An event is printed on one sheet of A4. Its content is estimated from the number of characters, the same on server and in the
// browser: a text that does not fit ends at a word, with a note on where the rest is.

/** Most rows of dates, and of credits, that are printed; the others are counted. */
export const printedRows = 8

/** Height of a sheet between its margins, in millimetres. */
const sheet = 271
const line = { text: 5.8, letters: 64, lead: 6.5, leadLetters: 50, row: 5.8, tight: 5.1 }

/** Returns the layout of the sheet: `isFull` when there is much content, and the number of lines its text may have. */
export function printLayout(event: Event, { title, text, today }: { title: string; text: string[]; today: string }) {
  const { coming } = splitDates(event, today)
  const dates = event.occurrences.length < 2 ? 0 : rowsOf(coming.length)
  const credits = rowsOf(event.lineup.length + event.organizers.length)
  const isToldOf = event.status !== "scheduled" || event.workflow !== "published" || event.hidden || event.next === null
  const reason = event.hidden?.reason ?? event.status_reason ?? ""
  const note = isToldOf || coming.some(({ status }) => status === "cancelled") ? 22 + lines(reason, 100) * 5 : 0
  const moved = coming.filter(({ status }) => status === "moved").length
  const head = 54 + titleHeight(title.length) + (event.parent ? 8 : 0) + note
  const rows = (height: number) =>
    (dates > 0 ? 13 : 0) + (credits > 0 ? 13 : 0) + (dates + credits + Math.min(moved, printedRows)) * height
  const facts = 14 + Math.max(event.prices.length, 4) * 5
  const room = (sheet - head - rows(line.row) - facts - 40) / line.text
  if (room >= Math.min(linesOf(text), 9)) return { isFull: false, lines: Math.floor(room) }
  return { isFull: true, lines: Math.max(3, Math.floor((sheet - head - rows(line.tight) - 12) / line.text)) }
}

function rowsOf(count: number) {
  return count > printedRows ? printedRows + 1 : count
}

function titleHeight(letters: number) {
  if (letters > 110) return lines(letters, 46) * 6.2
  return letters > 40 ? lines(letters, 30) * 8 : lines(letters, 20) * 11.5
}

function lines(of: string | number, perLine: number) {
  return Math.ceil((typeof of === "string" ? of.length : of) / perLine)
}

/** Returns the lines of a text: the first paragraph is the summary, in larger type. */
function linesOf(text: string[]) {
  return text.reduce((sum, words, at) => sum + heightOf(words, at), 0)
}

function heightOf(words: string, at: number) {
  return at === 0 ? lines(words, line.leadLetters) * (line.lead / line.text) + 0.7 : lines(words, line.letters) + 0.6
}

/** Returns the paragraphs that fit into that many lines, the last one cut at a word; undefined when all fit. */
export function fittingParagraphs(text: string[], most: number): string[] | undefined {
  if (linesOf(text) <= most) return undefined
  const fitting: string[] = []
  let left = most - 1.5 // room for the note on where the rest is
  for (const [at, words] of text.entries()) {
    const height = heightOf(words, at)
    if (height <= left) {
      fitting.push(words)
      left -= height
      continue
    }
    const letters = at === 0 ? line.leadLetters : line.letters
    const room = Math.floor((left - 0.7) * (at === 0 ? line.text / line.lead : 1)) * letters
    if (room >= letters) fitting.push(`${words.slice(0, room).replace(/\s+\S*$/, "")} […]`)
    break
  }
  return fitting
}

/**
 * Returns summary and paragraphs; the summary is empty when it only repeats the beginning of the description, as many imported
 * ones do.
 */
export function textOf(summary: string, description: string): [string, ...string[]] {
  const paragraphs = paragraphsOf(description)
  const begins = summary.replace(/\s*(?:…|\.{3})$/, "").replaceAll(/\s+/g, " ")
  return [paragraphs.join(" ").startsWith(begins) ? "" : summary, ...paragraphs]
}

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " }

/** Returns the paragraphs of a description as text. The HTML was sanitised when stored, so its tags are few and closed. */
export function paragraphsOf(html: string): string[] {
  return html
    .split(/<\/(?:p|li|h\d|blockquote|pre|ul|ol)>|<br\s*\/?>/i)
    .map((block) =>
      block
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll(/&(amp|lt|gt|quot|#39|nbsp);/g, (whole, name: string) => entities[name] ?? whole)
        .replaceAll(/\s+/g, " ")
        .trim(),
    )
    .filter(Boolean)
}
