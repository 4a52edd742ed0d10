/**
 * Parses a `Cookie` header (RFC 6265 §5.4). Everything that reads cookies uses it, so that all parts agree on who the caller is.
 * Where a name occurs several times, the first that is not empty counts. Values are not decoded; only quotes around them are
 * removed.
 */
export function cookiesOf(header: string | null | undefined): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const part of (header ?? "").split(";")) {
    const at = part.indexOf("=")
    const name = part.slice(0, at).trim()
    if (at < 0 || cookies.get(name)) continue
    cookies.set(
      name,
      part
        .slice(at + 1)
        .trim()
        .replace(/^"(.*)"$/, "$1"),
    )
  }
  return cookies
}
