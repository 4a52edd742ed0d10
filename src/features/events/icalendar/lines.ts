// Content lines in the format of RFC 5545 §3.1.

/** Returns one property, such as `SUMMARY;LANGUAGE=fr:Radio Minuit`. The value is not escaped: use `text` for texts. */
export function line(name: string, value: string, parameters: Record<string, string | undefined> = {}): string {
  const written = Object.entries(parameters).flatMap(([key, one]) =>
    one === undefined ? [] : [`;${key}=${parameter(one)}`],
  )
  return `${name}${written.join("")}:${value}`
}

/** Escapes a TEXT value: commas, semicolons, backslashes and line ends; leaves out other control characters. */
export function text(words: string): string {
  return words
    .toWellFormed()
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, "\n")
    .replaceAll(/(?!\n)\p{Cc}/gu, " ")
    .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
    .replaceAll("\n", "\\n")
}

/** Encodes characters of a URI that would end its line. */
export function uri(address: string): string {
  return address.replaceAll(/[\s\p{Cc}]/gu, (sign) => encodeURIComponent(sign))
}

/** Quotes a parameter value where necessary. Quotes inside it are replaced, since few programs know their escapes (RFC 6868). */
function parameter(value: string): string {
  const plain = value
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .replaceAll('"', "’")
  return /[,;:]/.test(plain) ? `"${plain}"` : plain
}

const longest = 75

/** Returns the number of octets of a character in UTF-8. */
function octets(sign: string): number {
  const code = sign.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Joins lines to a file: each folded at 75 octets, never inside a character, and ended by CRLF. */
export function file(lines: readonly string[]): string {
  return lines.map((one) => `${folded(one)}\r\n`).join("")
}

function folded(whole: string): string {
  if (whole.length * 3 <= longest) return whole
  const parts: string[] = []
  let part = ""
  let size = 0
  for (const sign of whole) {
    const bytes = octets(sign)
    // The space at the start of a continuation line counts too.
    if (size + bytes > longest) {
      parts.push(part)
      part = ""
      size = 1
    }
    part += sign
    size += bytes
  }
  return [...parts, part].join("\r\n ")
}
