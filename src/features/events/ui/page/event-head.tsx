import { Suspense, useState } from "react"
import { AddToAgenda } from "#features/agendas/ui/add-to-agenda.tsx"
import { ActorChip } from "#features/actors/ui/actor-chip.tsx"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { ArrowUpRight, CalendarBlank, Globe, Printer, ShareNetwork, Ticket } from "#ui/icons.tsx"
import { classes } from "#ui/classes.ts"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { Link } from "#ui/link.tsx"
import { titleSize } from "#ui/poster/title-size.ts"
import { AddTo } from "#web/add-to/add-to.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"
import { useSite } from "#web/page/site.ts"
import type { Event, Occurrence } from "../../event.ts"
import { doorsAt, minutesOf, shownDate } from "../../dates/shown-date.ts"
import { AnswerButtons } from "../answering/answer-buttons.tsx"
import { missingOf } from "../answering/missing.ts"
import type { Answer } from "../answering/attendance.tsx"
import { CategoryLabel } from "../agenda/rows/category-label.tsx"
import { DateBlock } from "../agenda/rows/date-block.tsx"
import { actorsOf, isCancelled, momentInWords, titleOf } from "../event-words.ts"
import { spokenName } from "../spoken-name.ts"
import { calendarOf } from "./calendar-of.ts"
import type { MyAttendance } from "../answering/my-attendance.ts"

const MyAnswer = lazyPart(() => import("../answering/my-answer.tsx"))
const JoiningElsewhere = lazyPart(async () => ({
  default: (await import("../answering/joining.tsx")).JoiningElsewhere,
}))
const AnswerDialog = lazyPart(() => import("../answering/answer-dialog.tsx"))

type ShownDate = Pick<Occurrence, "start" | "end" | "status" | "original_start">
type EventHeadProps = {
  event: Event
  date: ShownDate
  /** Answers of the signed-in reader. */
  attendances: MyAttendance[]
}

/** The head of the page: title, people, status, date, and actions. */
export function EventHead({ event, date, attendances }: EventHeadProps) {
  const t = useMessages()
  const title = titleOf(t, event)
  const actors = actorsOf(event)
  // A running event is shown as if it began today; its length comes from the real date.
  const trueDate = shownDate(event)
  const minutes = minutesOf(trueDate)
  const isOff = isCancelled(event, date)
  const labels = [ageInWords(t, event.age), languagesInWords(t, event.languages)].filter(Boolean)
  return (
    <header className="event__head">
      <div className="bar">
        <CategoryLabel category={event.category} />
        {labels.map((label) => (
          <span className="cat" key={label}>
            {label}
          </span>
        ))}
      </div>
      <h1 className={classes(titleSize(title.text), isOff && "dim")} lang={title.lang} tabIndex={-1}>
        {unbroken(title.text)}
      </h1>
      {actors.length > 0 && (
        <p className="bar gap-x-5 gap-y-1">
          {actors.map((actor) => (
            <ActorChip key={actor.fid} actor={actor} />
          ))}
        </p>
      )}
      {event.parent && (
        <p className="t2">
          {t("events.part_of")}{" "}
          <PageLink className="link" to={paths.event(event.parent.id)} lang={titleOf(t, event.parent).lang}>
            {unbroken(titleOf(t, event.parent).text)}
          </PageLink>
        </p>
      )}
      <DateBlock
        start={date.start}
        end={date.end}
        allDay={event.all_day}
        isOff={isOff}
        doors={isOff ? null : doorsAt(event, date)}
        more={minutes && !event.all_day && durationInWords(t, minutes)}
      />
      {trueDate.start !== date.start && (
        <p className="t2">{t("events.running_since", { date: t.date(trueDate.start, "long") })}</p>
      )}
      {date.status === "moved" && date.original_start && (
        <p className="t2">{t("events.moved_from", { date: momentInWords(t, date.original_start, event.all_day) })}</p>
      )}
      {isOff && attendances[0] && <WasAnswered answer={attendances[0].value} />}
      <Answering event={event} date={date} attendances={attendances} />
      <Doing event={event} title={title.text} />
    </header>
  )
}

