import "../styles/combobox.css"
import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useId, useRef, useState } from "react"
import { classes } from "../classes.ts"
import type { FieldWiring } from "./field.tsx"
import { MagnifyingGlass } from "../icons.tsx"
import { preloadPart, lazyPart } from "../loading/lazy-part.tsx"

const load = () => import("../overlays/list-popover.tsx")
const ListPopover = lazyPart(load)

const patience = 200

/** One option of the list. */
export type ComboboxOption = { key: string; pick: () => void; body: ReactNode }

type ComboboxProps = {
  wiring: FieldWiring
  /** Name of the text field; without script only its text is sent. */
  name: string
  text: string
  placeholder?: string | undefined
  options: readonly ComboboxOption[]
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  /** Whether there is a status or an option to show. */
  isReady: boolean
  /** The number of options, or that the search failed: announced, and shown when there is nothing to choose. */
  status: ReactNode
  isFailed: boolean
  /** Whether there are options before anything is typed. */
  opensWhenPressed?: boolean
  /** What Enter does while no option is active and there are several; by default nothing. */
  enter?: "takes-first" | "sends" | undefined
  /** Whether the options are placed below it in the page, for a field that is in a popover already. */
  isInline?: boolean | undefined
  onText: (text: string) => void
}

/** A text field that offers options while typing (ARIA combobox with a list). */
export function Combobox(props: ComboboxProps) {
  const { wiring, name, text, placeholder, options, isOpen, onOpen, isReady, status, isFailed, onText } = props
  const { opensWhenPressed, enter, isInline } = props
  const list = useId()
  const [at, setAt] = useState(-1)
  const field = useRef<HTMLInputElement>(null)
  // The list appears a moment after the first results, with the script that positions it over the page.
  const [listed, setListed] = useState<HTMLElement | null>(null)
  const isShown = isOpen && isReady
  const hasList = isShown && options.length > 0
  // A message that takes up space stays when the field loses focus; otherwise a button below would move away from under the
  // press.
  const [left, setLeft] = useState<string>()
  const saysNone = (isShown || (left !== undefined && left === text)) && (options.length === 0 || isFailed === true)
  const leave = () => {
    setLeft(isShown && options.length === 0 ? text : undefined)
    if (!isInline) onOpen(false)
  }
  const active = isShown ? options[at] : undefined

  const choose = (option: ComboboxOption) => {
    onOpen(false)
    setAt(-1)
    option.pick()
  }
  const keys = (key: KeyboardEvent) => {
    if (key.key === "ArrowDown" || key.key === "ArrowUp") {
      key.preventDefault()
      if (!isOpen) return onOpen(true)
      const step = key.key === "ArrowDown" ? 1 : -1
      if (options.length > 0) setAt((at + step + options.length + (at < 0 && step < 0 ? 1 : 0)) % options.length)
    } else if (key.key === "Enter") {
      // In a picker Enter chooses an option; only a form that is nothing but a search is sent by it.
      if (enter === "sends" && !active) return
      key.preventDefault()
      const first = active ?? (options.length === 1 || enter === "takes-first" ? options[0] : undefined)
      if (isShown && first) choose(first)
    } else if (key.key === "Escape" && isOpen) {
      key.preventDefault()
      key.stopPropagation()
      onOpen(false)
    }
  }

  const items = (
    <div ref={setListed} id={list} role="listbox" className="combo__list" aria-labelledby={`${wiring.id}-label`}>
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's (aria-activedescendant)
        <div
          key={option.key}
          ref={index === at ? scrollsTo : undefined}
          id={`${list}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          className={classes("combo__option", index === at && "combo__option--on")}
          onClick={() => choose(option)}
        >
          {option.body}
        </div>
      ))}
    </div>
  )

  return (
    <div className="combo" onBlur={(blur) => !blur.currentTarget.contains(blur.relatedTarget) && leave()}>
      <div className="withicon">
        <input
          {...wiring}
          ref={field}
          type="text"
          name={name}
          className="input"
          role="combobox"
          aria-expanded={hasList && listed !== null} // expanded only once the list has an element that aria-controls can name
          aria-controls={hasList && listed ? list : undefined}
          aria-autocomplete="list"
          aria-activedescendant={active && listed ? `${list}-${at}` : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder={placeholder}
          value={text}
          onChange={(typed) => {
            onOpen(true)
            setAt(-1)
            onText(typed.target.value)
          }}
          onKeyDown={keys}
          onFocus={() => preloadPart(load)}
          onClick={() => opensWhenPressed && onOpen(true)}
        />
        <MagnifyingGlass />
      </div>
      {hasList &&
        (isInline ? (
          items
        ) : (
          <Suspense>
            <ListPopover field={field}>{items}</ListPopover>
          </Suspense>
        ))}
      <p className={saysNone ? "combo__none" : "vh"} role="status">
        {(isShown || saysNone) && status}
      </p>
    </div>
  )
}

/** Scrolls the active option into view within its list. */
const scrollsTo = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" })

/** The props that every search field receives, whatever it searches. */
export type SearchedField = Pick<ComboboxProps, "wiring" | "name" | "text" | "onText"> & {
  placeholder?: string | undefined
}

/**
 * Makes a combobox whose options come from a search: the results, and in `field` all its other props.
 * @param search must keep its identity as long as it is the same search
 */
export function useSearchedField<Found>(
  { wiring, name, text, placeholder, onText }: SearchedField,
  search: (query: string) => Promise<Found[]>,
) {
  const [isOpen, onOpen] = useState(false)
  const suggestions = useSuggestions(text, isOpen, search)
  const { isFailed } = suggestions
  return { ...suggestions, field: { wiring, name, text, placeholder, onText, isOpen, onOpen, isFailed } }
}

type Suggestions<Found> = { found: Found[]; query: string; isFailed: boolean }

/**
 * Searches for the typed text, a moment after the last key; an older answer never replaces a newer one.
 * @param search must keep its identity as long as it is the same search
 * @param isBlankAsked whether to search before anything is typed
 */
export function useSuggestions<Found>(
  text: string,
  isOn: boolean,
  search: (query: string) => Promise<Found[]>,
  isBlankAsked = false,
): Suggestions<Found> {
  const [state, setState] = useState<Suggestions<Found>>({ found: [], query: "", isFailed: false })
  const latest = useRef(0)
  const wanted = text.trim()
  useEffect(() => {
    const mine = ++latest.current
    if (!isOn || (wanted === "" && !isBlankAsked)) return
    const timer = setTimeout(async () => {
      const answer = await search(wanted).then(
        (found) => ({ found, isFailed: false }),
        () => ({ found: [], isFailed: true }),
      )
      if (mine === latest.current) setState({ ...answer, query: wanted })
    }, patience)
    return () => clearTimeout(timer)
  }, [wanted, search, isOn, isBlankAsked])
  return wanted === "" && !isBlankAsked ? { found: [], query: "", isFailed: false } : state
}
