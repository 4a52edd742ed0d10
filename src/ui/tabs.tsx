import { type KeyboardEvent, type ReactNode, useRef, useSyncExternalStore } from "react"
import { useMessages } from "#i18n/messages-context.ts"

export type Tab = {
  /** Also the hash of its address: `#evenements`. */
  id: string
  label: string
  /** How much it holds, in superscript. Leave empty tabs out of the list. */
  count?: number | undefined
  content: ReactNode
}

const changes = ["hashchange", "popstate", "foyer:tab"]
function subscribe(listener: () => void): () => void {
  for (const change of changes) addEventListener(change, listener)
  return () => {
    for (const change of changes) removeEventListener(change, listener)
  }
}
const hashNow = () => location.hash.slice(1)
const hashOnServer = () => null

function goTo(id: string): void {
  // React Router keeps its own key in the state; only the address changes.
  history.replaceState(history.state, "", `#${id}`)
  dispatchEvent(new Event("foyer:tab"))
}

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  /** The tab that shows when the hash names none; the first one when this is none of them. */
  initial?: string | undefined
}

/**
 * Tabs whose choice is in the hash of the address. Rendered as links to parts of the page: without script the style sheet
 * shows the part a link leads to (`:target`), with script they become the tabs of ARIA, with roving focus.
 */
export function Tabs({ label, tabs, initial }: TabsProps) {
  const t = useMessages()
  const hash = useSyncExternalStore<string | null>(subscribe, hashNow, hashOnServer)
  const list = useRef<HTMLDivElement>(null)
  const isLive = hash !== null
  const current = (tabs.find(({ id }) => id === hash) ?? tabs.find(({ id }) => id === initial) ?? tabs[0])?.id
  const move = (key: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    key.preventDefault()
    goTo(next.id)
    list.current?.querySelector<HTMLElement>(`#tab-${CSS.escape(next.id)}`)?.focus()
  }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- its role is that of the moment */}
      <div
        ref={list}
        className="tabs"
        role={isLive ? "tablist" : "navigation"}
        aria-label={label}
        onKeyDown={isLive ? move : undefined}
      >
        {tabs.map(({ id, label: words, count }) => (
          <a
            key={id}
            id={`tab-${id}`}
            href={`#${id}`}
            {...(isLive
              ? { role: "tab", "aria-selected": id === current, "aria-controls": id, tabIndex: id === current ? 0 : -1 }
              : { "aria-current": id === current ? ("true" as const) : undefined })}
            onClick={(press) => {
              if (press.metaKey || press.ctrlKey) return
              press.preventDefault()
              goTo(id)
            }}
          >
            {words}
            {count !== undefined && <sup>{t.number(count)}</sup>}
          </a>
        ))}
      </div>
      <div className="panels" data-live={isLive || undefined}>
        {tabs.map(({ id, content }) => (
          <section
            key={id}
            id={id}
            className={id === current ? "panel panel--on" : "panel"}
            aria-labelledby={`tab-${id}`}
            role={isLive ? "tabpanel" : undefined}
            hidden={isLive && id !== current}
          >
            {content}
          </section>
        ))}
      </div>
    </>
  )
}
