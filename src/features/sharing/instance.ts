/**
 * Returns the host of a Fediverse instance from what people write: `mon-instance.example`, `https://mon-instance.example/`,
 * `@me@mon-instance.example`. Undefined when it is not the name of a public host.
 */
export function instanceHost(written: string): string | undefined {
  const bare = written.trim().toLowerCase()
  if (bare.length === 0 || bare.length > 300) return undefined
  const handle = /^@?[\w.+-]+@([^@/\s]+)$/.exec(bare)?.[1]
  const address = handle ?? bare.replace(/^https?:\/\//, "").replace(/[/?#].*$/, "")
  if (/[\s@:\\%[\]]/.test(address)) return undefined
  let host: string
  try {
    host = new URL(`https://${address}/`).hostname // punycode for names beyond ASCII
  } catch {
    return undefined
  }
  host = host.replace(/\.$/, "")
  const labels = host.split(".")
  const isName = labels.length > 1 && labels.every((label) => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))
  // A last label of digits means an IP address; some names are never public.
  const isPublic =
    !/^\d+$/.test(labels.at(-1) ?? "") && !/^(localhost|local|internal|home|lan|onion|arpa)$/.test(labels.at(-1) ?? "")
  return isName && isPublic && host.length <= 253 ? host : undefined
}

/** Returns the address where an instance accepts a text to publish (Mastodon's, which other software follows). */
export function publishAddress(host: string, text: string): string {
  return `https://${host}/share?text=${encodeURIComponent(text)}`
}
