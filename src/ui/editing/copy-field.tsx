import { type RefObject, useEffect, useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "../button.tsx"
import { Check, Copy } from "../icons.tsx"
import "../styles/line-field.css"

type CopyButtonProps = {
  text: string
  children: string
  /** The element with the text, which is selected when the browser does not allow copying. */
  shown: RefObject<HTMLElement | null>
}

/** Copies a text to the clipboard, and says so. */
export function CopyButton({ text, children, shown }: CopyButtonProps) {
  const t = useMessages()
  const [said, setSaid] = useState<"copied" | "selected" | undefined>()
  useEffect(() => {
    const timer = said && setTimeout(() => setSaid(undefined), 4000)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setSaid("copied")
    } catch {
      select(shown.current)
      setSaid("selected")
    }
  }
  return (
    <>
      <Button className="needs-script" icon={said === "copied" ? Check : Copy} onClick={() => void copy()}>
        {said === "copied" ? t("share.copied") : children}
      </Button>
      <span className={said === "selected" ? "small t2" : "vh"} role="status">
        {said === "copied" ? t("share.copied") : said === "selected" ? t("share.copy_by_hand") : ""}
      </span>
    </>
  )
}

function select(element: HTMLElement | null) {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    element.focus()
    element.select()
  } else if (element) {
    getSelection()?.selectAllChildren(element)
  }
}

/** Shows an address on one line, with a button to copy it. */
export function CopyField({
  label,
  value,
  isLabelShown = false,
}: {
  label: string
  value: string
  isLabelShown?: boolean
}) {
  const t = useMessages()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={isLabelShown ? "field" : undefined}>
      <label htmlFor={id} className={isLabelShown ? undefined : "vh"}>
        {label}
      </label>
      <div className="bar line-field">
        <input
          ref={input}
          id={id}
          className="input num"
          readOnly
          value={value}
          onFocus={(focus) => focus.target.select()}
        />
        <CopyButton text={value} shown={input}>
          {t("share.copy")}
        </CopyButton>
      </div>
    </div>
  )
}

/** Shows code in full, with a button to copy it. */
export function CopyCode({ label, code, children }: { label: string; code: string; children: string }) {
  const shown = useRef<HTMLElement>(null)
  return (
    <>
      {/* Long code wraps instead of scrolling, so that it can be read without a mouse. */}
      <code className="code" ref={shown} aria-label={label}>
        {code}
      </code>
      <div className="bar">
        <CopyButton text={code} shown={shown}>
          {children}
        </CopyButton>
      </div>
    </>
  )
}
