export type CalendarLoad = { firstByte: number; whole: number; slowest: number; requests: number; bytes: number }

/** The addresses of a calendar and a feed with all events. */
export const wholeCalendar = "/events/calendar.ics?from=1990-01-01"
export const wholeFeed = "/events/feed.atom?from=1990-01-01&limit=20000"

/**
 * Measures the cost of one long calendar or feed, and its effect on other requests: milliseconds to its first and last byte, and
 * the slowest of small requests made one after the other meanwhile.
 */
export async function calendarLoad(address: string, path = wholeCalendar): Promise<CalendarLoad> {
  await measured(address, path) // the first run compiles the code
  return measured(address, path)
}

async function measured(address: string, path: string): Promise<CalendarLoad> {
  const started = performance.now()
  let isRunning = true
  const others = (async () => {
    let [slowest, requests] = [0, 0]
    while (isRunning) {
      const from = performance.now()
      await (await fetch(`${address}/healthz`)).text()
      slowest = Math.max(slowest, performance.now() - from)
      requests++
    }
    return { slowest, requests }
  })()
  const answer = await fetch(address + path)
  if (!answer.ok || !answer.body) throw new Error(`${path} answered ${answer.status}`)
  let [firstByte, bytes] = [0, 0]
  for await (const piece of answer.body as unknown as AsyncIterable<Uint8Array>) {
    firstByte ||= performance.now() - started
    bytes += piece.length
  }
  const whole = performance.now() - started
  isRunning = false
  return { firstByte, whole, bytes, ...(await others) }
}
