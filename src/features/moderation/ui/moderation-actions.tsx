import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"

type ModerationActionsProps = { kind: "event" | "page"; hidden: { since: string; reason: string | null } | undefined }

/** For moderators: hides the present content without a report, or shows it again. */
export default function ModerationActions({ kind, hidden }: ModerationActionsProps) {
  const t = useMessages()
  return (
    <section className="moderate" aria-labelledby="moderate">
      <h2 className="d3" id="moderate">
        {t("report.moderate")}
      </h2>
      <p className="t2">
        {hidden ? t("report.is_hidden", { date: t.date(hidden.since, "long") }) : t("report.moderate_about")}
      </p>
      {hidden ? (
        <Form name="show" className="form">
          <div className="bar">
            <Submit>{t("reports.show_again")}</Submit>
            <Queue />
          </div>
        </Form>
      ) : (
        <Form name="hide" className="form">
          <Reason />
          <div className="bar">
            <Submit>{t(`reports.hide_${kind}`)}</Submit>
            <Queue />
          </div>
        </Form>
      )}
    </section>
  )
}

function Reason() {
  const t = useMessages()
  return (
    <TextArea
      {...useField("reason")}
      rows={3}
      maxLength={500}
      label={t("reports.reason")}
      hint={t("report.hide_reason_hint")}
      isOptional
    />
  )
}

function Queue() {
  const t = useMessages()
  return (
    <ButtonLink kind="bare" to={paths.reports()}>
      {t("report.to_queue")}
    </ButtonLink>
  )
}
