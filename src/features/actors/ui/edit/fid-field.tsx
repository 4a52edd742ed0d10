import { useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { browserApi } from "#web/browser-api.ts"
import { useEdit } from "#web/editing/edit-form.tsx"
import { paths } from "#web/paths.ts"
import { fidPattern } from "../../actor-types.ts"
import { fidFrom } from "../../picked.ts"

const patience = 350

type FidFieldProps = {
  /** The name of the page while it is typed: the identifier follows it until somebody writes another. */
  from?: string | undefined
  /** The one the page has. */
  current?: string
  /** The host of the site, for the handle. */
  host: string
  isOptional?: boolean
  /** Told of one that somebody writes. */
  onGiven?: (fid: string) => void
}

/** The word of a page's address and handle, made from its name and looked up while one types. */
export function FidField({ from, current, host, isOptional, onGiven }: FidFieldProps) {
  const t = useMessages()
  const field = useEdit("fid")
  const [typed, setTyped] = useState(field.defaultValue ?? "")
  const [isOwn, setOwn] = useState(Boolean(field.defaultValue))
  const input = useRef<HTMLInputElement>(null)
  const fid = isOwn || from === undefined ? typed : fidFrom(from)
  const { isFree, suggestion } = useAvailability(fid, current)
  const address = fid || t("actor-editor.fid_example")

  return (
    <div className="fidf" ref={(box) => void (input.current = box?.querySelector("input") ?? null)}>
      <TextField
        id={field.id}
        name={field.name}
        error={field.error}
        label={t("actor-editor.fid")}
        hint={t("actor-editor.fid_hint", { handle: `@${address}@${host}`, address: `${host}${paths.actor(address)}` })}
        value={fid}
        maxLength={30}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        isOptional={isOptional ?? false}
        onChange={(now) => {
          const given = now.target.value.toLowerCase().replaceAll(/\s/g, "-")
          setOwn(true)
          setTyped(given)
          onGiven?.(given)
        }}
      />
      <p className="fidf__news" role="status">
        {isFree === true && t("actor-editor.fid_free", { fid })}
        {isFree === false && (fidPattern.test(fid) ? t("actor-editor.fid_taken", { fid }) : t("errors.fid"))}
      </p>
      {isFree === false && suggestion && (
        <Button
          onClick={() => {
            setOwn(true)
            setTyped(suggestion)
            onGiven?.(suggestion)
            input.current?.focus()
          }}
        >
          {t("actor-editor.fid_take", { fid: suggestion })}
        </Button>
      )}
    </div>
  )
}

/** Whether it is free, a moment after the last key; unknown while that is not clear. */
function useAvailability(fid: string, current: string | undefined): { isFree?: boolean; suggestion?: string | null } {
  const [known, setKnown] = useState<{ fid: string; isFree: boolean; suggestion: string | null }>()
  const isAsked = fid !== "" && fid !== current
  useEffect(() => {
    if (!isAsked) return
    let isGone = false
    const timer = setTimeout(async () => {
      const answer = await browserApi.get("/api/actors/{fid}/availability/", { fid }).catch(() => undefined)
      if (answer && !isGone) setKnown({ fid, isFree: answer.available, suggestion: answer.suggestion })
    }, patience)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [fid, isAsked])
  return isAsked && known?.fid === fid ? known : {}
}
