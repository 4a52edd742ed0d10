/**
 * What one issue holds, by number: the web issue shows what the mail held, without what has been taken back since.
 */
export type Content = {
  /** The days it is about, on the reader's clocks. */
  from: string
  to: string
  /** What happened between these two moments has changed. */
  since: string
  until: string
  notices: number[]
  /** Event and date, in the order they take place. */
  dates: [event: number, date: number][]
  /** Further dates of events that stand in it, and of those that found no room. */
  more: number
  /** Days on which something takes place that does not stand in it by itself: no day off. */
  busy: string[]
}

/** So many dates an issue has at most: mail programs cut what is longer than 102 KB. */
export const mostDates = 40
/** So many changes. */
export const mostChanges = 20

/** Is there nothing in an issue that the one before did not say? */
export function isNothingNew(content: Content, before: Content | undefined): boolean {
  if (content.notices.length > 0) return false
  const said = new Set(before?.dates.map(([event, date]) => `${event} ${date}`))
  return content.dates.every(([event, date]) => said.has(`${event} ${date}`))
}
