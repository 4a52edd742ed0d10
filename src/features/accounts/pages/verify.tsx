import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import { Form, FormNotices, Submit } from "#web/editing/form-parts.tsx"
import { forms } from "#web/editing/form.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { nextOf } from "#web/navigation/next.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { SignInLayout } from "../ui/sign-in/sign-in-layout.tsx"
import { SignInHeading } from "../ui/sign-in/sign-in-heading.tsx"
import type { Route } from "./+types/verify"

export const handle = { layout: "error" } as const

// oxlint-disable-next-line typescript/require-await -- a page is read with a promise
const load = page(async ({ url }) => ({ token: url.searchParams.get("token"), next: nextOf(url) }))
export const loader = load.server
export const clientLoader = load.client

const save = forms(
  {
    // The card itself says that the address is verified; a notice would repeat it and cover the next step.
    verify: async ({ api, url }) => {
      await api.post("/api/auth/verify/", { token: url.searchParams.get("token") ?? "" })
      return { session: "changed" }
    },
  },
  { saysOnce: true },
)
export const action = save.server
export const clientAction = save.client

/** The page a mailed link leads to. Mail programs open links by themselves, so only pressing the button verifies the address. */
export default function VerifyPage({ loaderData: { token, next } }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignInLayout>
      <PageMeta title={t("account.verify_title")} noindex />
      <SignInHeading>{t("account.verify_title")}</SignInHeading>
      <Form name="verify" className="form gate__form" isBare>
        {({ outcome }) => {
          if (outcome?.isDone) {
            return (
              <>
                <Note type="success" role="status">
                  <p>{t("account.email_verified")}</p>
                </Note>
                {next !== paths.me() && (
                  <ButtonLink kind="main" size="large" to={next}>
                    {t("account.go_on")}
                  </ButtonLink>
                )}
                <ButtonLink kind={next === paths.me() ? "main" : "quiet"} size="large" to={paths.me()}>
                  {t("account.to_my_space")}
                </ButtonLink>
              </>
            )
          }
          const wrong = token ? outcome?.fields.token : [t("account.link_incomplete")]
          return (
            <>
              {wrong ? (
                <Note type="error" role="alert">
                  <p>{wrong.join(" ")}</p>
                </Note>
              ) : (
                <>
                  <FormNotices />
                  <p className="t2">{t("account.verify_about")}</p>
                  <Submit kind="main" size="large">
                    {t("account.verify_do")}
                  </Submit>
                </>
              )}
              {wrong && (
                <ButtonLink size="large" to={paths.emails({ next: next === paths.me() ? undefined : next })}>
                  {t("account.verify_again")}
                </ButtonLink>
              )}
            </>
          )
        }}
      </Form>
    </SignInLayout>
  )
}