/** The earlier answer to a cancelled event: it needs no action, but stays where the reader finds it. */
function WasAnswered({ answer }: { answer: MyAttendance["value"] }) {
  const t = useMessages()
  return (
    <p className="t2 no-print">
      {t("events.was_answered", { answer: t(`ui.${answer}`) })}{" "}
      <Link className="link" to={paths.outings()}>
        {t("events.in_outings")}
      </Link>
    </p>
  )
}

/** The control to answer (specification §5): without an account or a page, the pressed answer asks for them. */
function Answering({ event, date, attendances }: EventHeadProps) {
  const user = useUser()
  const [pressed, press] = useState<Answer | null>(null)
  const [isFresh, setFresh] = useState(false)
  if (event.next === null || event.status === "cancelled" || (isCancelled(event, date) && !user)) return null
  if (event.workflow !== "published" && !event.joining) return null
  const missing = missingOf(user)
  return (
    <>
      {event.joining && (
        <Suspense>
          <JoiningElsewhere joining={event.joining} />
        </Suspense>
      )}
      {user && !missing ? (
        <Suspense>
          <MyAnswer event={event} user={user} attendances={attendances} takesFocus={isFresh} />
        </Suspense>
      ) : (
        <AnswerButtons eventId={event.id} onPress={press} />
      )}
      {pressed && (
        <Suspense>
          <AnswerDialog
            event={event}
            date={date}
            answer={pressed}
            onClose={() => press(null)}
            onDone={() => {
              setFresh(true)
              press(null)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

function Doing({ event, title }: { event: Event; title: string }) {
  const t = useMessages()
  const site = useSite()
  const isOff = event.status === "cancelled"
  const calendar = event.workflow === "published" && calendarOf(t, event, site?.url ?? "")
  return (
    <div className="bar">
      {event.workflow === "published" && (
        <ButtonLink icon={ShareNetwork} to={paths.shareEvent(event.id)}>
          {t("events.share")}
        </ButtonLink>
      )}
      {calendar && (
        <AddTo {...calendar} icon={CalendarBlank}>
          {t("events.add_to_calendar")}
        </AddTo>
      )}
      {(event.workflow === "published" || event.workflow === "remote") && (
        <AddToAgenda kind="event" of={event.id} what={title} />
      )}
      {event.ticket_url && event.next && !isOff && (
        <ButtonLink icon={Ticket} to={event.ticket_url} rel="noopener nofollow">
          {t("events.tickets")} <ArrowUpRight />
        </ButtonLink>
      )}
      {event.online_url && !isOff && (
        <ButtonLink icon={Globe} to={event.online_url} rel="noopener nofollow">
          {t("events.join_online")} <ArrowUpRight />
        </ButtonLink>
      )}
      <Button kind="bare" icon={Printer} className="noscript:hidden" onClick={() => print()}>
        {t("events.print")}
      </Button>
    </div>
  )
}

function ageInWords(t: Messages, { min, max }: Event["age"]) {
  if (min !== null && max !== null) return t("events.age_between", { min, max })
  if (min !== null) return min > 0 ? t("events.age_from", { age: min }) : ""
  return max === null ? "" : t("events.age_to", { age: max })
}

function languagesInWords(t: Messages, languages: string[]) {
  // `zxx` (BCP 47): no language is spoken.
  const spoken = languages.filter((code) => code !== "zxx" && code !== "und").map((code) => spokenName(t, code))
  return spoken.length > 0 ? t("events.spoken", { languages: t.list(spoken) }) : ""
}

/** Returns a duration in words: « 1 h 45 ». */
function durationInWords(t: Messages, minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  if (hours === 0) return t("events.duration_minutes", { minutes: rest })
  return t("events.duration_hours", { hours, minutes: rest === 0 ? "" : String(rest).padStart(2, "0") }).trim()
}
