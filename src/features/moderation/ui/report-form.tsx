import { type ReactNode, useEffect, useRef } from "react"
import type { Captcha } from "#features/contact/captcha/representation.server.ts"
import { CaptchaFields } from "#features/contact/ui/captcha-fields.tsx"
import { type ProofControls, ProofGate } from "#features/contact/ui/proof-gate.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { Choices } from "#ui/fields/choice.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Note } from "#ui/note.tsx"
import { Form, useField, useFormState } from "#web/editing/form-parts.tsx"
import { useUser } from "#web/session/session.ts"
import { longestStatement, reportReasons } from "../reporting/reasons.ts"
import { decisionNews, type SentReport } from "./report-forms.ts"

type ReportFormProps = {
  /** Name of the reported content, and the address to return to. */
  name: string
  back: string
  /** The challenge that came with the page, for visitors without an account. */
  captcha: Captcha | null
}

/** The form that reports content; visitors without an account prove that they are human, and may leave an address. */
export default function ReportForm({ captcha, ...thing }: ReportFormProps) {
  const user = useUser()
  if (user) return <Letter {...thing} />
  return (
    <ProofGate form="report" captcha={captcha}>
      {(proven) => <Letter {...thing} proven={proven} />}
    </ProofGate>
  )
}

type LetterProps = Omit<ReportFormProps, "captcha"> & { proven?: ProofControls }

function Letter({ name, back, proven }: LetterProps) {
  const t = useMessages()
  return (
    <Form<SentReport> name="report" className="form narrow contact" failure={t("report.failed")}>
      {({ outcome }) =>
        outcome?.isDone ? (
          <Sent name={name} back={back} email={outcome.given?.email ?? ""} />
        ) : (
          <Fields isWaiting={proven?.isWaiting ?? false}>
            {proven && (
              <>
                <Address />
                <CaptchaFields {...proven} />
              </>
            )}
          </Fields>
        )
      }
    </Form>
  )
}

function Fields({ children, isWaiting }: { children: ReactNode; isWaiting: boolean }) {
  const t = useMessages()
  const { isBusy } = useFormState()
  return (
    <>
      <p className="t2">{t("report.about")}</p>
      <Choices
        {...useField("reason")}
        legend={t("report.reason")}
        options={reportReasons.map((value) => ({ value, title: t(`report.reason_${value}`) }))}
      />
      <TextArea
        {...useField("text")}
        rows={5}
        maxLength={longestStatement}
        label={t("report.text")}
        hint={t("report.text_hint")}
        isOptional
      />
      {children}
      <div className="bar">
        <Button type="submit" kind="main" size="large" isBusy={isBusy || isWaiting}>
          {t("report.send")}
        </Button>
      </div>
    </>
  )
}

function Address() {
  const t = useMessages()
  return (
    <TextField
      {...useField("email")}
      type="email"
      autoComplete="email"
      maxLength={254}
      label={t("report.email")}
      hint={t("report.email_hint")}
      isOptional
    />
  )
}

/** What happens next, in place of the form. */
function Sent({ name, back, email }: { name: string; back: string; email: string }) {
  const t = useMessages()
  const user = useUser()
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => words.current?.focus(), [])
  return (
    <div className="contact__sent" ref={words} tabIndex={-1}>
      <Note type="success">
        <p>
          <strong>{t("report.sent")}.</strong> {t("report.sent_next")} {decisionNews(t, user, email)}
        </p>
      </Note>
      <div className="bar">
        <ButtonLink to={back}>{t("report.back", { name })}</ButtonLink>
      </div>
    </div>
  )
}
