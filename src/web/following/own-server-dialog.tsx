import { useMessages } from "#i18n/messages-context.ts"
import { Dialog } from "#ui/overlays/dialog.tsx"
import { OwnServerForm } from "./own-server-form.tsx"
import type { OwnServerSubject } from "./own-server.ts"

/** Asks for one's home server in a dialog. */
export default function OwnServerDialog({ subject, onClose }: { subject: OwnServerSubject; onClose: () => void }) {
  const t = useMessages()
  return (
    <Dialog isOpen title={t("fediverse.from_own_title", { name: subject.name })} onClose={onClose}>
      <OwnServerForm subject={subject} />
    </Dialog>
  )
}
