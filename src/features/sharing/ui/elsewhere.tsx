import { type FormEvent, useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { useInBrowser } from "#ui/in-browser.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { CopyHandle } from "#ui/editing/copy-handle.tsx"
import { EnvelopeSimple, Planet, ShareNetwork, WarningCircleFill } from "#ui/icons.tsx"
import { ChatCircleText } from "#ui/seldom-icons.tsx"
import { browserApi } from "#web/api/browser-api.ts"
import { rememberServer, useHomeServer } from "#web/following/home-server.ts"
import { mailAddress, messageAddress, type ShareContent } from "../addresses.ts"
import { instanceHost, publishAddress } from "../instance.ts"

type ElsewhereProps = {
  passed: ShareContent
  /** The instance typed before, where the form was submitted without script. */
  instance: string | undefined
  handle?: string | undefined
}

/**
 * Ways to share with people elsewhere: from the visitor's own instance, by mail, by text message, or with the device's share
 * sheet.
 */
export function Elsewhere({ passed, instance, handle }: ElsewhereProps) {
  const t = useMessages()
  const canShare = useInBrowser(hasShareSheet, false)
  const { title, words, url } = passed
  return (
    <>
      {handle && (
        <div className="field">
          <p className="lbl">{t("share.handle")}</p>
          <CopyHandle handle={handle} />
        </div>
      )}
      <FromInstance text={`${words}\n${url}`} instance={instance} />
      <div className="bar">
        <ButtonLink icon={EnvelopeSimple} to={mailAddress(passed)}>
          {t("share.email")}
        </ButtonLink>
        <ButtonLink icon={ChatCircleText} to={messageAddress(passed)}>
          {t("share.message")}
        </ButtonLink>
        {canShare && (
          <Button icon={ShareNetwork} onClick={() => void navigator.share({ title, text: words, url }).catch(() => {})}>
            {t("share.other_app")}
          </Button>
        )}
      </div>
      <p className="small t3">{t("share.nothing_loaded")}</p>
    </>
  )
}

const hasShareSheet = () => typeof navigator.share === "function"

/** Opens the visitor's own instance with the prepared text; without script the form first becomes a link. */
function FromInstance({ text, instance }: { text: string; instance: string | undefined }) {
  const t = useMessages()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [written, setWritten] = useHomeServer(instance)
  const [isWrong, setWrong] = useState(Boolean(instance) && instanceHost(instance ?? "") === undefined)
  const sent = instance ? instanceHost(instance) : undefined

  const open = async (submit: FormEvent) => {
    submit.preventDefault()
    const host = instanceHost(written)
    setWrong(!host)
    if (!host) return input.current?.focus()
    rememberServer(written.trim())
    // Opened during the press itself: browsers block a window opened later as an advertisement.
    const tab = window.open("about:blank", "_blank")
    if (tab) tab.opener = null
    const asked = { handle: written, intent: "share" as const, text: text.slice(0, 2000) }
    const way = await browserApi.get("/api/fediverse/intents/", asked).catch(() => undefined)
    const address = way?.url ?? publishAddress(host, text)
    if (tab) tab.location.replace(address)
    else location.assign(address)
  }
  return (
    <form method="get" className="field" onSubmit={(submit) => void open(submit)} noValidate>
      <label htmlFor={id}>{t("share.from_fediverse")}</label>
      <div className="bar line-field">
        <input
          ref={input}
          id={id}
          name="instance"
          className="input"
          placeholder={t("share.instance_hint")}
          value={written}
          onChange={({ target }) => {
            setWritten(target.value)
            setWrong(false)
          }}
          inputMode="url"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={300}
          aria-invalid={isWrong || undefined}
          aria-describedby={isWrong ? `${id}-error` : undefined}
        />
        <Button type="submit" icon={Planet}>
          {t("share.publish")} <span className="vh">{t("share.new_tab")}</span>
        </Button>
      </div>
      {isWrong && (
        <p className="error" id={`${id}-error`}>
          <WarningCircleFill />
          {t("share.instance_error")}
        </p>
      )}
      {sent && (
        <p>
          <a className="link" href={publishAddress(sent, text)} target="_blank" rel="noopener noreferrer">
            {t("share.open_instance", { host: sent })} <span className="vh">{t("share.new_tab")}</span>
          </a>
        </p>
      )}
    </form>
  )
}
