/**
 * The cookies of a `Cookie` header (RFC 6265 §5.4), for everything that reads one: whoever is asked who somebody is says
 * the same. Of a name that is there several times the first that says anything counts. Values are as they were sent, but
 * for quotes around them.
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
