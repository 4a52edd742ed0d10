/** Accounts on the first page, and with each press of "more" (specification §7). */
export const pageSize = 50

/** The query of the page of Fediverse accounts. */
export type AccountQuery = {
  q: string | undefined
  start: number
  /** The account that the viewer is about to follow: a handle or an address. */
  follow: string | undefined
  /** Start of the page shown of the list of accounts that the viewer follows. */
  own: number
}

/** Reads the query from the address; values that cannot be understood are ignored. */
export function readAccounts(asked: URLSearchParams): AccountQuery {
  const text = (name: string, most: number) =>
    asked.get(name)?.toWellFormed().replaceAll("\0", " ").trim().slice(0, most) || undefined
  const number = (name: string) => (/^\d{1,6}$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : 0)
  return { q: text("q", 200), start: number("start"), follow: text("follow", 500), own: number("own") }
}

/** Writes the query as parameters of the address, without the defaults. */
export function writeAccounts({ q, start, follow, own }: Partial<AccountQuery>): Record<string, string | undefined> {
  return { q, start: start ? String(start) : undefined, follow, own: own ? String(own) : undefined }
}
