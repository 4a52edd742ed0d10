/** Groups past events by the year of their last date, keeping their order: newest first. */
export function byYear<One extends { start: string; next: { start: string } | null }>(
  events: readonly One[],
): { year: string; events: One[] }[] {
  const years = new Map<string, One[]>()
  for (const event of events) {
    const year = (event.next?.start ?? event.start).slice(0, 4)
    const there = years.get(year)
    if (there) there.push(event)
    else years.set(year, [event])
  }
  return [...years].map(([year, there]) => ({ year, events: there }))
}
