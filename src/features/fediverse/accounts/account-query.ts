/** So many at first, and at most so many with each press (specification §7). */
export const pageSize = 50

/** What the screen of accounts is asked. */
export type AccountQuery = {
  q: string | undefined
  start: number
  /** Whom somebody is about to follow: a handle or an address. */
  follow: string | undefined
  /** From which on the list of those begins whom one follows oneself. */
  own: number
}

/** What the address asks for; what nobody understands is left out. */
export function readAccounts(asked: URLSearchParams): AccountQuery {
  const text = (name: string, most: number) =>
    asked.get(name)?.toWellFormed().replaceAll("\0", " ").trim().slice(0, most) || undefined
  const number = (name: string) => (/^\d{1,6}$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : 0)
  return { q: text("q", 200), start: number("start"), follow: text("follow", 500), own: number("own") }
}

/** The query of an address for what is asked: nothing for what is not. */
export function writeAccounts({ q, start, follow, own }: Partial<AccountQuery>): Record<string, string | undefined> {
  return { q, start: start ? String(start) : undefined, follow, own: own ? String(own) : undefined }
}
