import type { DocumentType } from "../document-types.ts"
import { type Container, containers, soundKindOf } from "../sound/sound-kinds.ts"

export type FileKind = { type: DocumentType; mime: string; sound?: Container }

/** Number of bytes at the beginning and at the end that are enough to recognise a file. */
export const headLength = 2048

/**
 * Recognises a file by its bytes alone; undefined for an unsupported file. A file that is also something else (a page, a program)
 * does no harm: an image is drawn again, and a PDF is only ever downloaded.
 * @param bytes the first `headLength` bytes, or all if there are fewer
 * @param end the last bytes, likewise
 */
export function kindOf(bytes: Uint8Array, end: Uint8Array): FileKind | undefined {
  const starts = (...codes: number[]) => codes.every((code, at) => bytes[at] === code)
  const letters = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  const image = (mime: string): FileKind => ({ type: "Image", mime })
  if (starts(0xff, 0xd8, 0xff)) return image("image/jpeg")
  if (starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return image("image/png")
  if (/^GIF8[79]a$/.test(letters(0, 6))) return image("image/gif")
  if (letters(0, 4) === "RIFF" && letters(8, 12) === "WEBP") return image("image/webp")
  if (letters(4, 8) === "ftyp" && /avi[fs]/.test(letters(8, 32))) return image("image/avif")
  if (/^%PDF-[12]\.\d/.test(letters(0, 8)) && new TextDecoder("latin1").decode(end).includes("%%EOF")) {
    return { type: "Document", mime: "application/pdf" }
  }
  const sound = soundKindOf(bytes)
  return sound && { type: "Audio", mime: containers[sound].mime, sound }
}

/** Recognises sounds and films, so that those not accepted are refused as such and not as unknown files. */
export function isSoundOrFilm(bytes: Uint8Array): boolean {
  const letters = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  const isMp3 = letters(0, 3) === "ID3" || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0 && bytes[1] !== 0xff)
  const isRiff = letters(0, 4) === "RIFF" && /WAVE|AVI /.test(letters(8, 12))
  const isMatroska = bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3
  const isMp4 = letters(4, 8) === "ftyp" && /^(M4A|M4B|mp4|isom|iso2|qt  |M4V|avc1|3gp)/.test(letters(8, 12))
  return isMp3 || isRiff || isMatroska || isMp4 || /^(OggS|fLaC)/.test(letters(0, 4))
}
