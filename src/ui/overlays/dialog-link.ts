import type { FocusEventHandler, MouseEvent, PointerEventHandler } from "react"
import { preloadPart } from "../loading/lazy-part.tsx"
import { preloadDialog } from "./dialog.tsx"

type DialogLink = {
  "aria-haspopup": "dialog"
  onPointerEnter: PointerEventHandler
  onFocus: FocusEventHandler
  onClick: (press: MouseEvent) => void
}

/**
 * Makes the props of a link that opens a dialog over the page. Without script, or in a new tab, it stays a link.
 * @param load loads the dialog's content, as soon as the link is hovered or focused
 */
export function dialogLink(load: () => Promise<unknown>, open: () => void): DialogLink {
  const soon = () => {
    preloadDialog()
    preloadPart(load)
  }
  return {
    "aria-haspopup": "dialog",
    onPointerEnter: soon,
    onFocus: soon,
    onClick(press) {
      if (press.metaKey || press.ctrlKey || press.shiftKey) return
      press.preventDefault()
      open()
    },
  }
}
