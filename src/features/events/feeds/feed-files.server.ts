import type { Context } from "hono"
import { fileAnswer, streamedFileAnswer } from "#http/files/file-answers.ts"
import type { HeavyWork } from "#http/limits/heavy-work.ts"
import { type FeedEntry, type FeedHead, feedKind, feedPieces } from "#http/files/web-feeds.ts"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Messages } from "#i18n/messages.ts"
import type { FeedFormat } from "#web/feed-formats.ts"
import type { EventFilters } from "../listing/filters.server.ts"
import { selectWholeList, type WholeSelection } from "../listing/selection.server.ts"
import { readWholeEvents } from "../queries.server.ts"
import { eventEntry } from "./event-entry.ts"

/**
 * Entries of a feed unless `limit` requests more, up to as many as in a calendar. Few by default, since feed readers poll often.
 */
const usual = 100
const most = 20_000
/** Number of events that count as one unit of heavy work. */
const eventsOfUnit = 200

export type FeedFiles = ReturnType<typeof feedFiles>

/**
 * Creates the handler that answers with the events of a list as a feed, newest publication first. A feed of the usual length is
 * built at once, so that it can be cached; a longer one is streamed as it is read.
 */
export function feedFiles({ db, config }: World, work: HeavyWork) {
  return async (
    c: Context,
    format: FeedFormat,
    filters: EventFilters,
    head: Omit<FeedHead, "updated">,
  ): Promise<Response> => {
    const asked = c.req.query("limit") ?? ""
    const limit = /^\d{1,5}$/.test(asked) ? Math.min(most, Math.max(1, Number(asked))) : usual
    work(c, 1)
    const moment = { now: new Date(), timezone: config.timezone }
    const whole = await selectWholeList(db, filters, moment, { most: limit, markedFrom: usual, isNewestFirst: true })
    const updated = newest([whole.changed, whole.published?.[0]])
    const pieces = feedPieces(format, { ...head, updated }, entries(whole, messagesIn(head.language)))
    if (whole.mark !== null) {
      const answer = streamedFileAnswer(c, whole.mark, pieces, feedKind(format))
      if (answer.status === 200) work(c, Math.ceil(whole.ids.length / eventsOfUnit))
      return answer
    }
    let body = ""
    for await (const piece of pieces) body += piece
    return fileAnswer(c, body, feedKind(format))
  }

  async function* entries({ ids, published }: WholeSelection, t: Messages): AsyncGenerator<FeedEntry> {
    const since = new Map(ids.map((id, at) => [id, published?.[at]]))
    for await (const event of readWholeEvents(db, ids, config))
      yield eventEntry(event, new Date(since.get(event.id) ?? event.created), config, t)
  }
}

function newest(moments: (Date | string | null | undefined)[]): Date | undefined {
  const times = moments.flatMap((one) => (one ? [new Date(one).getTime()] : []))
  return times.length > 0 ? new Date(Math.max(...times)) : undefined
}
