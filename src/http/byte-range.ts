import type { ByteRange } from "#storage/storage.ts"

/**
 * The piece of a file that a `Range` header asks for (RFC 9110 §14); `none` when nothing of it can be given (416), undefined
 * when the header says nothing that is understood, or asks for several pieces at once, which no browser or player does:
 * then the whole is given.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | "none" | undefined {
  const [, from = "", to = ""] = /^\s*bytes\s*=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? "") ?? []
  if (from === "" && to === "") return undefined
  if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined
  const first = from === "" ? Math.max(0, size - Number(to)) : Number(from)
  const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1)
  return first < size && first <= last ? { first, last } : "none"
}
