import { type ReactNode, useEffect, useRef, useState } from "react"
import { useLocation } from "react-router"
import { Plus } from "../icons.tsx"
import { revealEvent } from "../reveal.ts"
import "../styles/folds.css"

type FoldedPartProps = {
  /** So that others can lead to it: whoever follows such a link finds it open. */
  id: string
  title: string
  /** What it holds now, in a line: « 12 €, tout public ». Never what it is for. */
  holds: ReactNode
  hint?: ReactNode
  /** Something in it is wrong, or was filled in and is not saved yet. */
  isOpen?: boolean
  children: ReactNode
}

/** The parts of an editor that may stay empty, closed, in two columns. What is required never stands in one. */
export function FoldedParts({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="folds" role="group" aria-label={label}>
      {children}
    </div>
  )
}

/** One of them. Once open it stays so: nothing closes under one's hands. */
export function FoldedPart({ id, title, holds, hint, isOpen = false, children }: FoldedPartProps) {
  const box = useRef<HTMLDetailsElement>(null)
  const [opened, setOpened] = useState(isOpen)
  if (isOpen && !opened) setOpened(true)
  const { hash } = useLocation()
  useEffect(() => {
    const details = box.current
    if (!details) return
    const reveal = () => {
      details.open = true // at once: the field takes the focus now
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
