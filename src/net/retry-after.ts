/** Nobody is waited for longer than a day. */
const longest = 86_400

/** Retry-After (RFC 9110, 10.2.3): seconds, or a date; a day at most. */
export function secondsIn(header: string | undefined, now = Date.now()): number {
  const said = header === undefined ? 0 : /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isFinite(said) ? Math.min(Math.max(0, Math.ceil(said)), longest) : 0
}
