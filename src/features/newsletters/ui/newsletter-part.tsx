import { useEffect, useRef } from "react"
import { weekdayName } from "#features/accounts/newsletter-schedule.ts"
import type { Profile } from "#features/accounts/profile.server.ts"
import { Part } from "#features/accounts/ui/parts.tsx"
import { languageNames, languages } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Choices, Radio } from "#ui/fields/choice.tsx"
import { Select } from "#ui/fields/select.tsx"
import { EnvelopeSimple } from "#ui/icons.tsx"
import { Eye } from "#ui/seldom-icons.tsx"
import { Submit, useField } from "#web/editing/form-parts.tsx"
import type { Issue, Newsletter } from "../representation.server.ts"
import { IssueView } from "./issue-view.tsx"
import { nextIssueTime } from "./next-issue.ts"

/** Renders the newsletter settings of an account, the time of its next issue, and buttons to preview it. */
export function NewsletterPart({ settings, newsletter }: { settings: Profile["newsletter"]; newsletter: Newsletter }) {
  const t = useMessages()
  const { hour, weekday, frequency } = settings
  const chosen = useField("frequency", frequency).defaultValue
  const options = [
    { value: "daily", title: t("account.daily"), description: t("account.daily_hint", { hour }) },
    {
      value: "weekly",
      title: t("account.weekly"),
      description: t("account.weekly_hint", { weekday: weekdayName(t, weekday) }),
    },
    { value: "monthly", title: t("account.monthly"), description: t("account.monthly_hint") },
  ]
  return (
    <Part title={t("account.letter")} id="newsletter" text={t("account.letter_about")}>
      <div className="grid gap-3">
        <Choices
          legend={<span className="vh">{t("account.letter")}</span>}
          name="frequency"
          options={options}
          defaultValue={chosen ?? frequency}
        />
        <Radio name="frequency" value="none" defaultChecked={chosen === "none"}>
          {t("account.letter_nothing")}
        </Radio>
      </div>
      <div className="form__grid">
        <Select
          {...useField("weekday", String(weekday))}
          label={t("account.weekday")}
          hint={t("account.weekday_hint")}
          span={2}
          options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(t, day) }))}
        />
        <Select
          {...useField("hour", String(hour))}
          label={t("account.hour")}
          span={2}
          options={Array.from({ length: 24 }, (_, at) => ({
            value: String(at),
            label: `${String(at).padStart(2, "0")}:00`,
          }))}
        />
        <Select
          {...useField("letter_language", settings.language ?? "")}
          label={t("layout.language")}
          span={2}
          options={[
            { value: "", label: t("account.language_of_account") },
            ...languages.map((value) => ({ value, label: languageNames[value], lang: value })),
          ]}
        />
      </div>
      <p className="t2">
        {[
          newsletter.state === "active" && t("subscribe.next_issue", { moment: nextIssueTime(t, newsletter) }),
          newsletter.state === "bounced" && t("subscribe.bounced"),
          t("subscribe.followed", { count: newsletter.followed }),
        ]
          .filter(Boolean)
          .join(" ")}{" "}
        {newsletter.last && (
          <a className="link" href={newsletter.last.url}>
            {t("subscribe.last_issue")}
          </a>
        )}
      </p>
      <div className="bar">
        <Submit name="do" value="preview" icon={Eye}>
          {t("subscribe.preview")}
        </Submit>
        {newsletter.email && (
          <Submit name="do" value="test" icon={EnvelopeSimple}>
            {t("subscribe.test")}
          </Submit>
        )}
      </div>
    </Part>
  )
}

/** Shows a preview of the issue that would be sent now, below the settings. */
export function NewsletterPreview({ issue }: { issue: Issue }) {
  const t = useMessages()
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (issue) section.current?.scrollIntoView({ block: "nearest" })
  }, [issue])
  return (
    <section ref={section} className="newsletter-preview" aria-labelledby="newsletter-preview">
      <h3 className="h5" id="newsletter-preview">
        {t("subscribe.preview_title")}
      </h3>
      <p className="vh" role="status">
        {issue.is_empty ? t("subscribe.preview_empty") : issue.subject}
      </p>
      {issue.is_empty ? (
        <p className="t2">{t("subscribe.preview_empty")}</p>
      ) : (
        <>
          <p className="small t2">{t("subscribe.subject_line", { subject: issue.subject })}</p>
          <div lang={issue.language === t.language ? undefined : issue.language}>
            <IssueView issue={issue} level={2} />
          </div>
        </>
      )}
    </section>
  )
}
