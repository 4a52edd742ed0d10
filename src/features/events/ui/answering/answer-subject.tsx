import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Event } from "../../event.ts"
import { EventPoster } from "../event-poster.tsx"
import { type EntryDate, placeOf, timeOf, titleOf } from "../event-words.ts"
import { type Answer, marks } from "./attendance.tsx"

/** The event to answer, in short: poster, title, when and where. */
export function AnswerSubject({ event, date }: { event: Event; date: EntryDate }) {
  const t = useMessages()
  const title = titleOf(t, event)
  const { name, city } = placeOf(t, event)
  return (
    <>
      <EventPoster event={event} date={date} />
      <p>
        <b lang={title.lang}>{unbroken(title.text)}</b>
        <span className="small t2">
          {[t.date(date.start, "short"), timeOf(t, event, date), city || name].filter(Boolean).join(" · ")}
        </span>
      </p>
    </>
  )
}

/** The pressed answer, marked. */
export function PressedAnswer({ answer }: { answer: Answer }) {
  const t = useMessages()
  const Mark = marks[answer].on
  return (
    <p>
      <span className="answer" data-v={answer}>
        <Mark />
        {t(`ui.${answer}`)}
      </span>
    </p>
  )
}
