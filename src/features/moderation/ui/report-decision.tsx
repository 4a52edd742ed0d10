import { useState } from "react"
import type { Report } from "#features/moderation/reports/representation.server.ts"
import { inLanguage } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { Radio } from "#ui/fields/choice.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { useLive } from "#ui/in-browser.ts"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"

/** What a moderator can do about a report, the mildest first. */
export function ReportDecision({ report }: { report: Report }) {
  const t = useMessages()
  return (
    <section className="report__decide">
      {report.status === "open" && <h3 className="d3">{t("reports.decide")}</h3>}
      {report.status === "open" ? (
        <Form name="decide" className="form">
          <input type="hidden" name="id" value={report.id} />
          <Decisions report={report} />
        </Form>
      ) : (
        <Closed report={report} />
      )}
    </section>
  )
}

function Decisions({ report: { events, pages, comments } }: { report: Report }) {
  const t = useMessages()
  const isLive = useLive()
  const [chosen, choose] = useState("none")
  const reason = useField("reason")
  const decisions = [
    { value: "none", title: t("reports.nothing"), hint: t("reports.nothing_hint") },
    ...events.map(({ id, title, language }) => ({
      value: `event ${id}`,
      title: t("reports.hide_event"),
      hint: t("reports.hide_what", { name: inLanguage(title, t.language, language).text }),
    })),
    ...pages.map(({ fid, name }) => ({
      value: `page ${fid}`,
      title: t("reports.hide_page"),
      hint: t("reports.hide_what", { name }),
    })),
    ...comments.map(({ id, by }) => ({
      value: `comment ${id}`,
      title: t("reports.hide_comment"),
      hint: t("reports.hide_comment_what", { name: by.name }),
    })),
  ]
  const action = decisions.find(({ value }) => value === chosen)?.title
  return (
    <>
      <fieldset className="report__choices">
        <legend className="vh">{t("reports.decide")}</legend>
        {decisions.map(({ value, title, hint }) => (
          <Radio
            key={value}
            name="decision"
            value={value}
            defaultChecked={value === "none"}
            hint={hint}
            onChange={() => choose(value)}
          >
            <b>{title}</b>
          </Radio>
        ))}
      </fieldset>
      {events.length + pages.length > 0 && (
        <TextArea
          {...reason}
          rows={3}
          maxLength={500}
          label={t("reports.reason")}
          hint={t("reports.reason_hint")}
          isOptional
        />
      )}
      <div className="bar">
        {/* The button says what it does; without script it cannot follow the choice. */}
        <Submit kind="main">{isLive && action ? action : t("reports.apply")}</Submit>
      </div>
    </>
  )
}

function Closed({ report }: { report: Report }) {
  const t = useMessages()
  const { id, closed, closed_by, events, pages, comments } = report
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
