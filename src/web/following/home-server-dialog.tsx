import { useMessages } from "#i18n/messages-context.ts"
import { Dialog } from "#ui/overlays/dialog.tsx"
import { HomeServerForm } from "./home-server-form.tsx"
import type { HomeServerSubject } from "./home-server.ts"

/** Asks for one's home server in a dialog. */
export default function HomeServerDialog({ subject, onClose }: { subject: HomeServerSubject; onClose: () => void }) {
  const t = useMessages()
  return (
    <Dialog isOpen title={t("fediverse.from_own_title", { name: subject.name })} onClose={onClose}>
      <HomeServerForm subject={subject} />
    </Dialog>
  )
}
