import { NewSecrets } from "#features/accounts/ui/new-secrets.tsx"
import { DateAndTime, ButtonForm } from "#features/accounts/ui/parts.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { Link } from "#ui/link.tsx"
import { PencilSimple } from "#ui/seldom-icons.tsx"
import type { AnswerTo, WriteAnswer } from "#web/api.ts"
import { ConfirmPress } from "#web/editing/confirm-press.tsx"
import { Form, Submit, useFormAnswer } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import { webhookEvents } from "../webhook.ts"
import "./webhooks.css"

type Webhook = AnswerTo<"/api/actors/{fid}/webhooks/">[number]
type WithSecret = WriteAnswer<"POST", "/api/actors/{fid}/webhooks/">

/** Shows the secrets of a webhook just added and of one just renewed, as long as these webhooks exist. */
export function Secrets({ webhooks }: { webhooks: readonly Webhook[] }) {
  const t = useMessages()
  const [made] = useFormAnswer<WithSecret>("add")
  const [renewed] = useFormAnswer<WithSecret>("renew")
  const toShow = (one: WithSecret | undefined, text: string) =>
    one && webhooks.some(({ id }) => id === one.id)
      ? { id: one.id, secret: one.secret, name: <b className="webhook__address">{one.url}</b>, text }
      : undefined
  return <NewSecrets made={toShow(made, t("webhooks.once"))} renewed={toShow(renewed, t("webhooks.once_renewed"))} />
}

type WebhooksProps = {
  fid: string
  webhooks: readonly Webhook[]
  timezone: string
  /** Id of the webhook whose deliveries are on the page. */
  shown: number | undefined
}

/** Lists webhooks with their state and the actions on them. */
export function Webhooks({ fid, webhooks, timezone, shown }: WebhooksProps) {
  return (
    <ul className="own webhooks">
      {webhooks.map((webhook) => (
        <Row key={webhook.id} {...{ fid, webhook, timezone }} isShown={webhook.id === shown} />
      ))}
    </ul>
  )
}

function Row({
  fid,
  webhook,
  timezone,
  isShown,
}: {
  fid: string
  webhook: Webhook
  timezone: string
  isShown: boolean
}) {
  const t = useMessages()
  const { id, url, description, events, is_active, off_reason, failing_since } = webhook
  const of = (action: string) => t("webhooks.of_what", { action, what: url })
  const own = String(id)
  return (
    <li>
      <div className="own__txt">
        <b className="webhook__address">{url}</b>
        {description && <span>{description}</span>}
        <p className="bar small t2">
          <Badge tone={is_active ? (failing_since ? "warn" : "yes") : "plain"}>
            {t(is_active ? "webhooks.is_on" : "webhooks.is_off")}
          </Badge>
          <span>
            {events.length === webhookEvents.length
              ? t("webhooks.all_events")
              : t("webhooks.some_events", { count: events.length })}
          </span>
          <Link
            className="link"
            to={isShown ? "#deliveries" : `${paths.webhooksOfActor(fid, { webhook: own })}#deliveries`}
          >
            {t("webhooks.see_deliveries")}
            <span className="vh"> {url}</span>
          </Link>
        </p>
        {off_reason && <p className="small">{t(`webhooks.off_${off_reason}`)}</p>}
        {is_active && failing_since && (
          <p className="small">
            {t("webhooks.failing")} <DateAndTime iso={failing_since} timezone={timezone} />
          </p>
        )}
      </div>
      <div className="own__do">
        <ButtonForm form="test" id={id} label={of(t("webhooks.test"))}>
          {t("webhooks.test")}
        </ButtonForm>
        <Switch id={id} isActive={is_active} of={of} />
        <ConfirmPress
          form="renew"
          fields={{ id: own }}
          isShared
          title={t("webhooks.renew_ask")}
          hint={t("webhooks.renew_hint")}
          confirm={t("webhooks.renew")}
          cancel={t("webhooks.keep")}
          label={of(t("webhooks.renew"))}
        >
          {t("webhooks.renew")}
        </ConfirmPress>
        <ButtonLink
          kind="bare"
          icon={PencilSimple}
          iconOnly
          to={`${paths.webhooksOfActor(fid, { webhook: own })}#form`}
        >
          {of(t("webhooks.edit"))}
        </ButtonLink>
        <ConfirmPress
          form="remove"
          fields={{ id: own }}
          title={t("webhooks.remove_ask")}
          hint={t("webhooks.remove_hint")}
          confirm={t("webhooks.remove")}
          cancel={t("webhooks.keep")}
          label={of(t("webhooks.remove"))}
          kind="danger"
        >
          {t("webhooks.remove")}
        </ConfirmPress>
      </div>
    </li>
  )
}

function Switch({ id, isActive, of }: { id: number; isActive: boolean; of: (action: string) => string }) {
  const t = useMessages()
  const words = t(isActive ? "webhooks.switch_off" : "webhooks.switch_on")
  return (
    <Form name="switch" className="press" isBare>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="on" value={isActive ? "no" : "yes"} />
      <Submit aria-label={of(words)}>{words}</Submit>
    </Form>
  )
}
