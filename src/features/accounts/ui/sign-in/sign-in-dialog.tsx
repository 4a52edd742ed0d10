import { useState } from "react"
import { useLocation } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { Dialog } from "#ui/overlays/dialog.tsx"
import { SignIn } from "./sign-in.tsx"

/** The sign-in form as a dialog over any page, so that people stay where they were. */
export default function SignInDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { pathname, search } = useLocation()
  const [title, setTitle] = useState(t("account.good_evening"))
  return (
    <Dialog isOpen title={title} onClose={onClose}>
      <SignIn side="login" next={pathname + search} isInPlace onHeading={setTitle} onDone={onClose} />
    </Dialog>
  )
}
