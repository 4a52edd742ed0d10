/** So many at first, and at most so many with each press (specification §7). */
export const pageSize = 50

/** What the screen of accounts is asked. */
export type AccountQuery = {
  q: string | undefined
  start: number
  /** Whom somebody is about to follow: a handle or an address. */
  follow: string | undefined
}

/** What the address asks for; what nobody understands is left out. */
export function readAccounts(asked: URLSearchParams): AccountQuery {
  const text = (name: string, most: number) =>
    asked.get(name)?.toWellFormed().replaceAll("\0", " ").trim().slice(0, most) || undefined
  const start = /^\d{1,6}$/.test(asked.get("start") ?? "") ? Number(asked.get("start")) : 0
  return { q: text("q", 200), start, follow: text("follow", 500) }
}

/** The query of an address for what is asked: nothing for what is not. */
export function writeAccounts({ q, start, follow }: Partial<AccountQuery>): Record<string, string | undefined> {
  return { q, start: start ? String(start) : undefined, follow }
}

/** The handle that somebody searches for, `@anna@elsewhere.example`; undefined when it is none. */
export function handleIn(q: string | undefined): string | undefined {
  const found = /^@?([\p{L}\p{N}_.+-]{1,100})@([\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+(?::\d{1,5})?)$/u.exec(q ?? "")
  return found ? `@${found[1]}@${found[2]?.toLowerCase()}` : undefined
}

/** A handle in its two halves, as it is shown: `@anna`, `@elsewhere.example`. */
export function halvesOf(handle: string): [name: string, host: string] {
  const [, name = handle, host = ""] = /^@?([^@]+)(@.+)?$/.exec(handle) ?? []
  return [`@${name}`, host]
}
