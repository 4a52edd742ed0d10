import { type FormEvent, type RefObject, useEffect, useRef } from "react"
import { useFetcher } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import { Select } from "#ui/fields/select.tsx"
import type { Outcome } from "#web/editing/form.ts"
import { useReadAgain } from "#web/navigation/read-again.ts"
import { paths } from "#web/paths.ts"
import type { User } from "#web/session/session.ts"
import type { Event, Occurrence } from "../../event.ts"
import { AnswerBar } from "./answer-bar.tsx"
import { answers, Attendance, type Answer } from "./attendance.tsx"
import { peopleOf } from "./missing.ts"
import { momentInWords } from "../event-words.ts"
import type { MyAttendance } from "./my-attendance.ts"

type MyAnswerProps = {
  event: Event
  user: User
  attendances: MyAttendance[]
  /** Takes the focus, since it replaces the dialog that stored the answer. */
  takesFocus?: boolean
}

/** The reader's answer to an event, with its person and visibility. Shown at once, and undone when it fails. */
export default function MyAnswer({ event, user, attendances, takesFocus = false }: MyAnswerProps) {
  const t = useMessages()
  const people = peopleOf(user)
  const own = attendances.find(({ occurrence }) => occurrence === null)
  const { fetcher, action, sent } = useAnswer(event.id)
  const form = useRef<HTMLFormElement>(null)
  const answer = sent ? answerIn(sent) : (own?.value ?? null)
  const visibility = String(sent?.get("visibility") ?? own?.visibility ?? "organisers")
  const actor = own?.actor.fid ?? user.identity?.fid ?? people[0]?.fid ?? ""
  useSentOnceAwake(form, answer)
  useEffect(() => {
    if (!takesFocus || !answer) return
    form.current?.querySelector<HTMLInputElement>(`input[value=${answer}]`)?.focus({ preventScroll: true })
  }, [takesFocus, answer])

  const resend = () => {
    if (answer) form.current?.requestSubmit()
  }
  return (
    <div className="no-print grid gap-3" id="answer">
      <AnswerBar
        control={form}
        answer={answer}
        share={paths.shareEvent(event.id)}
        onAnswer={(value) =>
          void fetcher.submit({ form: "answer", value, actor, visibility }, { method: "post", action })
        }
      />
      <fetcher.Form method="post" action={action} className="grid gap-3" autoComplete="off" ref={form}>
        <input type="hidden" name="form" value="answer" />
        <Attendance answer={answer} name="value" onAnswer={(_answer, radio) => radio.form?.requestSubmit()} />
        {event.occurrences.length > 1 && <p className="small t2">{t("answers.whole_event")}</p>}
        <details>
          <summary className="small t2 min-h-11 content-center">
            {visibility === "public" ? t("answers.seen_by_all") : seenBy(t, event)}{" "}
            <span className="link">{t("answers.options")}</span>
          </summary>
          <div className="form__grid pt-3">
            {people.length > 1 || people[0]?.fid !== actor ? (
              <Select
                key={actor}
                name="actor"
                label={t("answers.answer_as")}
                defaultValue={actor}
                onChange={resend}
                span={3}
                options={people.map(({ fid, name }) => ({ value: fid, label: name }))}
              />
            ) : (
              <input type="hidden" name="actor" value={actor} />
            )}
            <Select
              key={own?.visibility ?? ""}
              name="visibility"
              label={t("answers.answer_shown")}
              defaultValue={visibility}
              onChange={resend}
              span={3}
              options={[
                { value: "organisers", label: t("answers.shown_organisers") },
                { value: "public", label: t("answers.shown_public") },
              ]}
            />
          </div>
        </details>
        <WithoutScript />
      </fetcher.Form>
      {own && !own.is_confirmed && <ToConfirm user={user} eventId={event.id} />}
      {answer && (
        <fetcher.Form
          method="post"
          action={action}
          // Its button disappears with the answer: the keyboard continues where it was.
          onSubmit={() => form.current?.querySelector<HTMLElement>("input:checked")?.focus({ preventScroll: true })}
        >
          <input type="hidden" name="form" value="withdraw" />
          <button className="link small min-h-11" type="submit">
            {t("answers.clear_answer")}
          </button>
        </fetcher.Form>
      )}
    </div>
  )
}

