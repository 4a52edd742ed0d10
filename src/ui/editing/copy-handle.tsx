import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Check, Copy } from "../icons.tsx"

/** Shows a Fediverse handle, `@hangar@foyer.example`; pressing it copies it. */
export function CopyHandle({ handle }: { handle: string }) {
  const t = useMessages()
  const [isCopied, setCopied] = useState(false)
  const [, name = handle, host = ""] = /^@?([^@]+)(@.+)?$/.exec(handle) ?? []
  const copy = async () => {
    await navigator.clipboard?.writeText(handle)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <button type="button" className="handle" onClick={copy} aria-label={t("ui.copy", { what: handle })}>
      <span>
        @<b>{name}</b>
        {host}
      </span>
      <span className="t3 needs-script">{isCopied ? <Check /> : <Copy />}</span>
      <span className="vh" role="status">
        {isCopied ? t("ui.copied") : ""}
      </span>
    </button>
  )
}
