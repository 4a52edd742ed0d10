import { type FormEvent, useState } from "react"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { Note } from "#ui/note.tsx"
import { Dialog } from "#ui/overlays/dialog.tsx"
import { problemOf, sentencesOf } from "#web/api/problems.ts"
import { askIfSessionEnded } from "#web/session/session.ts"
import { splitDates } from "../../dates/split-dates.ts"
import { shownDate } from "../../dates/shown-date.ts"
import type { Event, Occurrence } from "../../event.ts"
import { EventPoster } from "../event-poster.tsx"
import { placeOf, titleOf } from "../event-words.ts"
import { type Audience, comingProgramme, mostCounted, useAudience, useCancellation } from "./cancellation.ts"
import "./cancel-event.css"

/** The dialog before an event or some of its dates are cancelled: who gets a notice, which dates, the reason. */
export function CancelDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const t = useMessages()
  const { past, coming } = splitDates(event)
  const open = coming.filter(isOn)
  const hasPlayed = past.some(isOn)
  const mayChoose = open.length > 1 || (open.length === 1 && hasPlayed)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(open.map(({ id }) => id)))
  const [reason, setReason] = useState("")
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const parts = comingProgramme(event).length
  const [hasProgramme, setProgramme] = useState(true)
  const isAll = chosen.size === open.length
  const isWhole = !mayChoose || (isAll && !hasPlayed)
  const audience = useAudience(event, isWhole ? undefined : [...chosen])
  const told = audience && audience.answered + audience.others
  const callOff = useCancellation(event)

  const send = async (sent: FormEvent) => {
    sent.preventDefault()
    sent.stopPropagation() // React would pass it on to the editor's form, which contains this dialog
    if (isBusy) return
    if (!isWhole && chosen.size === 0) return setWrong([t("cancel.choose_date")])
    setBusy(true)
    setWrong([])
    try {
      const programme = isWhole && parts > 0 && hasProgramme
      await callOff({ dates: isWhole ? undefined : [...chosen], reason: reason.trim(), programme })
    } catch (error) {
      const problem = problemOf(error, t)
      if (!problem) throw error
      askIfSessionEnded(problem.code)
      setWrong(sentencesOf(problem))
      setBusy(false)
    }
  }
  const choose = (dates: Iterable<number>) => {
    setWrong([])
    setChosen(new Set(dates))
  }

  return (
    <Dialog isOpen title={t("cancel.title")} onClose={onClose} isQuestion>
      <What event={event} />
      <form className="form cancel__form" onSubmit={(sent) => void send(sent)} noValidate>
        <p className="t2" role="status">
          {told !== undefined && <strong className="cancel__count">{t("cancel.people", { count: told })}</strong>}{" "}
          {audience && audience.unconfirmed > 0 && `${t("cancel.unconfirmed", { count: audience.unconfirmed })} `}
          {t("cancel.page_stays")}
        </p>
        {wrong.map((sentence) => (
          <Note key={sentence} type="error" role="alert">
            <p>{sentence}</p>
          </Note>
        ))}
        {mayChoose && <Dates event={event} open={open} chosen={chosen} choose={choose} audience={audience} />}
        {isWhole && parts > 0 && (
          <Checkbox
            name="programme"
            hint={t("cancel.programme_hint")}
            checked={hasProgramme}
            onChange={({ target }) => setProgramme(target.checked)}
          >
            {t("cancel.programme", { count: parts })}
          </Checkbox>
        )}
        <TextArea
          name="cancel_reason"
          label={t("cancel.reason")}
          note={t("cancel.read_by_all")}
          rows={2}
          maxLength={500}
          value={reason}
          onChange={(typed) => setReason(typed.target.value)}
          isOptional
        />
        <div className="bar bar--end">
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question opens on its safe answer (ARIA APG, alertdialog) */}
          <Button onClick={onClose} autoFocus>
            {t("cancel.leave")}
          </Button>
          <Button type="submit" kind="danger" isBusy={isBusy}>
            {isWhole ? t("cancel.do") : t("cancel.do_dates", { count: chosen.size })}
          </Button>
        </div>
        {told !== 0 && <p className="small t2">{t("cancel.grace")}</p>}
      </form>
    </Dialog>
  )
}

const isOn = ({ status }: Occurrence) => status !== "cancelled"

function What({ event }: { event: Event }) {
  const t = useMessages()
  const title = titleOf(t, event)
  const date = shownDate(event)
  return (
    <div className="cancel__obj">
      <EventPoster event={event} date={date} />
      <p>
        <b lang={title.lang}>{unbroken(title.text)}</b>
        <span className="small t2">
          {[t.date(date.start, "short"), event.all_day ? "" : t.time(date.start), placeOf(t, event).city]
            .filter(Boolean)
            .join(" · ")}
        </span>
      </p>
    </div>
  )
}

type DatesProps = {
  event: Event
  open: Occurrence[]
  chosen: ReadonlySet<number>
  choose: (dates: Iterable<number>) => void
  audience: Audience | undefined
}

/** The dates with their numbers of answers; one press selects all, however many there are. */
function Dates({ event, open, chosen, choose, audience }: DatesProps) {
  const t = useMessages()
  const shown = open.slice(0, mostCounted)
  const isAll = chosen.size === open.length
  // Unlisted dates are selected together with all of them, or not at all.
  const others = isAll ? shown.map(({ id }) => id) : [...chosen]
  const turn = (id: number) => choose(chosen.has(id) ? others.filter((one) => one !== id) : [...chosen, id])
  const answered = new Map(audience?.dates.map((one) => [one.occurrence, one.answered]))
  return (
    <fieldset className="field cancel__dates">
      <legend className="lbl">{t("cancel.which")}</legend>
      {open.length > 1 && (
        <label className="choice">
          <input
            type="checkbox"
            checked={isAll}
            ref={(box) => {
              if (box) box.indeterminate = !isAll && chosen.size > 0
            }}
            onChange={() => choose(isAll ? [] : open.map(({ id }) => id))}
          />
          <b>{t("cancel.all_dates")}</b>
        </label>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div
        className="cancel__list"
        {...(shown.length > 6 ? { tabIndex: 0, role: "group", "aria-label": t("cancel.which") } : {})}
      >
        {shown.map((one) => (
          <label className="choice" key={one.id}>
            <input type="checkbox" checked={chosen.has(one.id)} onChange={() => turn(one.id)} />
            <span className="cancel__date num">
              <span>
                <b>{t.date(one.start, "short")}</b>
                {!event.all_day && ` · ${t.time(one.start)}`}
              </span>
              {audience && (
                <span className="t2">{t("cancel.answers", { count: answered.get(one.id) ?? audience.all_dates })}</span>
              )}
            </span>
          </label>
        ))}
        {open.length > shown.length && (
          <p className="small t2">{t("cancel.more_dates", { count: open.length - shown.length })}</p>
        )}
      </div>
    </fieldset>
  )
}
