import { useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { withNext } from "#web/navigation/next.ts"
import { paths } from "#web/paths.ts"
import { passwordLength } from "../../password.ts"
import { SignInHeading } from "./sign-in-heading.tsx"

type Side = "login" | "register"
/** The answer when the password was right but the second-factor code is missing. */
export type CodeRequired = { username: string }

type SignInProps = {
  side: Side
  /** Where people are sent after signing in: a path of this site without language prefix. */
  next: string
  /** Whether the two sides change in place once script has loaded; on the sign-in page they are two addresses. */
  isInPlace?: boolean
  /** Called with the new heading when the side changes in place and the heading stands outside this component, as in a dialog. */
  onHeading?: (words: string) => void
  onDone?: () => void
}

/** Two tabs: signing in, and making an account. */
export function SignIn({ side, next, isInPlace = false, onHeading, onDone }: SignInProps) {
  const t = useMessages()
  const [chosen, choose] = useState(side)
  const shown = isInPlace ? chosen : side
  const words = { login: t("account.good_evening"), register: t("account.welcome") }
  const tab = (name: Side, label: string) => (
    <Link
      to={withNext(name, next)}
      aria-current={shown === name ? (isInPlace ? "true" : "page") : undefined}
      onClick={(press) => {
        if (!isInPlace || press.metaKey || press.ctrlKey) return
        press.preventDefault()
        choose(name)
        onHeading?.(words[name])
      }}
    >
      {label}
    </Link>
  )
  return (
    <>
      <nav className="tabs gate__tabs" aria-label={t("account.way_in")}>
        {tab("login", t("layout.log_in"))}
        {tab("register", t("account.register"))}
      </nav>
      {!onHeading && <SignInHeading>{words[shown]}</SignInHeading>}
      {shown === "login" ? <LogIn next={next} onDone={onDone} /> : <Register next={next} onDone={onDone} />}
    </>
  )
}

function LogIn({ next, onDone }: { next: string; onDone: (() => void) | undefined }) {
  const t = useMessages()
  return (
    <Form<CodeRequired>
      name="login"
      className="form gate__form"
      action={withNext("login", next)}
      onDone={(outcome) => {
        if (!outcome.given) onDone?.()
      }}
    >
      {({ outcome }) => {
        const isCodeWanted = outcome?.given !== undefined || outcome?.values.code_wanted === "1"
        return (
          <>
            <Username label={t("account.username_or_email")} typed={outcome?.given?.username} />
            <PasswordField name="password" label={t("account.password")} autoComplete="current-password" />
            {isCodeWanted && <Code />}
            <Link className="link small gate__forgot" to={paths.resetPassword({ next })}>
              {t("account.forgotten")}
            </Link>
            <Submit kind="main" size="large">
              {t("layout.log_in")}
            </Submit>
            <p className="small t2">{t("account.why_account")}</p>
          </>
        )
      }}
    </Form>
  )
}

function Register({ next, onDone }: { next: string; onDone: (() => void) | undefined }) {
  const t = useMessages()
  return (
    <Form
      name="register"
      className="form gate__form"
      action={withNext("register", next)}
      failure={t("account.register_failed")}
      onDone={() => onDone?.()}
    >
      <Username label={t("account.username")} />
      <EmailField name="email" label={t("account.email")} />
      <PasswordField
        name="password"
        label={t("account.password")}
        hint={t("account.password_hint", { count: passwordLength.min })}
        autoComplete="new-password"
      />
      <Submit kind="main" size="large">
        {t("account.make_account")}
      </Submit>
      <p className="small t2">{t("account.signed_in_at_once")}</p>
    </Form>
  )
}

function Username({ label, typed }: { label: string; typed?: string | undefined }) {
  return (
    <TextField
      {...useField("username", typed)}
      label={label}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={320}
    />
  )
}

/** The field for the six digits of the app or a recovery code. It appears when it is needed, and takes the focus. */
export function Code() {
  const t = useMessages()
  const field = useField("code")
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector<HTMLInputElement>("input[name=code]")?.focus(), [])
  return (
    <div ref={box}>
      <input type="hidden" name="code_wanted" value="1" />
      <TextField
        {...field}
        label={t("account.code")}
        hint={t("account.code_hint")}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
      />
    </div>
  )
}

type PasswordFieldProps = {
  name: string
  label: string
  hint?: string
  autoComplete: "current-password" | "new-password"
  span?: 3
}

/** A password field that allows pasting, shows the password on request, and is never filled in again by the server. */
export function PasswordField({ name, ...rest }: PasswordFieldProps) {
  const { defaultValue: _, ...field } = useField(name)
  return <TextField {...field} {...rest} type="password" spellCheck={false} autoCapitalize="none" />
}

/** A field for an e-mail address, which browsers can fill in. */
export function EmailField({ name, label, hint, span }: { name: string; label: string; hint?: string; span?: 3 }) {
  return (
    <TextField
      {...useField(name)}
      label={label}
      hint={hint}
      {...(span ? { span } : {})}
      type="email"
      autoComplete="email"
      spellCheck={false}
      maxLength={320}
    />
  )
}
