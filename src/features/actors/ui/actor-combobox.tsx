import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import type { FieldWiring } from "#ui/field.tsx"
import { MagnifyingGlass, Plus } from "#ui/icons.tsx"
import { browserApi } from "#web/browser-api.ts"
import type { Actor } from "../actor.ts"
import type { ActorType } from "../actor-types.ts"
import { type Picked, plain } from "../picked.ts"
import { ActorAvatar } from "./actor-avatar.tsx"

const patience = 200
const mostShown = 8

type ActorComboboxProps = {
  wiring: FieldWiring
  /** The field of the words that are typed; without script they are all that is sent. */
  name: string
  text: string
  placeholder?: string | undefined
  types?: readonly ActorType[] | undefined
  /** A name without a page will do. */
  allowsNames?: boolean | undefined
  /** Asked to make a page for these words. */
  onCreate?: ((name: string) => void) | undefined
  onText: (text: string) => void
  onPick: (picked: Picked) => void
}

type Option = { key: string; pick: () => void; body: ReactNode }

/** A field that searches the directory as one types (ARIA combobox with a list). */
export function ActorCombobox(props: ActorComboboxProps) {
  const { wiring, name, text, placeholder, types, allowsNames, onCreate, onText, onPick } = props
  const t = useMessages()
  const list = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const { found, isFailed, query } = useSearch(text, types, isOpen)

  const options: Option[] = [
    ...found.map((actor) => ({
      key: actor.fid,
      pick: () => onPick({ fid: actor.fid, name: actor.name, type: actor.type }),
      body: <Found actor={actor} />,
    })),
    ...(allowsNames && query && !found.some((actor) => plain(actor.name) === plain(query))
      ? [
          {
            key: " name",
            pick: () => onPick({ fid: "", name: query }),
            body: <Way words={t("editor.picker_add", { name: query })} />,
          },
        ]
      : []),
    ...(onCreate && query
      ? [
          {
            key: " create",
            pick: () => onCreate(query),
            body: <Way words={t("editor.picker_create", { name: query })} />,
          },
        ]
      : []),
  ]
  const isShown = isOpen && text.trim() !== "" && (options.length > 0 || isFailed || query !== "")
  const active = isShown ? options[at] : undefined

  const choose = (option: Option) => {
    setOpen(false)
    setAt(-1)
    option.pick()
  }
  const keys = (key: KeyboardEvent) => {
    if (key.key === "ArrowDown" || key.key === "ArrowUp") {
      key.preventDefault()
      if (!isOpen) return setOpen(true)
      const step = key.key === "ArrowDown" ? 1 : -1
      if (options.length > 0) setAt((at + step + options.length + (at < 0 && step < 0 ? 1 : 0)) % options.length)
    } else if (key.key === "Enter") {
      // Enter in a picker chooses; it never sends a form that is half filled in.
      key.preventDefault()
      const first = active ?? (options.length === 1 ? options[0] : undefined)
      if (isShown && first) choose(first)
    } else if (key.key === "Escape" && isOpen) {
      key.preventDefault()
      key.stopPropagation()
      setOpen(false)
    }
  }

  return (
    <div className="combo" onBlur={(left) => !left.currentTarget.contains(left.relatedTarget) && setOpen(false)}>
      <div className="withicon">
        <input
          {...wiring}
          type="text"
          name={name}
          className="input"
          role="combobox"
          aria-expanded={isShown}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={active ? `${list}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={placeholder}
          value={text}
          onChange={(typed) => {
            setOpen(true)
            setAt(-1)
            onText(typed.target.value)
          }}
          onKeyDown={keys}
        />
        <MagnifyingGlass />
      </div>
      <div id={list} role="listbox" className="combo__list" aria-labelledby={`${wiring.id}-label`} hidden={!isShown}>
        {options.map((option, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's (aria-activedescendant)
          <div
            key={option.key}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={classes("combo__option", index === at && "combo__option--on")}
            // The field keeps the focus.
            onMouseDown={(down) => down.preventDefault()}
            onClick={() => choose(option)}
          >
            {option.body}
          </div>
        ))}
      </div>
      <p className={isShown && (options.length === 0 || isFailed) ? "combo__none" : "vh"} role="status">
        {isShown &&
          (isFailed ? t("editor.picker_failed") : query && t("editor.picker_found", { count: found.length, query }))}
      </p>
    </div>
  )
}

function Found({ actor }: { actor: Actor }) {
  const t = useMessages()
  return (
    <>
      <ActorAvatar type={actor.type} name={actor.name} fid={actor.fid} image={actor.avatar} size="sm" />
      <span className="combo__words">
        <b lang={actor.language}>{actor.name}</b>
        <span>{[t(`ui.type_${actor.type}`), actor.location?.locality].filter(Boolean).join(" · ")}</span>
      </span>
    </>
  )
}

function Way({ words }: { words: string }) {
  return (
    <>
      <span className="combo__way">
        <Plus />
      </span>
      <span className="combo__words">{words}</span>
    </>
  )
}

/** What the directory has for what is typed, a moment after the last key; an older answer never replaces a newer one. */
function useSearch(text: string, types: readonly ActorType[] | undefined, isOn: boolean) {
  const [state, setState] = useState<{ found: Actor[]; query: string; isFailed: boolean }>(nothing)
  const latest = useRef(0)
  const wanted = text.trim()
  const of = types?.join(",")
  useEffect(() => {
    const mine = ++latest.current
    if (!isOn || wanted === "") return
    const timer = setTimeout(async () => {
      try {
        const { items } = await browserApi.list("/api/actors/", { q: wanted, type: of, limit: mostShown } as never)
        if (mine === latest.current) setState({ found: items as Actor[], query: wanted, isFailed: false })
      } catch {
        if (mine === latest.current) setState({ found: [], query: wanted, isFailed: true })
      }
    }, patience)
    return () => clearTimeout(timer)
  }, [wanted, of, isOn])
  return wanted === "" ? nothing : state
}
const nothing = { found: [], query: "", isFailed: false }
