import { type ReactNode, useRef } from "react"
import { useCurrentInView } from "./current-in-view.ts"

type TabLinksProps = {
  label: string
  /** The open tab; a change scrolls it into view. */
  current: string
  /** Links; the open one has `aria-current`. */
  children: ReactNode
}

/** Parts of a page with addresses of their own, in a row that looks like tabs. */
export function TabLinks({ label, current, children }: TabLinksProps) {
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row, current)
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}
