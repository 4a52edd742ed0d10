import { SignInLayout } from "#features/accounts/ui/sign-in/sign-in-layout.tsx"
import { SignInHeading } from "#features/accounts/ui/sign-in/sign-in-heading.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import { Form, FormNotices, Submit } from "#web/editing/form-parts.tsx"
import { forms } from "#web/editing/form.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { nextIssueTime } from "../ui/next-issue.ts"
import type { Route } from "./+types/confirm"

export const handle = { layout: "error" } as const

// oxlint-disable-next-line typescript/require-await -- a page is read with a promise
const load = page(async ({ url }) => ({ token: url.searchParams.get("token") }))
export const loader = load.server
export const clientLoader = load.client

/** The token that manages the new newsletter, and when its first issue comes. */
type Begun = { token: string; next: string | null; timezone: string }

const save = forms(
  {
    confirm: async ({ api, url }) => {
      const { token, subscription } = await api.post("/api/subscriptions/confirm/", {
        token: url.searchParams.get("token") ?? "",
      })
      return { given: { token, next: subscription.next, timezone: subscription.timezone } satisfies Begun }
    },
  },
  { saysOnce: true },
)
export const action = save.server
export const clientAction = save.client

/** Renders the page of the confirmation link. It takes a press of a button, because mail programs open links by themselves. */
export default function ConfirmNewsletterPage({ loaderData: { token } }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignInLayout>
      <PageMeta title={t("subscribe.confirm_title")} noindex />
      <SignInHeading>{t("subscribe.confirm_title")}</SignInHeading>
      <Form<Begun> name="confirm" className="form gate__form" isBare>
        {({ outcome }) => {
          if (outcome?.isDone && outcome.given) {
            const next = nextIssueTime(t, outcome.given)
            return (
              <>
                <Note type="success" role="status">
                  <p>
                    <strong>{t("subscribe.confirmed")}</strong> {next && t("subscribe.first_issue", { moment: next })}
                  </p>
                </Note>
                <ButtonLink kind="main" size="large" to={paths.manageNewsletter({ token: outcome.given.token })}>
                  {t("subscribe.settle")}
                </ButtonLink>
              </>
            )
          }
          const wrong = token ? outcome?.fields.token : [t("subscribe.link_incomplete")]
          if (wrong)
            return (
              <>
                <Note type="error" role="alert">
                  <p>{wrong.join(" ")}</p>
                </Note>
                <ButtonLink size="large" to={paths.manageNewsletter()}>
                  {t("subscribe.ask_again")}
                </ButtonLink>
              </>
            )
          return (
            <>
              <FormNotices />
              <p className="t2">{t("subscribe.confirm_about")}</p>
              <Submit kind="main" size="large">
                {t("subscribe.confirm_do")}
              </Submit>
            </>
          )
        }}
      </Form>
    </SignInLayout>
  )
}
