import type { Messages } from "#i18n/messages.ts"
import type { Document } from "./document.ts"

/** « 4 pages »; undefined when nobody counted them. */
export function pagesIn(t: Messages, pdf: Document["pdf"]): string | undefined {
  return pdf?.pages ? t("pdfs.pages", { count: pdf.pages }) : undefined
}

/** Kinds of sound whose media type is not what people call them. */
const soundNames: Readonly<Record<string, string>> = { "audio/mpeg": "MP3", "audio/mp4": "M4A" }

/** « PDF », « MP3 » */
export function kindIn(mime: string): string {
  return soundNames[mime] ?? (mime.split("/")[1] ?? "").toUpperCase()
}

/** « 2,1 Go », « 1,2 Mo », « 340 ko » */
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
