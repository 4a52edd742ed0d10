import { useState } from "react"
import { useHref } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { preloadDialog } from "#ui/overlays/dialog.tsx"
import { paths } from "#web/paths.ts"
import type { Event } from "../../event.ts"
import { CancelDialog } from "./cancel-dialog.tsx"

/** The button that opens the dialog to cancel an event. Without script, a link to the page with the same form. */
export function CancelEvent({ event }: { event: Event }) {
  const t = useMessages()
  const [isOpen, setOpen] = useState(false)
  const withoutScript = useHref(paths.manageEvent(event.id, { tab: "dates" }))
  return (
    <>
      <a
        className="btn btn--bare btn--danger"
        data-cancel
        href={withoutScript}
        onFocus={preloadDialog}
        onPointerEnter={preloadDialog}
        onClick={(press) => {
          press.preventDefault()
          setOpen(true)
        }}
      >
        {t("cancel.cancel_event")}
      </a>
      {isOpen && <CancelDialog event={event} onClose={() => setOpen(false)} />}
    </>
  )
}
