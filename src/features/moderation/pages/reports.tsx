import { data } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import type { Reported } from "#features/moderation/reports/inputs.ts"
import type { Report, ReportInContext } from "#features/moderation/reports/representation.server.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Empty } from "#ui/empty.tsx"
import { Link } from "#ui/link.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import type { List } from "#web/api.ts"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { type FormArguments, forms, type Outcome } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { Pager } from "#web/lists/pager.tsx"
import { startIn } from "#web/lists/start-in.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { ModerationHead } from "../ui/moderation-head.tsx"
import { ReportDecision } from "../ui/report-decision.tsx"
import { reportTitle, ReportWords, summaryOf } from "../ui/report-words.tsx"
import "../ui/claims.css"
import "../ui/reports.css"
import type { Route } from "./+types/reports"

const size = 50

const load = page(({ api, url }) =>
  forUser(async () => {
    const status = url.searchParams.get("status") === "closed" ? ("closed" as const) : ("open" as const)
    const start = startIn(url)
    const chosen = Number(url.searchParams.get("report"))
    const reports = await api.list("/api/moderation/reports/", { status, start, limit: size })
    // Without script this report is loaded again after a decision, so that no other report takes its place.
    const decided = Number(url.searchParams.get("decided")) || undefined
    const id = decided ?? (reports.items.find((one) => one.id === chosen) ?? reports.items[0])?.id
    const report = id === undefined ? null : await api.get("/api/moderation/reports/{id}/", { id: String(id) })
    return { status, start, reports, report }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms({
  decide: async ({ api, values, t }: FormArguments) => {
    const [decision, what] = (values.get("decision") ?? "").split(/ (.*)/)
    const reported = reportedIn(what)
    // The people who reported it are told once, so nothing is taken for a decision that is none.
    if (decision !== "none" && (!reported || (decision !== "hide" && decision !== "correct")))
      throw data({ detail: undefined, code: undefined, fields: { decision: [t("errors.required")] } }, { status: 400 })
    const reason = (reported && values.get("reason")) || undefined
    const corrected = reported && !("comment" in reported) ? reported : undefined
    const isCorrected = decision === "correct" && corrected !== undefined
    const done = isCorrected ? { correct: corrected, days: Number(values.get("days")) } : { hide: reported }
    const change = { status: "closed" as const, ...done, reason }
    const after = await api.patch("/api/moderation/reports/{id}/", change, { id: values.get("id") ?? "" })
    const said = { none: "was_closed", correction: "were_corrected", hidden: "were_hidden" } as const
    return { notice: { message: t(`reports.${said[after.decision ?? "none"]}`) } }
  },
  show: async ({ api, values, t }: FormArguments) => {
    const change = { status: "closed" as const, show: reportedIn(values.get("what") ?? undefined) }
    await api.patch("/api/moderation/reports/{id}/", change, { id: values.get("id") ?? "" })
    return { notice: { message: t("reports.were_shown") } }
  },
})

/** Returns the content of a report that a form is about; undefined when the form concerns only the report itself. */
function reportedIn(value: string | undefined): Reported | undefined {
  const [what, which = ""] = (value ?? "").split(" ")
  if (what === "event") return { event: Number(which) }
  if (what === "page") return { page: which }
  return what === "comment" ? { comment: Number(which) } : undefined
}
export const action = save.server
export const clientAction = save.client

type Data = { status: Report["status"]; start: number; reports: List<Report>; report: ReportInContext | null }

/** Reports from people here and on other servers, for moderators to decide. */
export default function ReportsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={loaderData as Data | null} title={t("reports.title")}>
      {({ status, start, reports, report }) => (
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
          {report === null ? (
            <Empty title={t(status === "open" ? "reports.none" : "reports.none_closed")}>
              {status === "open" && t("reports.none_hint")}
            </Empty>
          ) : (
            <Queue {...{ status, start, report, reports: reports.items, sent: actionData as Outcome | undefined }} />
          )}
          <Pager start={start} size={size} total={reports.total} />
        </div>
      )}
    </SignedInOnly>
  )
}

type QueueProps = Pick<Data, "status" | "start"> & {
  reports: Report[]
  report: ReportInContext
  /** The outcome of a form submitted without script. */
  sent: Outcome | undefined
}

/** The waiting reports on the left, and the selected one with all details and the decision form. */
function Queue({ status, start, report, reports, sent }: QueueProps) {
  const t = useMessages()
  const query = { ...(status === "closed" && { status }), ...(start > 0 && { start: String(start) }) }
  return (
    <div className="queue">
      <nav aria-label={t("reports.queue")}>
        <ul className="queue__all">
          {reports.map((one) => (
            <li key={one.id}>
              <Link
                className="queue__one"
                to={`${paths.reports({ ...query, report: String(one.id) })}#report`}
                aria-current={one.id === report.id ? "true" : undefined}
              >
                <span className="small t2">
                  {t.date(one.created, "medium")} ·{" "}
                  {one.people > 0 ? t("reports.people", { count: one.people }) : one.host}
                </span>
                <b className="d3">{reportTitle(one, t)}</b>
                <span className="small t2 queue__said">{summaryOf(one, t)}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <article className="report" id="report" key={report.id}>
        <ReportWords report={report} />
        <ReportDecision
          report={report}
          to={paths.reports({ ...query, decided: String(report.id) })}
          unsent={sent?.code === "report_decided" ? sent.values.reason : undefined}
        />
      </article>
    </div>
  )
}
