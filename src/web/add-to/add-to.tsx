import { Suspense, useState } from "react"
import { CalendarPlus, type Icon } from "#ui/icons.tsx"
import { later } from "#ui/loading/later.tsx"
import { dialogLink } from "#ui/overlays/dialog-link.ts"
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
 * Adds a calendar, one date, or a feed to the reader's own: Google, Apple, Outlook, a file, and readers of feeds. The choice
 * is loaded when it is opened; without script the button is a link.
 */
export function AddTo({ children, icon: Mark = CalendarPlus, fallback, ...what }: AddToProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <a
        className="btn no-print"
        href={fallback ?? what.calendar ?? what.feeds?.("atom")}
        {...dialogLink(load, () => setOpen(true))}
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
