import { type FormEvent, useEffect, useState } from "react"
import { useNavigate, useRevalidator } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { Note } from "#ui/note.tsx"
import { Dialog, preloadDialog } from "#ui/overlays/dialog.tsx"
import { notify } from "#ui/overlays/notifications.ts"
import { browserApi } from "#web/browser-api.ts"
import { paths } from "#web/paths.ts"
import { problemOf, sentencesOf } from "#web/problems.ts"
import { shownDate } from "../../dates/shown-date.ts"
import type { Event, Occurrence } from "../../event.ts"
import { EventPoster } from "../event-poster.tsx"
import { placeOf, titleOf } from "../event-words.ts"
import "./cancel-event.css"

/** So long nobody is told yet (milliseconds): what is undone until then, nobody hears of. */
const grace = 120_000
/** Of so many dates one chooses here; more are gone through where they are managed. */
const mostDates = 20

/** Calls an event off: who will be told, which dates, why. Without script a link to where that is asked too. */
export function CancelEvent({ event }: { event: Event }) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <a
        className="btn btn--bare btn--danger"
        data-cancel
        href={paths.manageEvent(event.id, { tab: "dates" })}
        onFocus={preloadDialog}
        onPointerEnter={preloadDialog}
        onClick={(press) => {
          press.preventDefault()
          setOpen(true)
        }}
      >
        {t("event-editor.cancel_event")}
      </a>
      {isOpen && <CancelDialog event={event} onClose={() => setOpen(false)} />}
    </>
  )
}

function CancelDialog({ event, onClose }: { event: Event; onClose: () => void }) {
  const t = useMessages()
  const title = titleOf(t, event)
  const date = shownDate(event)
  const open = event.occurrences.filter(({ status }) => status !== "cancelled")
  const mayChoose = open.length > 1 && open.length <= mostDates
  const [chosen, setChosen] = useState<readonly number[]>(() => open.map(({ id }) => id))
  const [reason, setReason] = useState("")
  const [wrong, setWrong] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const people = useAudience(event, mayChoose && chosen.length === 1 ? chosen[0] : undefined)
  const isWhole = chosen.length === open.length
  const calledOff = useCallOff(event)
  const words = isWhole ? t("cancel.do") : t("cancel.do_dates", { count: chosen.length })

  const send = async (sent: FormEvent) => {
    sent.preventDefault()
    sent.stopPropagation() // React hands it on to the editor's form, in which this dialog stands
    if (isBusy || chosen.length === 0) return
    setBusy(true)
    try {
      await calledOff(isWhole ? undefined : chosen, reason.trim())
    } catch (error) {
      const problem = problemOf(error, t)
      if (!problem) throw error
      setWrong(sentencesOf(problem))
      setBusy(false)
    }
  }
  const turn = (id: number) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])

  return (
    <Dialog isOpen title={t("cancel.title")} onClose={onClose} isQuestion>
      <div className="cancel__obj">
        <EventPoster event={event} date={date} />
        <p>
          <b lang={title.lang}>{title.text}</b>
          <span className="small t2">
            {[t.date(date.start, "short"), event.all_day ? "" : t.time(date.start), placeOf(t, event).city]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </p>
      </div>
      <form className="form cancel__form" onSubmit={(sent) => void send(sent)} noValidate>
        <p className="t2" role="status">
          {people !== undefined && t("cancel.people", { count: people })} {t("cancel.page_stays")}
        </p>
        {wrong.map((sentence) => (
          <Note key={sentence} type="error" role="alert">
            <p>{sentence}</p>
          </Note>
        ))}
        {mayChoose && (
          <fieldset className="field cancel__dates">
            <legend className="lbl">{t("cancel.which")}</legend>
            {open.map((one) => (
              <label className="choice" key={one.id}>
                <input type="checkbox" checked={chosen.includes(one.id)} onChange={() => turn(one.id)} />
                <span className="num">{dateWords(t, event, one)}</span>
              </label>
            ))}
          </fieldset>
        )}
        {isWhole && (
          <TextArea
            name="cancel_reason"
            label={t("event-editor.reason")}
            note={t("cancel.read_by_all")}
            rows={2}
            maxLength={500}
            value={reason}
            onChange={(typed) => setReason(typed.target.value)}
            isOptional
          />
        )}
        <div className="bar bar--end">
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- a question opens on its safe answer (ARIA APG, alertdialog) */}
          <Button onClick={onClose} autoFocus>
            {t("cancel.leave")}
          </Button>
          <Button type="submit" kind="danger" isBusy={isBusy}>
            {words}
          </Button>
        </div>
        <p className="small t2">{t("cancel.grace")}</p>
      </form>
    </Dialog>
  )
}

function dateWords(t: ReturnType<typeof useMessages>, event: Event, { start }: Occurrence): string {
  return [t.date(start, "short"), event.all_day ? "" : t.time(start)].filter(Boolean).join(" · ")
}

/** How many people would be told; undefined until that is known. */
function useAudience(event: Event, occurrence: number | undefined): number | undefined {
  const [count, setCount] = useState<number>()
  useEffect(() => {
    let isGone = false
    if (event.workflow !== "published") return
    browserApi
      .get("/api/contents/events/{id}/notices/audience/", {
        id: String(event.id),
        ...(occurrence === undefined ? {} : { occurrence }),
      })
      .then(
        ({ answered, others }) => !isGone && setCount(answered + others),
        () => {}, // it can be called off all the same
      )
    return () => {
      isGone = true
    }
  }, [event.id, event.workflow, occurrence])
  return count
}

/** Calls the event or some of its dates off, says so, and takes that back for as long as nobody was told. */
function useCallOff(event: Event) {
  const t = useMessages()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const id = String(event.id)
  const put = async (status: "cancelled" | "scheduled", dates: readonly number[] | undefined, reason: string) => {
    if (dates) {
      for (const occurrence of dates)
        await browserApi.patch(
          "/api/contents/events/{id}/occurrences/{occurrence}/",
          { status },
          { id, occurrence: String(occurrence) },
        )
    } else {
      const why = status === "cancelled" ? reason || null : event.status_reason
      const before = event.status === "cancelled" ? "scheduled" : event.status
      await browserApi.patch(
        "/api/contents/events/{id}/",
        { status: status === "cancelled" ? status : before, status_reason: why },
        { id },
      )
    }
  }
  return async (dates: readonly number[] | undefined, reason: string) => {
    await put("cancelled", dates, reason)
    const undo = async () => {
      try {
        await put("scheduled", dates, "")
        notify({ type: "info", message: t("cancel.undone") })
        await revalidate()
      } catch (error) {
        const problem = problemOf(error, t)
        if (!problem) throw error
        for (const message of sentencesOf(problem).slice(0, 1)) notify({ type: "error", message })
      }
    }
    notify({
      type: "success",
      message: dates ? t("cancel.dates_done", { count: dates.length }) : t("cancel.done"),
      timeout: grace,
      action: { label: t("cancel.undo"), run: () => void undo() },
    })
    await navigate(paths.event(event.id))
  }
}
