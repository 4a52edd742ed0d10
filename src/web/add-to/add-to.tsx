import { Suspense, useState } from "react"
import { CalendarPlus, type Icon } from "#ui/icons.tsx"
import { ahead, later } from "#ui/later.tsx"
import { preloadDialog } from "#ui/overlays/dialog.tsx"
import type { AddToLinksProps } from "./add-to-links.tsx"

const load = () => import("./add-to-dialog.tsx")
const AddToDialog = later(load)

type AddToProps = AddToLinksProps & {
  /** What the button says. */
  children: string
  icon?: Icon
  /** Without script: where the same links stand, or the file itself when nothing else is said. */
  fallback?: string
}

/**
 * Adds a calendar, or one date, to the reader's own: Google, Apple, Outlook, a file, and feeds. The choice is loaded when it
 * is opened; without script the button is a link.
 */
export function AddTo({ children, icon: Mark = CalendarPlus, fallback, ...what }: AddToProps) {
  const [isOpen, setOpen] = useState(false)
  const soon = () => {
    preloadDialog()
    ahead(load)
  }
  return (
    <>
      <a
        className="btn no-print"
        href={fallback ?? what.calendar}
        aria-haspopup="dialog"
        onPointerEnter={soon}
        onFocus={soon}
        onClick={(press) => {
          if (press.metaKey || press.ctrlKey || press.shiftKey) return
          press.preventDefault()
          setOpen(true)
        }}
      >
        <Mark />
        {children}
      </a>
      {isOpen && (
        <Suspense>
          <AddToDialog {...what} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
