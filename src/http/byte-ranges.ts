import type { ByteRange } from "#storage/storage.ts"

/** More pieces than a player or a download manager ever asks for is an attack on whoever serves them. */
const mostAsked = 100
const mostGiven = 16
/** Two pieces so near to each other are cheaper as one (bytes): a boundary costs about that. */
const nearby = 100

/**
 * What a `Range` header asks of a file (RFC 9110 §14): pieces in order that do not overlap, `none` when nothing of it can be
 * given (416), undefined when the header says nothing that is understood, so that the whole is given.
 */
export function byteRanges(header: string | undefined, size: number): ByteRange[] | "none" | undefined {
  const asked = /^\s*bytes\s*=(.*)$/i.exec(header ?? "")?.[1]?.split(",")
  if (!asked) return undefined
  if (asked.length > mostAsked) return "none"
  const pieces: ByteRange[] = []
  for (const one of asked) {
    const [, from = "", to = ""] = /^\s*(\d{0,15})-(\d{0,15})\s*$/.exec(one) ?? []
    if (from === "" && to === "") {
      if (one.trim() === "") continue
      return undefined
    }
    const first = from === "" ? Math.max(0, size - Number(to)) : Number(from)
    const last = from === "" || to === "" ? size - 1 : Math.min(Number(to), size - 1)
    if (from !== "" && to !== "" && Number(to) < Number(from)) return undefined
    if (first < size && first <= last) pieces.push({ first, last })
  }
  const joined: ByteRange[] = []
  for (const piece of pieces.sort((a, b) => a.first - b.first)) {
    const before = joined.at(-1)
    if (before && piece.first <= before.last + nearby) before.last = Math.max(before.last, piece.last)
    else joined.push({ ...piece })
  }
  return joined.length === 0 || joined.length > mostGiven ? "none" : joined
}
