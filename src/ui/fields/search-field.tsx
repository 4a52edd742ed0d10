import { type FormEvent, useEffect, useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { MagnifyingGlass, X } from "../icons.tsx"

type SearchFieldProps = {
  label: string
  /** Target of links to the field. */
  id?: string
  placeholder?: string
  name?: string
  /** The search text in the address. */
  value?: string
  /** Called with the trimmed text 250 ms after typing stops, and at once on Enter. */
  onSearch?: (text: string) => void
  /** Address of the form without script. */
  action?: string
  /** Other parameters of the address, preserved by a search without script. */
  keep?: Record<string, string | undefined>
}

const patience = 250

/** Searches while typing. It is a form of its own, so that it works before script arrives. */
export function SearchField({
  label,
  id: named,
  placeholder,
  name = "q",
  value = "",
  onSearch,
  action,
  keep,
}: SearchFieldProps) {
  const t = useMessages()
  const made = useId()
  const id = named ?? made
  const [text, setText] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (value !== known) {
    // The address changed for another reason (back, a link): it wins, unless it only trimmed the typed text.
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }

  const search = (next: string) => {
    clearTimeout(timer.current)
    if (next.trim() !== value) onSearch?.(next.trim())
  }
  const submit = (sent: FormEvent) => {
    if (!onSearch) return
    sent.preventDefault()
    search(text)
  }

  return (
    <form className="search" role="search" aria-label={label} action={action} onSubmit={submit}>
      {Object.entries(keep ?? {}).map(
        ([name, kept]) => kept && <input key={name} type="hidden" name={name} value={kept} />,
      )}
      <MagnifyingGlass />
      <label className="vh" htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        name={name}
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        maxLength={200}
        onChange={(typed) => {
          const next = typed.target.value
          setText(next)
          clearTimeout(timer.current)
          if (onSearch) timer.current = setTimeout(() => search(next), patience)
        }}
      />
      {text !== "" && (
        <button
          type="button"
          aria-label={t("ui.clear_search")}
          onClick={() => {
            setText("")
            search("")
            field.current?.focus()
          }}
        >
          <X />
        </button>
      )}
    </form>
  )
}
