import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Dialog } from "#ui/overlays/dialog.tsx"
import { useUser } from "../session/session.ts"
import { followTitle } from "./follow-title.ts"
import { FollowWays } from "./follow-ways.tsx"
import type { FollowSubject } from "./subject.ts"

type FollowDialogProps = {
  subject: FollowSubject
  onClose: () => void
  /** Signs the visitor in, and then follows. */
  onSignIn: () => void
}

/** Shows the ways to follow something in a dialog. */
export default function FollowDialog({ subject, onClose, onSignIn }: FollowDialogProps) {
  const t = useMessages()
  const user = useUser()
  return (
    <Dialog isOpen title={followTitle(t, subject)} onClose={onClose}>
      <FollowWays subject={subject} level={3}>
        {!user && (
          <div className="bar">
            <Button onClick={onSignIn}>{t("layout.log_in")}</Button>
          </div>
        )}
      </FollowWays>
    </Dialog>
  )
}
