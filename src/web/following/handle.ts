/** Parses a search text as a handle, `@anna@elsewhere.example`; undefined when it is not one. */
export function parseHandle(q: string | undefined): string | undefined {
  const found = /^@?([\p{L}\p{N}_.+-]{1,100})@([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?)$/u.exec(q ?? "")
  return found ? `@${found[1]}@${found[2]?.toLowerCase()}` : undefined
}

/** Splits a handle into its two halves, as it is shown: `@anna`, `@elsewhere.example`. */
export function splitHandle(handle: string): [name: string, host: string] {
  const [, name = handle, host = ""] = /^@?([^@]+)(@.+)?$/.exec(handle) ?? []
  return [`@${name}`, host]
}
