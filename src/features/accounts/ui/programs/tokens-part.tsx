import { useMessages } from "#i18n/messages-context.ts"
import { Checkbox } from "#ui/fields/choice.tsx"
import { Note } from "#ui/note.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import type { AnswerTo, WriteAnswer } from "#web/api.ts"
import { Form, Submit, useField, useFormAnswer } from "#web/editing/form-parts.tsx"
import { scopes } from "../../viewer.ts"
import { DateAndTime, Part, ButtonForm, ShownOnce } from "../parts.tsx"

type NewToken = WriteAnswer<"POST", "/api/me/tokens/">
type Token = AnswerTo<"/api/me/tokens/">[number]

/** Personal API tokens: made, shown once, revoked. */
export function TokensPart({ tokens, timezone }: { tokens: Token[]; timezone: string }) {
  const t = useMessages()
  const [made] = useFormAnswer<NewToken>("token-make")
  return (
    <Part
      title={t("account.tokens")}
      text={
        <>
          {t("account.tokens_about")}{" "}
          <a className="link" href="/api/docs/">
            {t("account.api_docs")}
          </a>
        </>
      }
    >
      {made && tokens.some(({ id }) => id === made.id) && (
        <Note type="success" role="status">
          <ShownOnce key={made.id} lines={[made.token]}>
            <p>{t("account.token_once")}</p>
          </ShownOnce>
        </Note>
      )}
      {tokens.length > 0 && (
        <ul className="own">
          {tokens.map(({ id, name, hint, scopes: allowed, last_used, expires }) => (
            <li key={id}>
              <div className="own__txt">
                <b>{name}</b>
                <span className="small t2">
                  …{hint} · {allowed.map((scope) => t(`account.scope_${scope}`)).join(", ")}
                </span>
                <span className="small t2">
                  {t("account.expires")} <DateAndTime iso={expires} timezone={timezone} />
                  {last_used && (
                    <>
                      {" · "}
                      {t("account.last_used")} <DateAndTime iso={last_used} timezone={timezone} />
                    </>
                  )}
                </span>
              </div>
              <div className="own__do">
                <ButtonForm form="token-revoke" id={id} label={t("account.revoke_what", { what: name })}>
                  {t("account.revoke")}
                </ButtonForm>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Form<NewToken> name="token-make" isShared isEmptiedWhenDone>
        <TokenFields />
        <div className="bar">
          <Submit>{t("account.make_token")}</Submit>
        </div>
      </Form>
    </Part>
  )
}

function TokenFields() {
  const t = useMessages()
  const { id, error } = useField("scopes")
  return (
    <>
      <TextField
        {...useField("name")}
        label={t("account.token_name")}
        hint={t("account.token_name_hint")}
        maxLength={100}
      />
      <fieldset className="field" id={id} tabIndex={-1}>
        <legend className="lbl" id={`${id}-label`}>
          {t("account.token_may")}
        </legend>
        {scopes.map((scope, at) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            defaultChecked={scope === "read"}
            error={at === scopes.length - 1 ? error : undefined}
          >
            {t(`account.scope_${scope}`)}
          </Checkbox>
        ))}
      </fieldset>
      <Select
        {...useField("days", "90")}
        label={t("account.token_lasts")}
        options={[30, 90, 365].map((days) => ({ value: String(days), label: t("account.days", { count: days }) }))}
      />
    </>
  )
}
