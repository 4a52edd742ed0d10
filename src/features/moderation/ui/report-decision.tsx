import { useState } from "react"
import type { Report } from "#features/moderation/reports/representation.server.ts"
import { inLanguage } from "#i18n/languages.ts"
import { usualDays } from "#features/moderation/reports/days.ts"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Badge } from "#ui/badge.tsx"
import { Radio } from "#ui/fields/choice.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useHydrated } from "#ui/in-browser.ts"
import { Note } from "#ui/note.tsx"
import { paths } from "#web/paths.ts"
import { Link } from "#ui/link.tsx"
import { Form, Submit, useField, useFormState } from "#web/editing/form-parts.tsx"

type ReportDecisionProps = {
  report: Report
  /** Where a decision is sent without script: to the address of its report. */
  to: string
  /** The reason that was typed for a decision which came too late. */
  unsent: string | undefined
}

/** The decisions a moderator can take about a report, the mildest first. */
export function ReportDecision({ report, to, unsent }: ReportDecisionProps) {
  const t = useMessages()
  return (
    <section className="report__decide">
      {report.status === "open" && <h3 className="d3">{t("reports.decide")}</h3>}
      {report.status === "open" ? (
        <Form name="decide" className="form" action={to}>
          <input type="hidden" name="id" value={report.id} />
          <Late id={report.id} />
          <Decisions report={report} />
        </Form>
      ) : (
        <Closed report={report} unsent={unsent} />
      )}
    </section>
  )
}

/** Links to what another moderator decided meanwhile; the typed text stays below. */
function Late({ id }: { id: number }) {
  const t = useMessages()
  if (useFormState().outcome?.code !== "report_decided") return null
  return (
    <Note type="info">
      <p>
        {t("errors.report_decided")}{" "}
        <Link className="link" to={paths.reports({ status: "closed", report: String(id) })}>
          {t("reports.see_decided")}
        </Link>
      </p>
    </Note>
  )
}

function Decisions({ report }: { report: Report }) {
  const t = useMessages()
  const isLive = useHydrated()
  // When it is refused without script, the form comes back as it was submitted.
  const { id, defaultValue: first = "none" } = useField("decision", "none")
  const [chosen, choose] = useState(first)
  const reason = useField("reason")
  const days = useField("days", String(usualDays))
  const decisions = decisionsOn(report, t)
  const action = decisions.find(({ value }) => value === chosen)?.title
  const isCorrectable = decisions.some(({ value }) => value.startsWith("correct"))
  return (
    <>
      <fieldset className="report__choices" id={id} tabIndex={-1}>
        <legend className="vh">{t("reports.decide")}</legend>
        {decisions.map(({ value, title, hint }) => (
          <Radio
            key={value}
            name="decision"
            value={value}
            defaultChecked={value === first}
            hint={hint}
            onChange={() => choose(value)}
          >
            <b>{title}</b>
          </Radio>
        ))}
      </fieldset>
      {isCorrectable && (
        <>
          <TextArea
            {...reason}
            rows={3}
            maxLength={500}
            label={t("reports.reason")}
            hint={t(
              !isLive
                ? "reports.reason_hint_open"
                : chosen === "none" || chosen.startsWith("hide comment")
                  ? "reports.reason_hint_inside"
                  : "reports.reason_hint",
            )}
            isOptional={!chosen.startsWith("correct")}
          />
          {/* Without script the form cannot follow the choice. */}
          {(!isLive || chosen.startsWith("correct")) && (
            <TextField
              {...days}
              inputMode="numeric"
              maxLength={2}
              autoComplete="off"
              label={t("reports.days")}
              hint={t("reports.days_hint")}
            />
          )}
        </>
      )}
      <div className="bar">
        {/* The button names its action; without script it cannot follow the choice. */}
        <Submit kind="main">{isLive && action ? action : t("reports.apply")}</Submit>
      </div>
      {isCorrectable && <p className="small t3">{t("reports.journal_note")}</p>}
    </>
  )
}

/** Returns the possible decisions, the mildest first; content from another server can be neither hidden nor corrected. */
function decisionsOn({ events, pages, comments, people }: Report, t: Messages) {
  const own = events.flatMap(({ id, title, language, origin }) =>
    origin ? [] : [{ what: `event ${id}`, kind: "event" as const, name: inLanguage(title, t.language, language).text }],
  )
  const things = [...own, ...pages.map(({ fid, name }) => ({ what: `page ${fid}`, kind: "page" as const, name }))]
  return [
    {
      value: "none",
      title: t("reports.nothing"),
      hint: people > 0 ? t("reports.nothing_told") : t("reports.nothing_hint"),
    },
    ...things.map(({ what, kind, name }) => ({
      value: `correct ${what}`,
      title: t(`reports.correct_${kind}`),
      hint: t("reports.correct_what", { name }),
    })),
    ...comments.map(({ id, by }) => ({
      value: `hide comment ${id}`,
      title: t("reports.hide_comment"),
      hint: t("reports.hide_comment_what", { name: by.name }),
    })),
    ...things.map(({ what, kind, name }) => ({
      value: `hide ${what}`,
      title: t(`reports.hide_${kind}`),
      hint: t("reports.hide_what", { name }),
    })),
  ]
}

function Closed({ report, unsent }: Pick<ReportDecisionProps, "report" | "unsent">) {
  const t = useMessages()
  const { id, closed, closed_by, decision, reason, due, events, pages, comments } = report
  const date = closed ? t.date(closed, "medium") : ""
  const hidden = [
    ...events.map((one) => ({
      ...one,
      value: `event ${one.id}`,
      name: inLanguage(one.title, t.language, one.language).text,
    })),
    ...pages.map((one) => ({ ...one, value: `page ${one.fid}` })),
    ...comments.map((one) => ({
      ...one,
      value: `comment ${one.id}`,
      name: t("reports.comment_of", { name: one.by.name }),
    })),
  ].filter(({ is_hidden }) => is_hidden)
  return (
    <>
      <p className="bar">
        <Badge tone="no">{t("reports.is_closed")}</Badge>
        <span className="small t2">
          {closed_by ? t("reports.closed_by", { name: closed_by, date }) : t("reports.closed_gone", { date })}
        </span>
      </p>
      {decision && (
        <p>
          {decision === "correction"
            ? t("reports.did_correction", { date: due ? t.date(due, "medium") : "" })
            : t(`reports.did_${decision}`)}
        </p>
      )}
      {reason && (
        <>
          <h3 className="lab t2">{t("reports.your_reason")}</h3>
          <blockquote className="claim__said read">{reason}</blockquote>
        </>
      )}
      {unsent && (
        <>
          <h3 className="lab t2">{t("reports.unsent")}</h3>
          <blockquote className="claim__said read">{unsent}</blockquote>
        </>
      )}
      {hidden.map(({ value, name }) => (
        <Form key={value} name="show" className="press" isBare>
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="what" value={value} />
          <p className="small t2">{t("reports.hidden_now", { name })}</p>
          <Submit aria-label={t("reports.show_again_what", { name })}>{t("reports.show_again")}</Submit>
        </Form>
      ))}
    </>
  )
}
