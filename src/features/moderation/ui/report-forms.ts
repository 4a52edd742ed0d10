import type { Messages } from "#i18n/messages.ts"
import type { Api } from "#web/api.ts"
import { answerIn } from "#features/contact/captcha/captcha.ts"
import { forms } from "#web/editing/form.ts"
import type { ReportReason } from "../reporting/reasons.ts"
import type { Reported } from "../reports/inputs.ts"

/** The answer to a sent report: the address to which the decision will be mailed, if any. */
export type SentReport = { email: string }

/** Says how the person who sent a report hears of the decision: by mail, later, or not at all. */
export function decisionNews(
  t: Messages,
  user: { email: string | null; email_verified: boolean } | null | undefined,
  email: string,
): string {
  const address = user ? user.email : email
  if (!address) return t("report.sent_untold")
  return t(user && !user.email_verified ? "report.sent_unverified" : "report.sent_told", { email: address })
}

type Doing<Params> = {
  /** Returns the content that a report on this screen is about. */
  about: (params: Params, url: URL) => Reported
  hide: (api: Api, params: Params, reason: string | undefined) => Promise<unknown>
  show: (api: Api, params: Params) => Promise<unknown>
}

/**
 * The form handlers of the screens that report something: sending the report, and for moderators hiding and showing the content.
 */
export function reportForms<Params>({ about, hide, show }: Doing<Params>) {
  return forms<Params>(
    {
      report: async ({ api, values, params, url }) => {
        const email = values.get("email")?.trim() ?? ""
        await api.post("/api/reports/", {
          ...about(params, url),
          // A missing choice is refused beside the choices.
          reason: (values.get("reason") ?? undefined) as ReportReason,
          text: values.get("text") ?? "",
          email,
          captcha: answerIn(values),
        })
        return { given: { email } satisfies SentReport }
      },
      hide: async ({ api, values, params, t }) => {
        await hide(api, params, values.get("reason")?.trim() || undefined)
        return { notice: { message: t("report.was_hidden") } }
      },
      show: async ({ api, params, t }) => {
        await show(api, params)
        return { notice: { message: t("report.was_shown") } }
      },
    },
    { saysOnce: new Set(["report"]) },
  )
}
