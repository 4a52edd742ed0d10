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
