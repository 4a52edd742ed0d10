import { useMessages } from "#i18n/messages-context.ts"
import { Dialog } from "#ui/overlays/dialog.tsx"
import { AddToLinks, type AddToLinksProps } from "./add-to-links.tsx"

/** Shows the choice of calendars in a dialog. */
export default function AddToDialog({ onClose, ...what }: AddToLinksProps & { onClose: () => void }) {
  const t = useMessages()
  return (
    <Dialog
      isOpen
      title={t(what.date ? "feeds.add_date" : what.calendar ? "feeds.add_to" : "feeds.in_reader")}
      onClose={onClose}
    >
      <AddToLinks {...what} />
    </Dialog>
  )
}
