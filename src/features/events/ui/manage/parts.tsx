import { type ReactNode, useEffect, useRef } from "react"
import { useLocation } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Note } from "#ui/note.tsx"
import { Submit, useFormState } from "#web/editing/form-parts.tsx"
import type { Event } from "../../event.ts"
import type { PendingConfirmation } from "../../pages/manage-forms.ts"

/** Numbers of people who get a notice; those without a confirmed address are counted separately. */
export type AudienceCount = { answered: number; others: number; unconfirmed: number }

/**
 * Returns the audience in words: « 29 personnes seront prévenues : 18 qui ont répondu, 11 qui suivent l’événement… ». Leaves out
 * numbers that are 0.
 */
export function audienceInWords(t: Messages, { answered, others, unconfirmed }: AudienceCount): string {
  const waiting = unconfirmed > 0 ? [t("cancel.unconfirmed", { count: unconfirmed })] : []
  if (answered + others === 0) return [t("manage.nobody_told"), ...waiting].join(" ")
  const told =
    others === 0
      ? t("manage.people_told_answered", { count: answered })
      : answered === 0
        ? t("manage.people_told_others", { count: others })
        : t("manage.people_told", { count: answered + others, answered, others })
  return [told, t("manage.two_minutes"), ...waiting].join(" ")
}

/** Returns the confirmation that a form waits for. */
export function usePendingConfirmation(): PendingConfirmation | undefined {
  const { outcome } = useFormState()
  return outcome?.isDone ? (outcome.given as PendingConfirmation | undefined) : undefined
}

type SureProps = {
  asked: PendingConfirmation | undefined
  title: string
  children: ReactNode
  /** Fields to fill in before confirming. */
  fields?: ReactNode
  /** Label of the confirming button: « Annuler l’événement ». */
  confirm: string
  isDangerous?: boolean
  /** Address to go back to without doing anything. */
  back?: string
}

/** The confirmation of an action that people get a notice of, inside the same form, with or without script. */
export function ConfirmInForm({ asked, title, children, fields, confirm, isDangerous, back }: SureProps) {
  const t = useMessages()
  const { pathname, search } = useLocation()
  const box = useRef<HTMLDivElement>(null)
  // Focuses the question, which has replaced the pressed button.
  useEffect(() => box.current?.focus(), [])
  if (!asked) return null
  const go = (
    <Submit key="go" kind={isDangerous ? "danger" : "main"} name="sure" value="yes">
      {confirm}
    </Submit>
  )
  const leave = (
    <a key="leave" className="btn" href={back ?? `${pathname}${search}`}>
      {t("manage.leave_it")}
    </a>
  )
  return (
    <div ref={box} className="evm__sure" role="group" aria-label={title} tabIndex={-1}>
      <Note type="warning" role="alert">
        <p>
          <strong>{title}</strong>
        </p>
        {children}
      </Note>
      {fields}
      <div className="bar">{isDangerous ? [leave, go] : [go, leave]}</div>
    </div>
  )
}

/** Returns the number of answers of any value, without those whose address is not confirmed. */
export function countAnswers(counts: Event["attendance_counts"]): number {
  return counts ? counts.confirmed + counts.interested + counts.declined : 0
}

/** A day: « 20 nov. ». */
export function DayText({ iso }: { iso: string }) {
  const t = useMessages()
  return <time dateTime={iso}>{t.date(iso, "dayMonth")}</time>
}

/** A moment: « 21 novembre 2026, 20:30 ». */
export function MomentText({ iso }: { iso: string }) {
  const t = useMessages()
  return (
    <time dateTime={iso}>
      {t.date(iso, "medium")}, {t.time(iso)}
    </time>
  )
}
