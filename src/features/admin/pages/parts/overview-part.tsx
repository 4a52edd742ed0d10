import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import { Flag } from "#ui/seldom-icons.tsx"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { forms } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { useSite } from "#web/page/site.ts"
import type { Overview } from "../../overview/representation.server.ts"
import { AdminHead } from "../../ui/admin-head.tsx"
import { EventPlot } from "../../ui/event-plot.tsx"
import { JobPlot } from "../../ui/job-plot.tsx"
import { MailPlot } from "../../ui/mail-plot.tsx"
import { HostPlot } from "../../ui/host-plot.tsx"
import { PagePlot } from "../../ui/page-plot.tsx"
import { StoragePlot } from "../../ui/storage-plot.tsx"
import "../../ui/admin.css"
import "../../ui/plots.css"
import type { PartProps } from "./part.ts"
import { retryForm } from "./retry-form.ts"

const load = page(({ api }) => forUser(() => api.get("/api/admin/overview/")))

const save = forms({ retry: retryForm })

/** The overview of the instance. */
function OverviewPage({ data, outcome }: PartProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={data as Overview | null} title={t("moderation.tab_instance")}>
      {(overview) => (
        <div className="wrap admin">
          <AdminHead current="instance" title={<Title overview={overview} />} />
          <FormNotices of={outcome} />
          <Waiting what="reports" {...overview.reports} />
          <Waiting what="claims" {...overview.claims} />
          <div className="board">
            <EventPlot events={overview.events} />
            <PagePlot pages={overview.pages} />
            <JobPlot jobs={overview.jobs} />
            <MailPlot mails={overview.mails} />
            <StoragePlot storage={overview.storage} />
            <HostPlot federation={overview.federation} />
          </div>
        </div>
      )}
    </SignedInOnly>
  )
}

/** The title, which says in a sentence that all is well, or what is not. */
function Title({ overview: { at, troubles, federation } }: { overview: Overview }) {
  const t = useMessages()
  const site = useSite()
  const what = troubles.map((one) =>
    one === "hosts" ? t("admin.trouble_hosts", { count: federation.silent }) : t(`admin.trouble_${one}`),
  )
  return (
    <header className="personal__head">
      <h1 className="d1 admin__title" tabIndex={-1}>
        <span className="lit">{t("admin.all_lit")}</span>
        {what.length > 0 ? t("admin.lit_except", { what: t.list(what) }) : t("admin.lit_well")}
      </h1>
      <p className="t2">
        {t("admin.at", { host: site ? new URL(site.url).host : "", date: t.date(at, "long"), time: t.time(at) })}
      </p>
    </header>
  )
}

function Waiting({ what, waiting, oldest }: { what: "reports" | "claims" } & Overview["reports"]) {
  const t = useMessages()
  if (waiting === 0) return null
  return (
    <Note
      icon={Flag}
      action={
        <ButtonLink to={paths[what]()} aria-label={t(`admin.decide_${what}`)}>
          {t("admin.decide")}
        </ButtonLink>
      }
    >
      <p>
        <strong>{t(`admin.${what}_wait`, { count: waiting })}</strong>{" "}
        {oldest && t("admin.oldest", { date: t.date(oldest, "monthDay") })}
      </p>
    </Note>
  )
}

export const overviewPart = { load, save, Screen: OverviewPage }
