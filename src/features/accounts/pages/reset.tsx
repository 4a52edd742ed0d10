import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Link } from "#ui/link.tsx"
import { Note } from "#ui/note.tsx"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import { forms } from "#web/editing/form.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { nextOf, withNext } from "#web/navigation/next.ts"
import type { Api } from "#web/api.ts"
import { page } from "#web/page/page.ts"
import { failureOf } from "#web/api/problems.ts"
import { paths } from "#web/paths.ts"
import { passwordLength } from "../password.ts"
import { SignInLayout } from "../ui/sign-in/sign-in-layout.tsx"
import { SignInHeading } from "../ui/sign-in/sign-in-heading.tsx"
import { EmailField, PasswordField } from "../ui/sign-in/sign-in.tsx"
import type { Route } from "./+types/reset"

export const handle = { layout: "error" } as const

const load = page(async ({ api, url }) => {
  const token = url.searchParams.get("token")
  return { token, next: nextOf(url, ""), dead: token ? await deadWords(api, token) : undefined }
})
export const loader = load.server
export const clientLoader = load.client

/**
 * Returns what the API says of a link that no longer works, so that nobody chooses a password in vain; undefined for a valid
 * link.
 */
async function deadWords(api: Api, token: string): Promise<string[] | undefined> {
  try {
    await api.get("/api/auth/reset/confirm/", { token })
    return undefined
  } catch (error) {
    const words = failureOf(error)?.said.fields.token
    if (!words) throw error
    return words
  }
}

type Sent = { email: string }

const save = forms(
  {
    ask: async ({ api, values, url }) => {
      const email = (values.get("email") ?? "").trim()
      await api.post("/api/auth/reset/", { email, next: nextOf(url, "") })
      return { given: { email } satisfies Sent }
    },
    choose: async ({ api, values, url, t }) => {
      await api.post("/api/auth/reset/confirm/", {
        token: url.searchParams.get("token") ?? "",
        new_password: values.get("new_password") ?? "",
      })
      return {
        notice: { message: t("account.password_changed") },
        session: "changed",
        to: withNext("login", nextOf(url, "")),
      }
    },
  },
  { saysOnce: new Set(["choose"]) },
)
export const action = save.server
export const clientAction = save.client

export default function ResetPage({ loaderData: { token, next, dead } }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignInLayout>
      <PageMeta title={t("account.new_password")} noindex />
      <SignInHeading>{t("account.new_password")}</SignInHeading>
      {dead ? <Dead words={dead} next={next} /> : token ? <Choose next={next} /> : <Ask />}
      <p className="small gate__end">
        <Link className="link" to={withNext("login", next)}>
          {t("account.back_to_login")}
        </Link>
      </p>
    </SignInLayout>
  )
}

function Dead({ words, next }: { words: readonly string[]; next: string }) {
  return (
    <div className="form gate__form">
      <Note type="error" role="alert">
        <p>{words.join(" ")}</p>
      </Note>
      <AskAgain next={next} />
    </div>
  )
}

function AskAgain({ next }: { next: string }) {
  const t = useMessages()
  return (
    <ButtonLink size="large" to={paths.resetPassword({ next })} reloadDocument>
      {t("account.ask_again")}
    </ButtonLink>
  )
}

function Ask() {
  const t = useMessages()
  return (
    <Form<Sent> name="ask" className="form gate__form">
      {({ outcome }) =>
        outcome?.given ? (
          <Note type="success" role="status">
            <p>{t("account.reset_sent", { email: outcome.given.email })}</p>
          </Note>
        ) : (
          <>
            <p className="t2">{t("account.reset_about")}</p>
            <EmailField name="email" label={t("account.email")} />
            <Submit kind="main" size="large">
              {t("account.send_link")}
            </Submit>
          </>
        )
      }
    </Form>
  )
}

function Choose({ next }: { next: string }) {
  const t = useMessages()
  return (
    <Form name="choose" className="form gate__form" failure={t("account.password_failed")}>
      {({ outcome }) =>
        outcome?.fields.token ? (
          <AskAgain next={next} />
        ) : (
          <>
            <p className="t2">{t("account.password_ends")}</p>
            <PasswordField
              name="new_password"
              label={t("account.new_password")}
              hint={t("account.password_hint", { count: passwordLength.min })}
              autoComplete="new-password"
            />
            <Submit kind="main" size="large">
              {t("account.change_password")}
            </Submit>
          </>
        )
      }
    </Form>
  )
}
