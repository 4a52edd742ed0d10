import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { FoldedPart, FoldedParts } from "#ui/editing/folded-part.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import type { AnswerTo } from "#web/api.ts"
import { Form, Submit, useField, useFormState } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import { longestDescription, type WebhookEvent, webhookEvents } from "../webhook.ts"
import { wordsOfType } from "./deliveries.tsx"

type WebhookFormProps = {
  fid: string
  /** The webhook to edit; undefined for a new one. */
  held: AnswerTo<"/api/actors/{fid}/webhooks/">[number] | undefined
}

/** Renders the form of a webhook: the address first, and the optional fields folded. */
export function WebhookForm({ fid, held }: WebhookFormProps) {
  return (
    <Form name={held ? "change" : "add"} className="form narrow" isShared isEmptiedWhenDone>
      <Fields fid={fid} held={held} />
    </Form>
  )
}

function Fields({ fid, held }: WebhookFormProps) {
  const t = useMessages()
  const { outcome } = useFormState()
  const events = useField("events")
  const description = useField("description", held?.description ?? "")
  const isTicked = (one: WebhookEvent) =>
    outcome?.isDone === false ? `event.${one}` in outcome.values : (held?.events.includes(one) ?? true)
  const count = held?.events.length ?? webhookEvents.length
  return (
    <>
      {held && (
        <>
          <input type="hidden" name="id" value={held.id} />
          <input type="hidden" name="version" value={held.version} />
        </>
      )}
      <TextField
        {...useField("url", held?.url)}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        placeholder="https://"
        label={t("webhooks.url")}
        hint={t("webhooks.url_hint")}
      />
      <FoldedParts label={t("webhooks.more")}>
        <FoldedPart
          id="events"
          title={t("webhooks.events")}
          holds={count === webhookEvents.length ? t("webhooks.all_events") : t("webhooks.some_events", { count })}
          isOpen={Boolean(events.error)}
        >
          <fieldset className="field" id={events.id} tabIndex={-1}>
            <legend className="vh" id={`${events.id}-label`}>
              {t("webhooks.events")}
            </legend>
            {webhookEvents.map((one, at) => (
              <Checkbox
                key={one}
                name={`event.${one}`}
                value="yes"
                defaultChecked={isTicked(one)}
                error={at === webhookEvents.length - 1 ? events.error : undefined}
              >
                {t(wordsOfType(one))} <code className="small t2">{one}</code>
              </Checkbox>
            ))}
          </fieldset>
        </FoldedPart>
        <FoldedPart
          id="description"
          title={t("webhooks.description")}
          holds={held?.description ?? t("webhooks.description_hint")}
          isOpen={Boolean(description.error)}
        >
          <TextField
            {...description}
            maxLength={longestDescription}
            label={t("webhooks.description")}
            hint={t("webhooks.description_hint")}
            isOptional
          />
        </FoldedPart>
      </FoldedParts>
      <div className="bar">
        <Submit kind="main" size="large">
          {t(held ? "webhooks.save" : "webhooks.add")}
        </Submit>
        {held && (
          <ButtonLink kind="bare" to={paths.webhooksOfActor(fid)}>
            {t("webhooks.cancel")}
          </ButtonLink>
        )}
      </div>
    </>
  )
}
