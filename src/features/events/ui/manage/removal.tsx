import { useMessages } from "#i18n/messages-context.ts"
import { TextArea } from "#ui/fields/text-area.tsx"
import { EyeSlash, Trash } from "#ui/seldom-icons.tsx"
import { FormNotices, Submit, useField } from "#web/editing/form-parts.tsx"
import type { Event } from "../../event.ts"
import type { PendingConfirmation } from "../../pages/manage-forms.ts"
import { audienceInWords, ConfirmInForm, usePendingConfirmation } from "./parts.tsx"

/** Tells whether removing an event sends notices: people may know already that it is cancelled. */
function isTold({ workflow, status }: Event) {
  return workflow === "published" && status !== "cancelled"
}

/** The form to withdraw an event, with its confirmation. */
export function Withdrawal({ event }: { event: Event }) {
  const t = useMessages()
  const asked = usePendingConfirmation()
  return (
    <>
      <p className="t2">
        {t("manage.withdraw_text")} {event.status !== "cancelled" && t("manage.cancel_instead")}
      </p>
      {isTold(event) && <WhyGone label={t("manage.why_withdraw")} asked={asked} />}
      {asked ? (
        <ConfirmInForm asked={asked} title={t("manage.withdraw_sure")} confirm={t("manage.withdraw_do")} isDangerous>
          {isTold(event) && <WhoIsTold asked={asked} />}
          <FormNotices />
        </ConfirmInForm>
      ) : (
        <div className="bar">
          <Submit icon={EyeSlash}>{t("manage.withdraw_do")}</Submit>
        </div>
      )}
    </>
  )
}

/** The form to delete an event, with its confirmation. */
export function Deletion({ event }: { event: Event }) {
  const t = useMessages()
  const asked = usePendingConfirmation()
  return (
    <>
      <p className="t2">{t(isTold(event) ? "manage.delete_text_published" : "manage.delete_text")}</p>
      {isTold(event) && <WhyGone label={t("manage.why_delete")} asked={asked} />}
      {asked ? (
        <ConfirmInForm asked={asked} title={t("manage.delete_sure")} confirm={t("manage.delete_do")} isDangerous>
          {isTold(event) && <WhoIsTold asked={asked} />}
          <FormNotices />
        </ConfirmInForm>
      ) : (
        <div className="bar">
          <Submit kind="danger" icon={Trash}>
            {t("manage.delete")}
          </Submit>
        </div>
      )}
    </>
  )
}

function WhyGone({ label, asked }: { label: string; asked: PendingConfirmation | undefined }) {
  const t = useMessages()
  const reason = useField("reason")
  return (
    <TextArea
      {...reason}
      defaultValue={asked?.values.reason ?? reason.defaultValue}
      label={label}
      hint={t("manage.told_reason_hint")}
      maxLength={500}
      rows={2}
      isOptional
    />
  )
}

function WhoIsTold({ asked }: { asked: PendingConfirmation }) {
  const t = useMessages()
  return (
    <>
      <p>{audienceInWords(t, asked)}</p>
      {asked.answered + asked.others > 0 && <p>{t("manage.told_undone")}</p>}
    </>
  )
}
