import type { Context } from "hono"
import { fileAnswer, streamedFileAnswer } from "#http/files/file-answers.ts"
import type { HeavyWork } from "#http/limits/heavy-work.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Language } from "#i18n/languages.ts"
import type { EventFilters } from "../listing/filters.server.ts"
import { type CalendarHead, calendarPieces, calendarType } from "./icalendar.ts"
import { zonesOfEvents } from "./queries.server.ts"
import { readWholeEvents } from "../queries.server.ts"
import { selectWholeList } from "../listing/selection.server.ts"

/** Largest number of events in a calendar; up to `wholeUpTo` the file is built at once, so that it can be cached. */
const mostEvents = 20_000
const wholeUpTo = 100
/** Number of events that count as one unit of heavy work. */
const eventsOfUnit = 200

export type CalendarFiles = ReturnType<typeof calendarFiles>

/**
 * Creates the handler that answers with the events of a list as a calendar to subscribe to. A long one is streamed as it is read,
 * some events at a time: it begins at once, takes little memory, and other requests do not wait for it.
 */
export function calendarFiles({ db, config }: World, work: HeavyWork) {
  return async (c: Context, filters: EventFilters, head: CalendarHead, language: Language): Promise<Response> => {
    work(c, 1)
    const t = messagesIn(language)
    const moment = { now: new Date(), timezone: config.timezone }
    const whole = await selectWholeList(db, filters, moment, { most: mostEvents, markedFrom: wholeUpTo })
    const summary = { changed: whole.changed?.toISOString(), zones: () => zonesOfEvents(db, whole.ids) }
    const pieces = calendarPieces(head, summary, readWholeEvents(db, whole.ids, config), t)
    const kind = { type: calendarType, headers: { "Access-Control-Allow-Origin": "*" } }
    if (whole.mark !== null) {
      const answer = streamedFileAnswer(c, whole.mark, pieces, kind)
      if (answer.status === 200) work(c, Math.ceil(whole.ids.length / eventsOfUnit))
      return answer
    }
    let body = ""
    for await (const piece of pieces) body += piece
    return fileAnswer(c, body, kind)
  }
}
