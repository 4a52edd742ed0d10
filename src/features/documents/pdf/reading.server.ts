import { runProgram } from "#lib/run-program.ts"

/** Largest number of pages whose text is read, and of characters stored. */
const mostPages = 100
const mostCharacters = 100_000
/** Pixels of the longer side of the drawn first page. */
const drawnSide = 1280
const bounds = { seconds: 20, megabytes: 800, mostBytes: 1_000_000 }

export type ReadPdf =
  /** No program on this machine reads PDFs, the PDF needs a password, or it could not be read. */
  | { state: "plain" | "locked" | "broken" }
  /** A first page that cannot be drawn within the limits has no picture. */
  | { state: "ready"; pages: number; words: string; page: Uint8Array | undefined }

/**
 * Reads a PDF with poppler's programs: its number of pages, its text, and its first page as PNG.
 * @param folder the folder of these programs, ending in `/`; empty for those in the PATH
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

/** Cleans text for PostgreSQL: no NUL, no lone surrogates, single spaces between words. */
function wordsIn(output: Buffer | undefined): string {
  const text = new TextDecoder("utf8")
    .decode(output ?? new Uint8Array())
    // Control and private-use characters come from fonts that do not say which letters they draw.
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\uFFFD\s]+/gu, " ")
    .trim()
  return text.slice(0, mostCharacters).toWellFormed()
}

/** Tells whether this machine can read PDFs. */
export async function readsPdfs(folder = ""): Promise<boolean> {
  return (await runProgram(`${folder}pdfinfo`, ["-v"], bounds)) !== undefined
}
