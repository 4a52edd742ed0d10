import { useEffect, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { browserApi } from "#web/api/browser-api.ts"
import { useEdit } from "#web/editing/edit-form.tsx"
import { paths } from "#web/paths.ts"
import { fidPattern } from "../../actor-types.ts"
import { fidFrom } from "../../picked.ts"

const patience = 350

type FidFieldProps = {
  /** The page's name while it is typed; the identifier follows it until the user writes another one. */
  from?: string | undefined
  /** The page's present identifier. */
  current?: string
  /** The host of the site, for the handle. */
  host: string
  isOptional?: boolean
  /** Called with an identifier that the user wrote. */
  onGiven?: (fid: string) => void
}

/** The field for a page's identifier in address and handle, made from the name and checked while the user types. */
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

/** Checks whether an identifier is free, a moment after the last key; unknown until the answer arrives. */
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
