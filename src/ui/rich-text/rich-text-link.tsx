import type { Editor } from "@tiptap/react"
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "../button.tsx"

/** Asks for the address of a link, in a row of the editor rather than in a dialog. */
export function RichTextLink({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useMessages()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const known = String(editor.getAttributes("link").href ?? "")
  const [isWrong, setWrong] = useState(false)
  useEffect(() => field.current?.focus(), [])

  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const apply = () => {
    const href = addressOf(field.current?.value ?? "")
    if (href === undefined) {
      setWrong(true)
      field.current?.focus()
      return
    }
    const chain = editor.chain().focus().extendMarkRange("link")
    if (href === "") chain.unsetLink().run()
    else if (editor.state.selection.empty && !editor.isActive("link"))
      chain.insertContent({ type: "text", text: href, marks: [{ type: "link", attrs: { href } }] }).run()
    else chain.setLink({ href }).run()
    onClose()
  }
  const keys = (key: KeyboardEvent) => {
    if (key.key !== "Enter" && key.key !== "Escape") return
    key.preventDefault()
    key.stopPropagation()
    if (key.key === "Enter") apply()
    else close()
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field and its buttons
    <div className="rich__link" onKeyDown={(key) => key.key === "Escape" && keys(key)}>
      <label htmlFor={id}>{t("editor.link_to")}</label>
      {/* Without a name the input is not sent with the form. */}
      <input
        ref={field}
        id={id}
        type="text"
        inputMode="url"
        className="input"
        defaultValue={known}
        placeholder="https://"
        autoComplete="off"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        onChange={() => setWrong(false)}
        onKeyDown={keys}
      />
      <div className="bar">
        <Button kind="main" onClick={apply}>
          {t("editor.link_apply")}
        </Button>
        {known !== "" && (
          <Button
            onClick={() => {
              editor.chain().focus().extendMarkRange("link").unsetLink().run()
              onClose()
            }}
          >
            {t("editor.link_remove")}
          </Button>
        )}
        <Button kind="bare" onClick={close}>
          {t("fields.cancel")}
        </Button>
      </div>
      {isWrong && (
        <p className="error" id={`${id}-error`} role="alert">
          {t("editor.link_wrong")}
        </p>
      )}
    </div>
  )
}

/** Completes a typed address: https by default, mailto for an e-mail address; undefined when it is invalid. */
function addressOf(typed: string): string | undefined {
  const words = typed.trim()
  if (words === "") return ""
  const address = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(words)
    ? `mailto:${words}`
    : /^[a-z][a-z\d+.-]*:/i.test(words)
      ? words
      : `https://${words}`
  return URL.canParse(address) && /^(https?|mailto):/i.test(address) ? address : undefined
}
