/** The content of an issue, by id: the web page shows what the mail contained, without what has been withdrawn since. */
export type Content = {
  /** First and last day covered, in the reader's time zone. */
  from: string
  to: string
  /** Changes made between these two moments are included. */
  since: string
  until: string
  notices: number[]
  /** Ids of event and occurrence, in chronological order. */
  dates: [event: number, date: number][]
  /** Number of dates of further events, for which there was no room. */
  more: number
  /** Days on which something takes place, even if the issue does not list it: these are not shown as empty. */
  busy: string[]
}

/** Most dates in an issue: mail programs cut what is longer than 102 KB. */
export const mostDates = 40
/** Most changes in an issue. */
export const mostChanges = 20

/** Returns whether an issue contains nothing that the one before did not. */
export function isNothingNew(content: Content, before: Content | undefined): boolean {
  if (content.notices.length > 0) return false
  const said = new Set(before?.dates.map(([event, date]) => `${event} ${date}`))
  return content.dates.every(([event, date]) => said.has(`${event} ${date}`))
}
