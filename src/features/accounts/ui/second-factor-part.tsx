import { useActionData } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { Note } from "#ui/note.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import type { WriteAnswer } from "#web/api.ts"
import type { Outcome } from "#web/editing/form.ts"
import { Form, Submit, useField, useFormAnswer } from "#web/editing/form-parts.tsx"
import { Part, ShownOnce } from "./parts.tsx"
import { PasswordField } from "./sign-in/sign-in.tsx"
import "./second-factor.css"

type RecoveryCodes = WriteAnswer<"PUT", "/api/me/second-factor/">
type SecondFactorSecret = WriteAnswer<"POST", "/api/me/second-factor/">

type SecondFactorPartProps = { isOn: boolean; codesLeft: number }

/** The second factor, a code of an app besides the password: turned on with a QR code and a first code, or turned off. */
export function SecondFactorPart({ isOn, codesLeft }: SecondFactorPartProps) {
  const t = useMessages()
  const sent = useActionData<Outcome>()
  const [secret, forgetSecret] = useFormAnswer<SecondFactorSecret>("factor-prepare")
  const [first, forgetFirst] = useFormAnswer<RecoveryCodes>("factor-confirm")
  const [renewed, forgetRenewed] = useFormAnswer<RecoveryCodes>("factor-codes")
  const codes = (renewed ?? first)?.recovery_codes
  const isConfirming = secret !== undefined || sent?.form === "factor-confirm"

  if (!isOn) {
    return (
      <Part title={t("account.factor")} text={t("account.factor_about")}>
        {isConfirming ? (
          <Confirm secret={secret} />
        ) : (
          <Form<SecondFactorSecret> name="factor-prepare" isShared>
            <PasswordField
              name="password"
              label={t("account.password")}
              hint={t("account.factor_first")}
              autoComplete="current-password"
            />
            <div className="bar">
              <Submit>{t("account.factor_start")}</Submit>
            </div>
          </Form>
        )}
      </Part>
    )
  }
  return (
    <Part
      title={t("account.factor")}
      text={
        <>
          <Badge tone="yes">{t("account.factor_on")}</Badge> {t("account.codes_left", { count: codesLeft })}
        </>
      }
    >
      {codes && (
        <Note type="success" role="status">
          <ShownOnce key={codes[0]} lines={codes}>
            <p>{t("account.codes_once")}</p>
          </ShownOnce>
        </Note>
      )}
      <Form<RecoveryCodes> name="factor-codes" isShared isEmptiedWhenDone>
        <PasswordField
          name="password"
          label={t("account.password")}
          hint={t("account.renew_hint")}
          autoComplete="current-password"
        />
        <div className="bar">
          <Submit>{t("account.renew_codes")}</Submit>
        </div>
      </Form>
      <Form
        name="factor-remove"
        isEmptiedWhenDone
        onDone={() => {
          forgetSecret()
          forgetFirst()
          forgetRenewed()
        }}
      >
        <PasswordField
          name="password"
          label={t("account.password")}
          hint={t("account.factor_stop_hint")}
          autoComplete="current-password"
        />
        <div className="bar">
          <Submit kind="danger">{t("account.factor_stop")}</Submit>
        </div>
      </Form>
    </Part>
  )
}

function Confirm({ secret }: { secret: SecondFactorSecret | undefined }) {
  const t = useMessages()
  return (
    <Form<RecoveryCodes> name="factor-confirm" isShared>
      {secret && (
        <div className="setup">
          <img
            src={`data:image/svg+xml,${encodeURIComponent(secret.qr)}`}
            width={192}
            height={192}
            alt={t("account.factor_qr")}
          />
          <ShownOnce lines={[secret.secret]}>
            <p className="t2">{t("account.factor_scan")}</p>
          </ShownOnce>
        </div>
      )}
      <CodeField />
      <div className="bar">
        <Submit kind="main" size="large">
          {t("account.factor_confirm")}
        </Submit>
      </div>
    </Form>
  )
}

function CodeField() {
  const t = useMessages()
  return (
    <TextField
      {...useField("code")}
      label={t("account.code")}
      hint={t("account.factor_code_hint")}
      autoComplete="one-time-code"
      inputMode="numeric"
      maxLength={40}
    />
  )
}
