import { useEffect, useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { CheckCircleFill, WarningCircleFill } from "#ui/icons.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { useField, useFormState } from "#web/editing/form-parts.tsx"
import type { Proof } from "./use-proof.ts"

type CaptchaFieldsProps = {
  proof: Proof
  /** Whether the question is shown: because the visitor asked for it, or because the device cannot solve the challenge. */
  isQuestion: boolean
  onAsk: (isAsked: boolean) => void
}

/**
 * The proof that a human writes. With script the device solves a challenge, unless the visitor prefers to answer a question;
 * without script there is only the question. A challenge that was used up or has expired is replaced.
 */
export function CaptchaFields({ proof, isQuestion, onAsk }: CaptchaFieldsProps) {
  const t = useMessages()
  const { outcome } = useFormState()
  const { id, error } = useField("captcha")
  const seen = useRef(outcome)
  useEffect(() => {
    if (seen.current === outcome) return
    seen.current = outcome
    // A wrong answer in words can be corrected; a refused challenge cannot.
    if (outcome?.fields.captcha && !(isQuestion && outcome.fields.captcha[0] === t("errors.required")))
      void proof.renew()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once for each outcome
  }, [outcome])

  if (isQuestion) {
    return (
      <div className="contact__check" role="group" aria-label={t("contact.captcha")}>
        {proof.state === "failed" && <p className="t2">{t("contact.captcha_failed")}</p>}
        <Question proof={proof} />
        <div className="bar needs-script">
          <Button kind="bare" onClick={() => void proof.renew()}>
            {t("contact.captcha_other")}
          </Button>
          {proof.state !== "failed" && (
            <Button
              kind="bare"
              onClick={() => {
                onAsk(false)
                void proof.start()
              }}
            >
              {t("contact.captcha_auto")}
            </Button>
          )}
        </div>
      </div>
    )
  }
  return (
    <div className="contact__check" role="group" aria-label={t("contact.captcha")}>
      <input type="hidden" name="captcha" value={proof.answer} />
      <div className="bar bar--between needs-script">
        <div className="contact__states">
          <p id={id} className="contact__state" role="status" tabIndex={-1}>
            {proof.state === "working" && <Lamps />}
            {proof.state === "done" && <CheckCircleFill />}
            {proof.state === "done"
              ? t("contact.captcha_done")
              : proof.state === "working"
                ? t("contact.captcha_working")
                : t("contact.captcha_start")}
          </p>
          {/* Reserves space for each of the states, so that nothing moves under a press when one replaces another. */}
          {(["start", "working", "done"] as const).map((state) => (
            <p key={state} className="contact__state contact__state--room" aria-hidden="true">
              <Lamps />
              {t(`contact.captcha_${state}`)}
            </p>
          ))}
        </div>
        <Button
          kind="bare"
          data-instead
          onClick={() => {
            onAsk(true)
            if (!proof.question) void proof.renew()
          }}
        >
          {t("contact.captcha_question")}
        </Button>
      </div>
      {error && (
        <p className="error">
          <WarningCircleFill />
          {error.join(" ")}
        </p>
      )}
      {/* Browsers with script never look inside, so it is only rendered on the server. */}
      <noscript>{import.meta.env.SSR && <Question proof={proof} />}</noscript>
    </div>
  )
}

function Lamps() {
  return (
    <span className="lamps" aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  )
}

function Question({ proof: { question } }: Pick<CaptchaFieldsProps, "proof">) {
  const t = useMessages()
  const field = useField("captcha")
  if (!question) return null
  return (
    <>
      <input type="hidden" name="captcha_token" value={question.token} />
      <TextField
        key={question.token}
        {...field}
        name="code"
        defaultValue=""
        label={question.text}
        hint={t("contact.captcha_hint")}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
      />
    </>
  )
}
