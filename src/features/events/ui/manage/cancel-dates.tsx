import { useMessages } from "#i18n/messages-context.ts"
import { TextArea } from "#ui/fields/text-area.tsx"
import { Form, Submit, useField, useFormState } from "#web/editing/form-parts.tsx"
import type { Event, Occurrence } from "../../event.ts"
import type { PendingConfirmation } from "../../pages/manage-forms.ts"
import { audienceInWords, ConfirmInForm, usePendingConfirmation } from "./parts.tsx"

/** The form to cancel several dates without script, which would open the dialog for it. */
export function CancelDates({ event, dates }: { event: Event; dates: readonly Occurrence[] }) {
  if (dates.length < 2) return null
  return (
    <noscript>
      {import.meta.env.SSR && (
        <Form<PendingConfirmation> name="cancel_dates" className="form narrow" isBare>
          <Fields event={event} dates={dates} />
        </Form>
      )}
    </noscript>
  )
}

function Fields({ event, dates }: { event: Event; dates: readonly Occurrence[] }) {
  const t = useMessages()
  const asked = usePendingConfirmation()
  const { outcome } = useFormState()
  const problem = outcome?.fields.date?.[0]
  const chosen = new Set(asked?.values.date?.split(","))
  const reason = useField("reason", "")
  return (
    <>
      <fieldset className="field cancel__dates" {...(problem ? { "aria-describedby": "cancel-dates-problem" } : {})}>
        <legend className="lbl">{t("cancel.which")}</legend>
        {problem && (
          <p id="cancel-dates-problem" className="error">
            {problem}
          </p>
        )}
        {dates.map(({ id, start }) => (
          <label className="choice" key={id}>
            <input type="checkbox" name="date" value={id} defaultChecked={chosen.has(String(id))} />
            <span className="num">
              <b>{t.date(start, "short")}</b>
              {!event.all_day && ` · ${t.time(start)}`}
            </span>
          </label>
        ))}
      </fieldset>
      <TextArea
        {...reason}
        defaultValue={asked?.values.reason ?? reason.defaultValue}
        label={t("cancel.reason")}
        note={t("cancel.read_by_all")}
        rows={2}
        maxLength={500}
        isOptional
      />
      {asked ? (
        <ConfirmInForm
          asked={asked}
          title={t("cancel.do_dates", { count: chosen.size })}
          confirm={t("cancel.do_dates", { count: chosen.size })}
          isDangerous
        >
          <p>{audienceInWords(t, asked)}</p>
        </ConfirmInForm>
      ) : (
        <div className="bar">
          <Submit kind="danger">{t("cancel.chosen")}</Submit>
        </div>
      )}
    </>
  )
}
