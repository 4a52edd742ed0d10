import { Suspense, useState } from "react"
import { CalendarPlus, type Icon } from "#ui/icons.tsx"
import { lazyPart } from "#ui/loading/lazy-part.tsx"
import { dialogLink } from "#ui/overlays/dialog-link.ts"
import type { AddToLinksProps } from "./add-to-links.tsx"

const load = () => import("./add-to-dialog.tsx")
const AddToDialog = lazyPart(load)

type AddToProps = AddToLinksProps & {
  /** Label of the button. */
  children: string
  icon?: Icon
  /** Address without script: a page with the same links, or by default the file itself. */
  fallback?: string
}

/**
 * A button that adds a calendar, one date, or a feed to the reader's own programs: Google, Apple, Outlook, a file, and feed
 * readers. The choice is loaded when it is opened; without script the button is a link.
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
