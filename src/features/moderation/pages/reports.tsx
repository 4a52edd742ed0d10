import { SignedInOnly } from "#features/accounts/ui/signed-in-only.tsx"
import type { Report } from "#features/moderation/reports/representation.server.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { Empty } from "#ui/empty.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import type { List } from "#web/api.ts"
import { Form, FormNotices, Submit } from "#web/editing/form-parts.tsx"
import { type FormArguments, forms, type Outcome } from "#web/editing/form.ts"
import { page } from "#web/page.ts"
import { Pager } from "#web/pager.tsx"
import { startIn } from "#web/start-in.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session.ts"
import { ModerationHead } from "../ui/moderation-head.tsx"
import { ReportWords } from "../ui/report-words.tsx"
import "../ui/claims.css"
import type { Route } from "./+types/reports"

const size = 50

const load = page(({ api, url }) =>
  forUser(async () => {
    const status = url.searchParams.get("status") === "closed" ? ("closed" as const) : ("open" as const)
    const start = startIn(url)
    return { status, start, reports: await api.list("/api/moderation/reports/", { status, start, limit: size }) }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms({
  close: async ({ api, values, t }: FormArguments) => {
    await api.patch("/api/moderation/reports/{id}/", { status: "closed" }, { id: values.get("id") ?? "" })
    return { notice: { message: t("reports.was_closed") } }
  },
})
export const action = save.server
export const clientAction = save.client

type Data = { status: Report["status"]; start: number; reports: List<Report> }

/** What people on other servers report, for moderators to see to. */
export default function ReportsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={loaderData as Data | null} title={t("reports.title")}>
      {({ status, start, reports }) => (
        <div className="wrap claims">
          <ModerationHead current="reports" isOpen={status === "open"} />
          <FormNotices of={actionData as Outcome | undefined} />
          <div className="bar">
            <SegmentedLinks
              label={t("reports.state")}
              current={status}
              segments={[
                { value: "open", label: t("reports.open"), to: paths.reports() },
                { value: "closed", label: t("reports.closed"), to: paths.reports({ status: "closed" }) },
              ]}
            />
          </div>
          {reports.items.length === 0 ? (
            <Empty title={t(status === "open" ? "reports.none" : "reports.none_closed")}>
              {status === "open" && t("reports.none_hint")}
            </Empty>
          ) : (
            <>
              {status === "open" && <p className="small t2">{t("reports.hint")}</p>}
              <ul className="claims__all">
                {reports.items.map((report) => (
                  <li className="claim claim--alone" key={report.id}>
                    <div className="claim__txt">
                      <ReportWords report={report} />
                    </div>
                    {report.status === "open" ? <Close report={report} /> : <Closed report={report} />}
                  </li>
                ))}
              </ul>
            </>
          )}
          <Pager start={start} size={size} total={reports.total} />
        </div>
      )}
    </SignedInOnly>
  )
}

function Close({ report: { id, host, created } }: { report: Report }) {
  const t = useMessages()
  return (
    <Form name="close" className="press claim__do" isBare>
      <input type="hidden" name="id" value={id} />
      <Submit kind="main" aria-label={t("reports.close_what", { host, date: t.date(created, "medium") })}>
        {t("reports.close")}
      </Submit>
    </Form>
  )
}

function Closed({ report: { closed, closed_by } }: { report: Report }) {
  const t = useMessages()
  const date = closed ? t.date(closed, "medium") : ""
  return (
    <p className="bar claim__do">
      <Badge tone="no">{t("reports.is_closed")}</Badge>
      <span className="small t2">
        {closed_by ? t("reports.closed_by", { name: closed_by, date }) : t("reports.closed_gone", { date })}
      </span>
    </p>
  )
}
