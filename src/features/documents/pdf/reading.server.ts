import { runProgram } from "#lib/run-program.ts"

/** Pages whose words are read, and characters of them that are stored. */
const mostPages = 100
const mostCharacters = 100_000
/** Pixels of the longer side of the first page as it is drawn. */
const drawnSide = 1280
const bounds = { seconds: 20, megabytes: 800, mostBytes: 1_000_000 }

export type ReadPdf =
  /** No program on this machine reads PDFs, it asks for a password, or it could not be read. */
  | { state: "plain" | "locked" | "broken" }
  /** A first page that cannot be drawn within bounds has no picture. */
  | { state: "ready"; pages: number; words: string; page: Uint8Array | undefined }

/**
 * Reads a PDF with poppler's programs: how many pages it has, its words, and its first page as PNG.
 * @param folder where they are, ending in `/`; empty for those in the PATH
 */
export async function readPdf(path: string, folder = ""): Promise<ReadPdf> {
  const info = await runProgram(`${folder}pdfinfo`, [path], bounds)
  if (!info) return { state: "plain" }
  if (info.code !== 0) return { state: /Incorrect password/i.test(info.said) ? "locked" : "broken" }
  const pages = Number(/^Pages:\s+(\d{1,7})$/m.exec(info.output.toString("utf8"))?.[1] ?? 0)
  if (pages < 1) return { state: "broken" }
  const first = ["-f", "1", "-l", "1", "-singlefile", "-scale-to", String(drawnSide), "-png", "-q", path]
  const page = await runProgram(`${folder}pdftoppm`, first, { ...bounds, mostBytes: 20_000_000 })
  const text = await runProgram(
    `${folder}pdftotext`,
    ["-l", String(mostPages), "-enc", "UTF-8", "-nopgbrk", "-q", path, "-"],
    bounds,
  )
  const isDrawn = page?.code === 0 && !page.isCut && page.output.length > 0
  return { state: "ready", pages, words: wordsIn(text?.output), page: isDrawn ? page.output : undefined }
}

/** What PostgreSQL can keep of it: no NUL, no halves of characters, words with single spaces between them. */
function wordsIn(output: Buffer | undefined): string {
  const text = new TextDecoder("utf8")
    .decode(output ?? new Uint8Array())
    // Control and private characters: of fonts that do not say which letters they draw.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD\s]+/gu, " ")
    .trim()
  return text.slice(0, mostCharacters).toWellFormed()
}

/** Can this machine read PDFs? */
export async function readsPdfs(folder = ""): Promise<boolean> {
  return (await runProgram(`${folder}pdfinfo`, ["-v"], bounds)) !== undefined
}
