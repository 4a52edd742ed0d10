/** Returns the start of a list, as given in an address. */
export function startIn(url: URL, name = "start"): number {
  const written = url.searchParams.get(name) ?? ""
  return /^\d{1,6}$/.test(written) ? Number(written) : 0
}
