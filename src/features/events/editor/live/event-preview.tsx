import { useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { dateAt } from "#lib/time.ts"
import { ArrowLeft } from "#ui/icons.tsx"
import { Eye } from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import { Note } from "#ui/note.tsx"
import type { Event } from "../../event.ts"
import { shownDate } from "../../dates/shown-date.ts"
import { EventCredits } from "../../ui/page/event-credits.tsx"
import { EventDates } from "../../ui/page/event-dates.tsx"
import { EventFacts } from "../../ui/page/event-facts.tsx"
import { EventHead } from "../../ui/page/event-head.tsx"
import { EventPoster } from "../../ui/event-poster.tsx"
import { EventText } from "../../ui/page/event-text.tsx"
import { titleOf } from "../../ui/event-words.ts"
import "#features/events/ui/page/event-page.css"
import "#features/events/ui/answering/answering.css"

const none: [] = []

/** A preview of the event's page, made of the fields typed so far. */
export function EventPreview({ event, back }: { event: Event; back: string }) {
  const t = useMessages()
  const top = useRef<HTMLParagraphElement>(null)
  useEffect(() => top.current?.focus(), [])
  const date = shownDate(event)
  const [today] = useState(() => dateAt(new Date(), event.timezone))
  const isReady = titleOf(t, event).text !== "" && event.occurrences.length > 0
  return (
    <div className="wrap">
      <div className="bar bar--between py-3">
        <Link className="up" to={back}>
          <ArrowLeft />
          {t("event-editor.back_to_form")}
        </Link>
      </div>
      <Note icon={Eye}>
        <p ref={top} tabIndex={-1}>
          <strong>{t("event-editor.preview_note")}</strong>{" "}
          {isReady ? t("event-editor.preview_text") : t("event-editor.preview_not_ready")}
        </p>
      </Note>
      {isReady && (
        <article className="event py-6">
          <div className="event__poster">
            <EventPoster event={event} date={date} whole eager />
          </div>
          <div className="event__body">
            <EventHead event={event} date={date} attendances={none} />
            <EventText event={event} today={today} />
            <EventDates event={event} today={today} attendances={none} />
            <EventCredits event={event} />
            <EventFacts event={event} />
          </div>
        </article>
      )}
    </div>
  )
}
