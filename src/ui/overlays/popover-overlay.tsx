import { I18nProvider } from "react-aria-components/I18nProvider"
import { Dialog, Popover } from "react-aria-components/Popover"
import { useMessages } from "#i18n/messages-context.ts"
import { ariaLocales } from "../aria.ts"
import type { PopoverOverlayProps } from "./popover.tsx"

export default function PopoverOverlay({ label, trigger, onClose, children }: PopoverOverlayProps) {
  const t = useMessages()
  return (
    <I18nProvider locale={ariaLocales[t.language]}>
      <Popover
        className="pop"
        isOpen
        triggerRef={trigger}
        placement="bottom start"
        onOpenChange={(open) => {
          if (!open) onClose()
        }}
      >
        <Dialog aria-label={label}>{children}</Dialog>
      </Popover>
    </I18nProvider>
  )
}
