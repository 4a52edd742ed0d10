import { type FormEvent, useId, useRef, useState } from "react"
import { useHref } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { CopyHandle } from "#ui/editing/copy-handle.tsx"
import { WarningCircleFill } from "#ui/icons.tsx"
import { ArrowRight } from "#ui/seldom-icons.tsx"
import { browserApi } from "../api/browser-api.ts"
import { paths } from "../paths.ts"
import { problemOf, sentencesOf } from "../api/problems.ts"
import { useSite } from "../page/site.ts"
import { type HomeServerSubject, rememberServer, useHomeServer, type HomeServerIntent } from "./home-server.ts"
import "./following.css"

type HomeServerFormProps = {
  subject: HomeServerSubject
  /** The input and its result, where the form was sent without script. */
  sent?: { server: string; way?: HomeServerIntent | undefined; error?: string | undefined }
}

/**
 * Asks for a handle or a server, and leads to where one follows there. No address of ours redirects to another site: with script
 * the press itself leads there, without script a link does.
 */
export function HomeServerForm({ subject: { fid, handle }, sent }: HomeServerFormProps) {
  const t = useMessages()
  const id = useId()
  const site = useSite()
  const input = useRef<HTMLInputElement>(null)
  const [server, write] = useHomeServer(sent?.server)
  const [found, setFound] = useState<{ way?: HomeServerIntent | undefined; error?: string | undefined }>(sent ?? {})
  const [isBusy, setBusy] = useState(false)
  const { way, error } = found

  const go = async (submit: FormEvent) => {
    submit.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      const object = `${site?.url ?? ""}${paths.actor(fid)}`
      const there = await browserApi.get("/api/fediverse/intents/", { handle: server, object })
      rememberServer(server.trim())
      setFound({ way: there })
      if (there.is_known) location.assign(there.url)
    } catch (failure) {
      const problem = problemOf(failure, t)
      const said = problem?.fields.handle ?? (problem && sentencesOf(problem)) ?? [t("errors.default")]
      setFound({ error: said.join(" ") })
      input.current?.focus()
    } finally {
      setBusy(false)
    }
  }
  return (
    <form method="get" action={useHref(paths.followFromElsewhere(fid))} className="form" onSubmit={go} noValidate>
      <p className="t2">{t("fediverse.from_own_text")}</p>
      <div className="field">
        <label className="lbl" htmlFor={id}>
          {t("fediverse.own_server")}
        </label>
        <div className="bar line-field">
          <input
            ref={input}
            id={id}
            name="server"
            className="input"
            placeholder={t("fediverse.own_server_hint")}
            value={server}
            onChange={({ target }) => {
              write(target.value)
              setFound({})
            }}
            inputMode="email"
            autoCapitalize="none"
            autoComplete="off"
            autoCorrect="off"
            spellCheck={false}
            maxLength={300}
            aria-invalid={Boolean(error) || undefined}
            aria-describedby={error ? `${id}-error` : `${id}-note`}
          />
          <Button type="submit" kind="main" icon={ArrowRight} isBusy={isBusy}>
            {t("fediverse.own_server_go")}
          </Button>
        </div>
        {error && (
          <p className="error" id={`${id}-error`} role="alert">
            <WarningCircleFill />
            {error}
          </p>
        )}
        <p className="small t3" id={`${id}-note`}>
          {t("fediverse.own_server_note")}
        </p>
      </div>
      {way && (
        <div className="follow__own" role="status">
          <p>
            {way.is_known ? t("fediverse.own_server_found") : t("fediverse.own_server_unknown", { host: way.host })}
          </p>
          <p>
            <a className="link" href={way.url} rel="nofollow noopener noreferrer">
              {t("fediverse.own_server_open", { host: way.host })}
            </a>
          </p>
          {!way.is_known && <CopyHandle handle={handle} />}
        </div>
      )}
    </form>
  )
}