type DateAnswerProps = { event: Event; date: Occurrence; user: User; attendances: MyAttendance[] }

/** The answer to one date of several. */
export function DateAnswer({ event, date, user, attendances }: DateAnswerProps) {
  const t = useMessages()
  const own = attendances.find(({ occurrence }) => occurrence?.id === date.id)
  const isAnswered = attendances.some(({ occurrence }) => occurrence === null)
  const { fetcher, action, sent } = useAnswer(event.id)
  const form = useRef<HTMLFormElement>(null)
  const people = peopleOf(user)
  const answer = sent ? answerIn(sent) : (own?.value ?? null)
  useSentOnceAwake(form, answer)
  if (people.length === 0) return null
  return (
    <fetcher.Form
      method="post"
      action={action}
      className="bar no-print order-3 py-1 max-md:basis-full"
      autoComplete="off"
      onChange={submit}
      ref={form}
    >
      <input type="hidden" name="form" value="answer" />
      <input type="hidden" name="occurrence" value={date.id} />
      <input type="hidden" name="actor" value={own?.actor.fid ?? user.identity?.fid ?? people[0]?.fid} />
      <Select
        key={answer ?? ""}
        name="value"
        label={
          <span className="vh">{t("answers.answer_for", { date: momentInWords(t, date.start, event.all_day) })}</span>
        }
        defaultValue={answer ?? ""}
        options={[
          { value: "", label: t(isAnswered ? "answers.as_for_all" : "answers.no_answer") },
          ...answers.map((value) => ({ value, label: t(`ui.${value}`) })),
        ]}
      />
      <WithoutScript />
    </fetcher.Form>
  )
}

/** Returns who sees the answer: the team of the organiser, or for a remote event the account that announces it. */
function seenBy(t: Messages, { organizers, origin, place }: Event) {
  const name = organizers[0]?.name ?? origin?.account.name ?? place?.name
  return name ? t("answers.seen_by", { name }) : t("answers.seen_by_makers")
}

function submit(change: FormEvent<HTMLFormElement>) {
  change.currentTarget.requestSubmit()
}

/** Returns a form's fetcher that stores an answer, with the data being sent. */
function useAnswer(id: number) {
  const fetcher = useFetcher<Outcome>()
  const readAgain = useReadAgain()
  // A failed request may have interrupted the reload after an earlier success: the data is loaded again.
  const hasFailed = fetcher.state === "idle" && fetcher.data?.isDone === false
  useEffect(() => {
    if (hasFailed) void readAgain()
  }, [hasFailed, readAgain])
  return { fetcher, action: paths.answerEvent(id, { sent: "1" }), sent: fetcher.formData }
}

function answerIn(sent: FormData): Answer | null {
  return sent.get("form") === "withdraw" ? null : (answers.find((one) => one === sent.get("value")) ?? null)
}

/** Sends the answer that was chosen before script had loaded. */
function useSentOnceAwake(form: RefObject<HTMLFormElement | null>, answer: Answer | null) {
  useEffect(() => {
    if (!form.current) return
    const chosen = new FormData(form.current).get("value") ?? ""
    if (chosen !== (answer ?? "")) form.current.requestSubmit()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, at the beginning
  }, [])
}

/** A note that the answer waits for a confirmed address, and until when. */
function ToConfirm({ user, eventId }: { user: User; eventId: number }) {
  const t = useMessages()
  return (
    <Note
      action={
        <ButtonLink to={paths.emails({ next: paths.event(eventId) })}>{t("answers.to_confirm_again")}</ButtonLink>
      }
    >
      <p>
        <strong>{t("answers.to_confirm")}.</strong> {t("answers.to_confirm_mail", { email: user.email ?? "" })}
      </p>
    </Note>
  )
}

/** The button to save without script; with script, choosing is enough. */
function WithoutScript() {
  const t = useMessages()
  return <noscript>{import.meta.env.SSR && <Button type="submit">{t("answers.save_answer")}</Button>}</noscript>
}
