import { useEffect } from "react"
import { EmailField, PasswordField, Code, type CodeRequired } from "#features/accounts/ui/sign-in/sign-in.tsx"
import { passwordLength } from "#features/accounts/password.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Link } from "#ui/link.tsx"
import { Form, Submit, useField, useFormState } from "#web/editing/form-parts.tsx"
import { withNext } from "#web/navigation/next.ts"
import { paths } from "#web/paths.ts"
import type { User } from "#web/session/session.ts"
import type { Answer } from "./attendance.tsx"

type AnswerFormProps = {
  eventId: number
  answer: Answer
  /** The date that is answered; without it, all dates. */
  occurrence?: number | undefined
  /** Where the form is sent, if the address says more than the answer. */
  action?: string
  /** Whether the page around it follows its result. */
  isShared?: boolean
  onDone?: () => void
  /** Focuses the first field, in a form opened by a press. */
  takesFocus?: boolean
}

/** The form for an unknown visitor: name, address and password create the account, its public page and the answer. */
export function NewAccountForm({
  eventId,
  answer,
  occurrence,
  action: here = paths.answerEvent(eventId, { value: answer }),
  isShared = false,
  onDone,
  takesFocus,
  onLogIn,
}: AnswerFormProps & { onLogIn?: () => void }) {
  const t = useMessages()
  return (
    <Form
      name="first"
      className="form"
      action={here}
      failure={t("account.register_failed")}
      isShared={isShared}
      onDone={() => onDone?.()}
    >
      <input type="hidden" name="value" value={answer} />
      {occurrence && <input type="hidden" name="occurrence" value={occurrence} />}
      <div className="form__grid answering__fields">
        <NameField hint={t("answers.ask_name_public")} takesFocus={takesFocus} />
        <EmailField name="email" label={t("answers.ask_email")} span={3} />
        <PasswordField
          name="password"
          label={t("account.password")}
          hint={t("answers.ask_password", { count: passwordLength.min })}
          autoComplete="new-password"
          span={3}
        />
        <HideField />
      </div>
      <Submit kind="main" size="large">
        {t("answers.ask_do")}
      </Submit>
      <div className="small t2 grid gap-2">
        <p>
          {t("events.attendance_needs_login")} {t("answers.ask_have_account")}{" "}
          <Link
            className="link whitespace-nowrap"
            to={withNext("login", here)}
            onClick={(press) => {
              if (!onLogIn || press.metaKey || press.ctrlKey) return
              press.preventDefault()
              onLogIn()
            }}
          >
            {t("layout.log_in")}
          </Link>
          {t("answers.ask_will_follow")}
        </p>
        <p>{t("answers.ask_later")}</p>
      </div>
    </Form>
  )
}

/** The form for a signed-in person without a public page: the name alone creates it, and the answer. */
export function NewPageForm(props: AnswerFormProps & { user: User }) {
  const { eventId, answer, occurrence, user, isShared = false, onDone, takesFocus } = props
  const t = useMessages()
  return (
    <Form
      name="first"
      className="form"
      action={props.action ?? paths.answerEvent(eventId, { value: answer })}
      isShared={isShared}
      onDone={() => onDone?.()}
    >
      <input type="hidden" name="value" value={answer} />
      {occurrence && <input type="hidden" name="occurrence" value={occurrence} />}
      <div className="form__grid answering__fields">
        <NameField isLarge takesFocus={takesFocus} hint={t("answers.ask_name_only")} known={user.name ?? ""} />
        <HideField />
      </div>
      <Submit kind="main" size="large">
        {t("answers.ask_do")}
      </Submit>
      <div className="small t2 grid gap-2">
        <p>
          {t("answers.needs_identity")} {t("answers.ask_once")}
        </p>
        {!user.is_verified && <p>{t("answers.ask_later")}</p>}
      </div>
    </Form>
  )
}

/** The step for a person whose page is a draft: it has to be published first, which leads to `next`. */
export function PublishFirst({ next, fid, name }: { next: string; fid: string; name: string }) {
  const t = useMessages()
  return (
    <>
      <p className="t2">{t("answers.ask_publish", { name })}</p>
      <ButtonLink kind="main" size="large" to={paths.publishActor(fid, { next })}>
        {t("answers.publish_identity", { name })}
      </ButtonLink>
    </>
  )
}

type LogInProps = AnswerFormProps & {
  onRegister: () => void
  /** Called when the signed-in person has no page to answer as. */
  onNeedsPage: () => void
}

/** Result of signing in to answer: the missing second factor, or that a page is missing. */
export type LogInResult = Partial<CodeRequired> & { needsPage?: boolean }

/** The form for a person with an account: signs in, then stores the answer. */
export function LogInForm({ eventId, answer, onDone, onRegister, onNeedsPage }: LogInProps) {
  const t = useMessages()
  const here = paths.answerEvent(eventId, { value: answer })
  return (
    <Form<LogInResult>
      name="login"
      className="form"
      action={here}
      onDone={({ given }) => {
        if (given?.needsPage) onNeedsPage()
        else if (!given?.username) onDone?.()
      }}
    >
      {({ outcome }) => (
        <>
          <input type="hidden" name="value" value={answer} />
          <UsernameField typed={outcome?.given?.username} />
          <PasswordField name="password" label={t("account.password")} autoComplete="current-password" />
          {(outcome?.given?.username !== undefined || outcome?.values.code_wanted === "1") && <Code />}
          <Link className="link small gate__forgot" to={paths.resetPassword({ next: here })}>
            {t("account.forgotten")}
          </Link>
          <Submit kind="main" size="large">
            {t("answers.ask_log_in_do")}
          </Submit>
          <p className="small t2">
            {t("answers.ask_no_account")}{" "}
            <button className="link" type="button" onClick={onRegister}>
              {t("answers.ask_make_account")}
            </button>
          </p>
        </>
      )}
    </Form>
  )
}

type NameFieldProps = { hint: string; known?: string; isLarge?: boolean; takesFocus: boolean | undefined }

function NameField({ hint, known, isLarge = false, takesFocus = false }: NameFieldProps) {
  const t = useMessages()
  const field = useField("name", known)
  useFocusOnceOpen(field.id, takesFocus)
  return (
    <TextField
      {...field}
      label={t("answers.ask_name")}
      hint={hint}
      autoComplete="name"
      maxLength={100}
      isTitle={isLarge}
      span={6}
    />
  )
}

function UsernameField({ typed }: { typed: string | undefined }) {
  const t = useMessages()
  const field = useField("username", typed)
  useFocusOnceOpen(field.id, true)
  return (
    <TextField
      {...field}
      label={t("account.username_or_email")}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={320}
    />
  )
}

function HideField() {
  const t = useMessages()
  const { outcome } = useFormState()
  return (
    <div className="c6">
      <Checkbox name="hidden" value="1" defaultChecked={outcome?.values.hidden === "1"}>
        {t("answers.ask_hide")}
      </Checkbox>
    </div>
  )
}

/** Focuses the first field, since the control that opened the form is gone. */
function useFocusOnceOpen(id: string, isWanted: boolean) {
  useEffect(() => {
    if (isWanted) document.getElementById(id)?.focus()
  }, [isWanted, id])
}
