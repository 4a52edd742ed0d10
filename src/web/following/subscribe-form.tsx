import { useMessages } from "#i18n/messages-context.ts"
import { languageNames, languages } from "#i18n/languages.ts"
import { Choices } from "#ui/fields/choice.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Note } from "#ui/note.tsx"
import { Form, Submit, useField } from "../editing/form-parts.tsx"
import { paths } from "../paths.ts"
import { type MailFilters, mailFilters } from "./subject.ts"

/** The result of the form when a link has been mailed. */
export type LinkSent = { email: string }

/** Subscribes an address to a newsletter: one field, and defaults for the rest. It is sent to the page of newsletters. */
export function SubscribeForm({ filters }: { filters: MailFilters }) {
  const t = useMessages()
  return (
    <Form<LinkSent> name="subscribe" className="form" action={paths.manageNewsletter(filters)}>
      {({ outcome }) =>
        outcome?.isDone ? (
          <Note type="success" role="status">
            <p>
              <strong>{t("subscribe.link_sent", { email: outcome.given?.email ?? "" })}</strong>{" "}
              {t("subscribe.link_sent_hint")}
            </p>
          </Note>
        ) : (
          <>
            <Address />
            <Frequency />
            <details className="follow__more">
              <summary>{t("subscribe.when_and_language")}</summary>
              <ScheduleFields language={t.language} />
            </details>
            {mailFilters.map((name) => {
              const value = filters[name]
              return value ? <input key={name} type="hidden" name={name} value={value} /> : null
            })}
            <div className="bar">
              <Submit kind="main" size="large">
                {t("subscribe.do")}
              </Submit>
            </div>
            <p className="small t2">{t("subscribe.promise")}</p>
          </>
        )
      }
    </Form>
  )
}

function Address() {
  const t = useMessages()
  return (
    <TextField
      {...useField("email")}
      label={t("subscribe.email")}
      type="email"
      autoComplete="email"
      spellCheck={false}
      maxLength={320}
    />
  )
}

/** The choice of frequency, each option with when it is sent and what it contains. */
export function Frequency({ usual = "weekly", isTitled = false }: { usual?: string; isTitled?: boolean }) {
  const t = useMessages()
  const question = t("subscribe.frequency")
  const { name, defaultValue = usual } = useField("frequency", usual)
  return (
    <Choices
      legend={isTitled ? <span className="vh">{question}</span> : question}
      name={name}
      defaultValue={defaultValue}
      options={(["daily", "weekly", "monthly"] as const).map((value) => ({
        value,
        title: t(`subscribe.${value}`),
        description: t(`subscribe.${value}_hint`),
      }))}
    />
  )
}

type ScheduleProps = { weekday?: number; hour?: number; language: string }

/** The choice of weekday, hour and language. */
export function ScheduleFields({ weekday = 4, hour = 8, language }: ScheduleProps) {
  const t = useMessages()
  return (
    <div className="form__grid">
      <Select
        {...useField("weekday", String(weekday))}
        label={t("subscribe.weekday")}
        hint={t("subscribe.weekday_hint")}
        span={2}
        options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({
          value: String(day),
          // Monday is 1 (ISO 8601), in any week.
          label: t.date(`2024-01-0${day}`, "weekday"),
        }))}
      />
      <Select
        {...useField("hour", String(hour))}
        label={t("subscribe.hour")}
        span={2}
        options={Array.from({ length: 24 }, (_, at) => ({
          value: String(at),
          label: `${String(at).padStart(2, "0")}:00`,
        }))}
      />
      <Select
        {...useField("language", language)}
        label={t("layout.language")}
        span={2}
        options={languages.map((value) => ({ value, label: languageNames[value], lang: value }))}
      />
    </div>
  )
}
