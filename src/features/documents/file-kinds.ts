import type { DocumentType } from "./document-types.ts"
import { type Container, containers, soundKindOf } from "./sound/sound-kinds.ts"

export type FileKind = { type: DocumentType; mime: string; sound?: Container }

/** As many of the first and of the last bytes tell what a file is. */
export const headLength = 2048

/**
 * What a file is, by its first bytes and by nothing else; undefined for what is not taken. A file that is something else
 * as well (a page, a program) is redrawn if it is an image, and only ever downloaded if it is a PDF.
 * @param bytes the first of the file, `headLength` of them or all there are
 * @param end the last of it, likewise
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

/** A sound or a film, which are not taken yet: to be told so rather than that they are unknown. */
export function isSoundOrFilm(bytes: Uint8Array): boolean {
  const letters = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to))
  const isMp3 = letters(0, 3) === "ID3" || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0 && bytes[1] !== 0xff)
  const isRiff = letters(0, 4) === "RIFF" && /WAVE|AVI /.test(letters(8, 12))
  const isMatroska = bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3
  const isMp4 = letters(4, 8) === "ftyp" && /^(M4A|M4B|mp4|isom|iso2|qt  |M4V|avc1|3gp)/.test(letters(8, 12))
  return isMp3 || isRiff || isMatroska || isMp4 || /^(OggS|fLaC)/.test(letters(0, 4))
}
