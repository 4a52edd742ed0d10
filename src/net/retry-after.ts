/** Longest wait in seconds: a day. */
const longest = 86_400

/** Parses a Retry-After header (RFC 9110, 10.2.3), seconds or a date, into seconds; a day at most. */
export function parseRetryAfter(header: string | undefined, now = Date.now()): number {
  const said = header === undefined ? 0 : /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(said) ? Math.min(Math.max(0, Math.ceil(said)), longest) : 0
}
