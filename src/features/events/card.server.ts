import { Hono } from "hono"
import type { World } from "#http/world.ts"
import { messagesIn } from "#i18n/catalogues.server.ts"
import type { Messages } from "#i18n/messages.ts"
import { refusals } from "#lib/refusal.ts"
import { cardOf } from "#ui/poster/poster-card.server.ts"
import type { StampedWords } from "#ui/poster/poster-sheet.ts"
import { paths } from "#web/paths.ts"
import { findMerged } from "./access/queries.server.ts"
import type { Event } from "./event.ts"
import { findEvent } from "./queries.server.ts"
import { shownDate } from "./dates/shown-date.ts"
import { posterWords, stampOf } from "./ui/event-words.ts"

const immutable = "public, max-age=31536000, immutable"

/** Serves `/events/{id}/card.png`: the 1200 × 630 picture of link previews (Open Graph). */
export function eventCards({ db, config }: World) {
  return new Hono().get("/events/:id{[0-9]{1,15}}/card.png", async (c) => {
    const id = Number(c.req.param("id"))
    const event = await findEvent(db, null, id, config)
    const merged = event ? undefined : await findMerged(db, null, id)
    if (merged) return c.redirect(paths.eventCard(merged), 301)
    if (!event) return c.body(null, refusals.event_not_found)
    const version = cardVersion(event)
    const date = shownDate(event)
    const words = dated(messagesIn(event.language), event, date)
    const png = await cardOf(`event ${version} ${JSON.stringify(words)}`, () => words)
    return c.body(new Uint8Array(png), 200, {
      "Content-Type": "image/png",
      "Cache-Control": c.req.query("v") === version ? immutable : "public, max-age=600",
    })
  })
}

/**
 * Returns the words of a card. Other sites keep it for long, so it always has the year, and a stamp when the event is cancelled.
 */
function dated(t: Messages, event: Event, date: ReturnType<typeof shownDate>): StampedWords {
  return { ...posterWords(t, event, date), day: t.date(date.start, "shortYear"), stamp: stampOf(t, event, date) }
}

/** Returns a value that changes whenever the event does, so that the picture of one address never changes. */
export function cardVersion(event: Pick<Event, "updated">): string {
  return Date.parse(event.updated).toString(36)
}
