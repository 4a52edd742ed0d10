import type { Messages } from "#i18n/messages.ts"
import type { Document } from "./document.ts"

/** Writes the number of pages, « 4 pages »; undefined when it is unknown. */
export function pagesIn(t: Messages, pdf: Document["pdf"]): string | undefined {
  return pdf?.pages ? t("pdfs.pages", { count: pdf.pages }) : undefined
}

/** Sounds whose common name differs from their media type. */
const soundNames: Readonly<Record<string, string>> = { "audio/mpeg": "MP3", "audio/mp4": "M4A" }

/** Names a file type, such as « PDF » or « MP3 ». */
export function kindIn(mime: string): string {
  return soundNames[mime] ?? (mime.split("/")[1] ?? "").toUpperCase()
}

/** Writes a size in bytes as « 2,1 Go », « 1,2 Mo » or « 340 ko ». */
export function sizeIn(t: Messages, bytes: number): string {
  const [divisor, unit] =
    bytes >= 1e9 ? [1e9, "gigabyte"] : bytes >= 1e6 ? [1e6, "megabyte"] : ([1000, "kilobyte"] as const)
  return t.number(Math.max(bytes / divisor, unit === "kilobyte" && bytes > 0 ? 1 : 0), {
    style: "unit",
    unit,
    unitDisplay: "short",
    maximumFractionDigits: unit === "kilobyte" ? 0 : 1,
  })
}
