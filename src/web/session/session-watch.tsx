import { Suspense, useEffect, useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { notifyRefreshed } from "../api/browser-api.ts"
import { setUser, onSignInNeeded, onSessionChanged, type User } from "./session.ts"
import { setDocumentWords } from "../page/words.ts"
import { lazyPart } from "#ui/loading/lazy-part.tsx"

const SignInDialog = lazyPart(() => import("#features/accounts/ui/sign-in/sign-in-dialog.tsx"))

/** Keeps the page in step with the session, and opens the sign-in dialog when it is needed. Once per page. */
export function SessionWatch({ user }: { user: User | null }) {
  const t = useMessages()
  /** Id of the user when signing in was requested; undefined while it is not. */
  const [asked, setAsked] = useState<number | null>()
  const now = user?.id ?? null

  useEffect(() => setDocumentWords(t), [t])
  useEffect(() => setUser(user), [user])
  useEffect(() => onSessionChanged(notifyRefreshed), [])
  useEffect(() => onSignInNeeded(() => setAsked(now)), [now])

  return asked === now ? (
    <Suspense>
      <SignInDialog onClose={() => setAsked(undefined)} />
    </Suspense>
  ) : null
}
