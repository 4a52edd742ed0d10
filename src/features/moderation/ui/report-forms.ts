import type { Api } from "#web/api.ts"
import { answerIn } from "#features/contact/captcha/captcha.ts"
import { forms } from "#web/editing/form.ts"
import type { ReportReason } from "../reporting/reasons.ts"
import type { Reported } from "../reports/inputs.ts"

/** What a sent report is answered with: where the decision will be told, if anywhere. */
export type SentReport = { email: string }

type Doing<Params> = {
  /** What a report of this screen is about. */
  about: (params: Params, url: URL) => Reported
  hide: (api: Api, params: Params, reason: string | undefined) => Promise<unknown>
  show: (api: Api, params: Params) => Promise<unknown>
}

/** The forms of the screens that report something: sending it, and for moderators hiding it and showing it again. */
export function reportForms<Params>({ about, hide, show }: Doing<Params>) {
  return forms<Params>(
    {
      report: async ({ api, values, params, url }) => {
        const email = values.get("email")?.trim() ?? ""
        await api.post("/api/reports/", {
          ...about(params, url),
          // What is not chosen is refused beside the choices.
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
