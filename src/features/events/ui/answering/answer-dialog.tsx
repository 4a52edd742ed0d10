import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Dialog } from "#ui/overlays/dialog.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"
import type { Event } from "../../event.ts"
import type { EntryDate } from "../event-words.ts"
import type { Answer } from "./attendance.tsx"
import { LogInForm, NewPageForm, PublishFirst, NewAccountForm } from "./answer-form.tsx"
import { AnswerSubject, PressedAnswer } from "./answer-subject.tsx"
import { type Missing, missingOf } from "./missing.ts"
import "./answering.css"

type AnswerDialogProps = {
  event: Event
  /** The date that the event's page shows. */
  date: EntryDate
  answer: Answer
  onClose: () => void
  /** Called once the answer is stored. */
  onDone: () => void
}

/** The dialog over the event's page: asks for what is missing, creates it, and stores the pressed answer. */
export default function AnswerDialog({ event, date, answer, onClose, onDone }: AnswerDialogProps) {
  const t = useMessages()
  const user = useUser()
  // A step stays until its form is done, although signing in changes the user before that.
  const [step, go] = useState<Missing["what"] | "login">(missingOf(user)?.what ?? "page")
  const given = { eventId: event.id, answer, onDone }
  const missing = missingOf(user)
  return (
    <Dialog
      isOpen
      title={t(step === "login" ? "answers.ask_title_login" : "answers.ask_title")}
      about={<AnswerSubject event={event} date={date} />}
      lead={<PressedAnswer answer={answer} />}
      onClose={onClose}
    >
      {step === "account" && <NewAccountForm {...given} takesFocus onLogIn={() => go("login")} />}
      {step === "login" && (
        <LogInForm {...given} onRegister={() => go("account")} onNeedsPage={() => go(missing?.what ?? "page")} />
      )}
      {step === "page" && user && <NewPageForm {...given} takesFocus user={user} />}
      {step === "publishing" && missing?.what === "publishing" && (
        <PublishFirst next={paths.answerEvent(event.id, { value: answer })} {...missing} />
      )}
    </Dialog>
  )
}
