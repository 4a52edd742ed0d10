import { type ReactNode, useEffect, useRef, useState } from "react"
import { useLocation } from "react-router"
import { Plus } from "../icons.tsx"
import { revealEvent } from "../reveal.ts"
import "../styles/folds.css"

type FoldedPartProps = {
  /** Target of links to this part, which open it. */
  id: string
  title: string
  /** Summary of its content in one line: « 12 €, tout public ». Never a description of its purpose. */
  holds: ReactNode
  hint?: ReactNode
  /** Open because it contains an error, or unsaved input. */
  isOpen?: boolean
  children: ReactNode
}

/** The optional parts of an editor, folded, in two columns. Required fields are never in one. */
export function FoldedParts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="folds" role="group" aria-label={label}>
      {children}
    </div>
  )
}

/** One folded part. Once open it stays open, so that nothing closes while it is in use. */
export function FoldedPart({ id, title, holds, hint, isOpen = false, children }: FoldedPartProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const [opened, setOpened] = useState(isOpen)
  if (isOpen && !opened) setOpened(true)
  const { hash } = useLocation()
  useEffect(() => {
    const details = box.current
    if (!details) return
    const reveal = () => {
      details.open = true // immediately, because the field is about to take the focus
      setOpened(true)
    }
    const follow = () => {
      if (hash !== `#${id}` && location.hash !== `#${id}`) return
      reveal()
      details.scrollIntoView()
    }
    follow()
    details.addEventListener(revealEvent, reveal)
    addEventListener("hashchange", follow)
    return () => {
      details.removeEventListener(revealEvent, reveal)
      removeEventListener("hashchange", follow)
    }
  }, [id, hash])
  return (
    <details
      className="folds__part"
      id={id}
      ref={box}
      open={opened}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>
        <b>{title}</b>
        <span>{holds}</span>
        <Plus />
      </summary>
      <div className="folds__in">
        {hint && <p className="t2 edit__hint">{hint}</p>}
        {children}
      </div>
    </details>
  )
}
