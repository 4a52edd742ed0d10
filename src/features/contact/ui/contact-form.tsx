import { useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Choices } from "#ui/fields/choice.tsx"
import { Note } from "#ui/note.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import type { Actor } from "#features/actors/actor.ts"
import type { Captcha } from "#features/contact/captcha/representation.server.ts"
import { Form, useField, useFormState } from "#web/editing/form-parts.tsx"
import { useUser } from "#web/session/session.ts"
import { longest } from "../message.ts"
import { CaptchaFields } from "./captcha-fields.tsx"
import { type ProofControls, ProofGate } from "./proof-gate.tsx"
import "./contact.css"

type ContactFormProps = {
  actor: Pick<Actor, "fid" | "name" | "channels">
  /** The challenge that came with the page. */
  captcha?: Captcha | null
  /** The form's address, where it stands on a page other than its own. */
  action?: string
  /** Whether a press opened the form: its first field then takes the focus. */
  isOpened?: boolean
  /** The initial subject. */
  subject?: string | undefined
}

/** The answer to a sent message, which the form displays. */
export type SentMessage = { channel: "email" | "inbox"; email: string }

/**
 * The form that writes to the people of a page (specification §3). Before hydration and without script it is submitted as a plain
 * form.
 */
export function ContactForm(props: ContactFormProps) {
  const [count, setCount] = useState(0)
  return <Letter key={count} {...props} onAnother={() => setCount(count + 1)} isAgain={count > 0} />
}

function Letter({
  actor,
  captcha = null,
  action,
  isOpened = false,
  subject,
  onAnother,
  isAgain,
}: ContactFormProps & LetterProps) {
  const t = useMessages()
  const box = useRef<HTMLDivElement>(null)
  const isFirst = useRef(true)
  useEffect(() => {
    if (isFirst.current && (isOpened || isAgain))
      box.current?.querySelector<HTMLElement>("input:not([type=hidden])")?.focus()
    isFirst.current = false
  }, [isOpened, isAgain])

  return (
    <ProofGate form="write" captcha={isAgain ? null : captcha} box={box}>
      {(proven) => (
        <Form<SentMessage>
          name="write"
          className="form narrow contact"
          failure={t("contact.failed")}
          {...(action === undefined ? {} : { action })}
        >
          {({ outcome }) =>
            outcome?.isDone ? (
              <Sent actor={actor} sent={outcome.given} onAnother={onAnother} />
            ) : (
              <Fields {...{ actor, subject }} {...proven} />
            )
          }
        </Form>
      )}
    </ProofGate>
  )
}
type LetterProps = { onAnother: () => void; isAgain: boolean }

type FieldsProps = Pick<ContactFormProps, "actor" | "subject"> & ProofControls

function Fields({ actor, subject, proof, isQuestion, isWaiting, onAsk }: FieldsProps) {
  const t = useMessages()
  const user = useUser()
  const { isBusy } = useFormState()
  const channels = actor.channels ?? []
  const channelField = useField("channel", channels[0])
  const [channel, setChannel] = useState(channelField.defaultValue)
  return (
    <>
      <p className="t2">{t("contact.about")}</p>
      {channels.length > 1 ? (
        <Choices
          legend={t("contact.channel")}
          name="channel"
          defaultValue={channel ?? "email"}
          onChange={setChannel}
          options={channels.map((value) => ({
            value,
            title: t(`contact.channel_${value}`),
            description: t(`contact.channel_${value}_hint`),
          }))}
        />
      ) : (
        <input type="hidden" name="channel" value={channels[0]} />
      )}
      {user && !user.email && (
        <Note type="warning">
          <p>{t("contact.no_email")}</p>
        </Note>
      )}
      <TextField
        {...useField("email", user?.email ?? "")}
        type="email"
        autoComplete="email"
        maxLength={254}
        label={t("contact.email")}
        hint={t("contact.email_hint")}
        isOptional={channel === "inbox"}
      />
      <TextField
        {...useField("name", user?.identity?.name ?? user?.name ?? "")}
        autoComplete="name"
        maxLength={longest.name}
        label={t("contact.name")}
      />
      <TextField
        {...useField("subject", subject)}
        maxLength={longest.subject}
        label={t("contact.subject")}
        autoComplete="off"
      />
      <TextArea
        {...useField("message")}
        rows={9}
        maxLength={longest.message}
        label={t("contact.message")}
        hint={t("contact.message_hint", { count: t.number(longest.message) })}
      />
      <CaptchaFields proof={proof} isQuestion={isQuestion} onAsk={onAsk} />
      <div className="bar">
        <Button type="submit" kind="main" size="large" isBusy={isBusy || isWaiting}>
          {t("contact.send")}
        </Button>
      </div>
    </>
  )
}

function Sent({ actor, sent, onAnother }: { actor: { name: string } } & SentProps) {
  const t = useMessages()
  const words = useRef<HTMLDivElement>(null)
  useEffect(() => words.current?.focus(), [])
  const isMail = sent?.channel === "email"
  return (
    <div className="contact__sent" ref={words} tabIndex={-1}>
      <Note type="success">
        <p>
          <strong>{isMail ? t("contact.sent") : t("contact.sent_inbox")}.</strong>{" "}
          {isMail
            ? t("contact.sent_hint", { name: actor.name, email: sent.email })
            : t("contact.sent_hint_inbox", { name: actor.name })}
        </p>
      </Note>
      <div className="bar">
        <Button className="needs-script" onClick={onAnother}>
          {t("contact.another")}
        </Button>
      </div>
    </div>
  )
}
type SentProps = { sent: SentMessage | undefined; onAnother: () => void }
