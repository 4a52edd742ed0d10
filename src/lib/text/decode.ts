import iconv from "iconv-lite"

/**
 * Decodes bytes whose encoding is unknown: byte order marks (also doubled), UTF-16 with or without one, the character set
 * declared in an HTML or XML head, UTF-8. Lines that are not UTF-8 are read as windows-1252, one by one, so that one bad line of
 * a mixed file does not spoil the accents of the others.
 */
export function decode(bytes: Uint8Array): string {
  return withoutMark(decoded(bytes))
}

const headLength = 2048
/** A line longer than this is decoded in parts. */
const longestPart = 1_000_000

/** Decodes bytes piece by piece as they arrive, in whole lines, so that only a few lines are in memory at once. */
export async function* decodePieces(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let held: Uint8Array = new Uint8Array()
  let read: ((bytes: Uint8Array, isLast: boolean) => string) | undefined
  let isFirst = true
  for await (const chunk of chunks) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    if (!read && held.length < headLength) continue
    read ??= readerOf(held)
    const end = endOfLines(held)
    if (end === 0) continue
    const text = read(held.subarray(0, end), false)
    held = held.subarray(end)
    yield isFirst ? withoutMark(text) : text
    isFirst = false
  }
  const text = (read ?? readerOf(held))(held, true)
  if (text !== "") yield isFirst ? withoutMark(text) : text
}

/** Returns the end of the last whole line; in a line too long to be held, the end of the last whole character. */
function endOfLines(bytes: Uint8Array): number {
  const line = bytes.lastIndexOf(10) + 1
  if (line > 0 || bytes.length < longestPart) return line
  let end = bytes.length
  while (end > 0 && ((bytes[end - 1] as number) & 0xc0) === 0x80) end--
  return end - 1
}

function readerOf(head: Uint8Array): (bytes: Uint8Array, isLast: boolean) => string {
  const [first, second] = head
  const wide =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : bareUtf16(head)
  if (wide) {
    const decoder = new TextDecoder(wide)
    return (bytes, isLast) => decoder.decode(bytes, { stream: !isLast })
  }
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  const declared = declaredCharset(head)
  return (bytes) => {
    try {
      return utf8.decode(bytes)
    } catch {
      return declared ? iconv.decode(Buffer.from(bytes), declared) : lineByLine(bytes)
    }
  }
}

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes)
  const bare = bareUtf16(bytes)
  if (bare) return new TextDecoder(bare).decode(bytes)
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    const declared = declaredCharset(bytes)
    return declared ? iconv.decode(Buffer.from(bytes), declared) : lineByLine(bytes)
  }
}

/** Recognises UTF-16 without a byte order mark: ASCII in UTF-16 has a zero in every second byte. */
function bareUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const head = bytes.subarray(0, 512)
  if (head.length < 16) return undefined
  const even = head.filter((byte, at) => byte === 0 && at % 2 === 0).length
  const odd = head.filter((byte, at) => byte === 0 && at % 2 === 1).length
  const half = head.length / 2
  if (odd > half * 0.7 && even < half * 0.1) return "utf-16le"
  if (even > half * 0.7 && odd < half * 0.1) return "utf-16be"
  return undefined
}

function declaredCharset(bytes: Uint8Array): string | undefined {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 2048))
  if (!/^\s*</.test(head)) return undefined
  const name = /(?:charset|encoding)\s*=\s*["']?([\w:-]+)/i.exec(head)?.[1]
  return name && !/^utf-?8$/i.test(name) && iconv.encodingExists(name) ? name : undefined
}

function lineByLine(bytes: Uint8Array): string {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  const western = new TextDecoder("windows-1252")
  const lines: string[] = []
  for (let from = 0; from < bytes.length;) {
    const end = bytes.indexOf(10, from)
    const to = end < 0 ? bytes.length : end + 1
    const line = bytes.subarray(from, to)
    try {
      lines.push(utf8.decode(line))
    } catch {
      lines.push(western.decode(line))
    }
    from = to
  }
  return lines.join("")
}

function withoutMark(text: string): string {
  return text.replace(/^\ufeff+/, "")
}
