import { type ReactNode, useRef } from "react"
import { useCurrentInView } from "./current-in-view.ts"

type TabLinksProps = {
  label: string
  /** Which of them is open. */
  current: string
  /** Links; the one that is open has `aria-current`. */
  children: ReactNode
}

/** Parts of a page that have addresses of their own, in a row that looks like tabs. */
export function TabLinks({ label, current, children }: TabLinksProps) {
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row, current)
  return (
    <nav ref={row} className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}
