import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { useCurrentInView } from "./current-in-view.ts"
import { Link } from "../link.tsx"

export type Tab = {
  /** Also the hash of its address: `#evenements`. */
  id: string
  label: string
  /** Number of items, in superscript. Leave empty tabs out of the list. */
  count?: number | undefined
  /** Address of the page with this tab open, for content that is loaded when the tab is opened. */
  to?: string
  /** Undefined until it is loaded. */
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
  // React Router stores its own key in the state; only the address changes.
  history.replaceState(history.state, "", `#${id}`)
  dispatchEvent(new Event("foyer:tab"))
}

type TabsProps = {
  label: string
  tabs: readonly Tab[]
  /** Id of the tab shown when the hash names no loaded tab; the first tab when this names none either. */
  initial?: string | undefined
}

/**
 * Tabs whose selection is in the hash of the address. They are rendered as links to parts of the page: without script the style
 * sheet shows the part a link leads to (`:target`), with script they become ARIA tabs with roving focus. A tab whose content is
 * not loaded is a link to its own address: arrow keys reach it, and pressing it opens it.
 */
export function Tabs({ label, tabs, initial }: TabsProps) {
  const t = useMessages()
  const hash = useSyncExternalStore<string | null>(subscribe, hashNow, hashOnServer)
  const list = useRef<HTMLDivElement>(null)
  const isLive = hash !== null
  const read = tabs.filter(({ content }) => content !== undefined)
  const current = (read.find(({ id }) => id === hash) ?? read.find(({ id }) => id === initial) ?? read[0])?.id
  useCurrentInView(list, current)
  const isUnread = (id: string | null) => tabs.some((tab) => tab.id === id && tab.content === undefined)
  const wanted = isUnread(hash) ? hash : undefined
  // Opens the tab that an address from elsewhere names in its hash.
  useEffect(() => {
    if (wanted) list.current?.querySelector<HTMLElement>(`#tab-${CSS.escape(wanted)}`)?.click()
  }, [wanted])
  const move = (key: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => `tab-${id}` === document.activeElement?.id)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[key.key]
    const next = to === undefined ? undefined : tabs[(to + tabs.length) % tabs.length]
    if (!next) return
    key.preventDefault()
    if (next.content !== undefined) goTo(next.id)
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
        {tabs.map(({ id, label: words, count, to, content }) => (
          <Link
            key={id}
            id={`tab-${id}`}
            to={content === undefined && to ? to : `#${id}`}
            preventScrollReset
            {...(isLive
              ? {
                  role: "tab",
                  "aria-selected": id === current,
                  "aria-controls": content === undefined ? undefined : id,
                  tabIndex: id === current ? 0 : -1,
                }
              : { "aria-current": id === current ? ("true" as const) : undefined })}
            onClick={(press) => {
              if (press.metaKey || press.ctrlKey || content === undefined) return
              press.preventDefault()
              goTo(id)
            }}
          >
            {words}
            {count !== undefined && <sup>{t.number(count)}</sup>}
          </Link>
        ))}
      </div>
      <div className="panels" data-live={isLive || undefined}>
        {read.map(({ id, content }) => (
          <section
            key={id}
            id={id}
            className={id === current ? "panel panel--on" : "panel"}
            aria-labelledby={`tab-${id}`}
            role={isLive ? "tabpanel" : undefined}
            hidden={isLive && id !== current}
          >
            <Suspense>{content}</Suspense>
          </section>
        ))}
      </div>
    </>
  )
}
