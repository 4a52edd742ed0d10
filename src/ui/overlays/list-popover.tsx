import type { ReactNode, RefObject } from "react"
import { I18nProvider } from "react-aria-components/I18nProvider"
import { Popover } from "react-aria-components/Popover"
import { useMessages } from "#i18n/messages-context.ts"
import { ariaLocales } from "../aria.ts"

type ListPopoverProps = {
  /** The field it belongs to, which is as wide and keeps the focus. */
  field: RefObject<HTMLElement | null>
  children: ReactNode
}

/** What a field offers: under it, or over it where there is more room; above every bar, and never beyond what is seen of the page. */
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
        // Within the landmark of its field: it is a part of the form, not a sheet over it.
        UNSTABLE_portalContainer={field.current?.closest("main") ?? undefined}
        // The field keeps the focus while the list is scrolled.
        onMouseDown={(down) => down.preventDefault()}
      >
        {children}
      </Popover>
    </I18nProvider>
  )
}
