import type { ReactNode, RefObject } from "react"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { Popover } from "react-aria-components/Popover"
import { useMessages } from "#i18n/messages-context.ts"
import { ariaLocales } from "../aria.ts"

type ListPopoverProps = {
  /** The field it belongs to, which has the same width and keeps the focus. */
  field: RefObject<HTMLElement | null>
  children: ReactNode
}

/**
 * Shows the options of a field below it, or above it where there is more room; over every bar, and always within the visible part
 * of the page.
 */
export default function ListPopover({ field, children }: ListPopoverProps) {
  const t = useMessages()
  return (
    <I18nProvider locale={ariaLocales[t.language]}>
      <Popover
        className="combo__pop"
        isOpen
        isNonModal
        triggerRef={field}
        placement="bottom start"
        offset={4}
        maxHeight={352}
        // Within the landmark of its field, because it is a part of the form rather than a dialog over it.
        UNSTABLE_portalContainer={field.current?.closest("main") ?? undefined}
        // Keeps the focus in the field while the list is scrolled.
        onMouseDown={(down) => down.preventDefault()}
      >
        {children}
      </Popover>
    </I18nProvider>
  )
}
