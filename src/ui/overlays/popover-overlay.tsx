import { useEffect, useRef, useState } from "react"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { Dialog, Popover } from "react-aria-components/Popover"
import { useMessages } from "#i18n/messages-context.ts"
import { ariaLocales } from "../aria.ts"
import type { PopoverOverlayProps } from "./popover.tsx"

export default function PopoverOverlay({ label, trigger, onClose, children }: PopoverOverlayProps) {
  const t = useMessages()
  const sheet = useRef<HTMLElement>(null)
  const isHigh = useIsCut(sheet)
  return (
    <I18nProvider locale={ariaLocales[t.language]}>
      <Popover
        ref={sheet}
        className="pop"
        isOpen
        triggerRef={trigger}
        placement={isHigh ? "right top" : "bottom start"}
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
      >
        <Dialog aria-label={label}>{children}</Dialog>
      </Popover>
    </I18nProvider>
  )
}

/**
 * Returns whether the popover fits neither below nor above its button: on a wide screen it is then placed beside it, over the
 * full height.
 */
function useIsCut(sheet: React.RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const pop = sheet.current
    // React Aria puts a button for screen readers before the dialog.
    const inside = pop?.querySelector("[role=dialog]")
    if (!pop || !inside || innerWidth < 768) return undefined
    // The content may arrive late.
    const watch = new ResizeObserver(() => {
      if (pop.scrollHeight > pop.clientHeight + 1) setCut(true)
    })
    watch.observe(inside)
    return () => watch.disconnect()
  }, [sheet])
  return isCut
}
