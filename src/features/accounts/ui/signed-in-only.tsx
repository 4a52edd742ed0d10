import { type ReactNode, Suspense, useEffect, useRef } from "react"
import { useLocation } from "react-router"
import { PageMeta } from "#web/meta.tsx"
import { useReadAgain } from "#web/navigation/read-again.ts"
import { withoutPrefix } from "#web/paths.ts"
import { invalidateUser, useUser } from "#web/session.ts"
import { lazyPart } from "#ui/loading/lazy-part.tsx"

/** The forms of signing in: who is in already does not load them. */
const WayIn = lazyPart(() => import("./way-in.tsx"))

type SignedInOnlyProps<Data> = {
  /** What the loader read; null for a visitor, who is shown the way in, at this address. */
  data: Data | null
  title: string
  /** Why they are asked to sign in, where the title of the page does not say it. */
  why?: string
  children: (data: Data) => ReactNode
}

/** A page for who is signed in, or the way in. Search engines keep none of it. */
export function SignedInOnly<Data>({ data, title, why, children }: SignedInOnlyProps<Data>) {
  const { pathname, search } = useLocation()
  useSameUser(data !== null)
  useFocusOnceIn(data !== null)

  if (data === null) {
    return (
      <>
        <PageMeta title={title} noindex />
        <Suspense>
          <WayIn next={withoutPrefix(pathname).path + search} {...(why ? { why } : {})} />
        </Suspense>
      </>
    )
  }
  return (
    <>
      <PageMeta title={title} noindex />
      {children(data)}
    </>
  )
}

/** The page and the frame are about the same person: when a session ended unseen, both are asked for again, once. */
function useSameUser(isSignedIn: boolean) {
  const user = useUser()
  const readAgain = useReadAgain()
  const isTold = useRef(false)
  useEffect(() => {
    if (isSignedIn === (user !== null) || isTold.current) return
    isTold.current = true
    invalidateUser()
    void readAgain()
  }, [isSignedIn, user, readAgain])
}

/** Who signed in here is at the beginning of the page that took the place of the form. */
function useFocusOnceIn(isSignedIn: boolean) {
  const was = useRef(isSignedIn)
  useEffect(() => {
    if (isSignedIn && !was.current) document.querySelector<HTMLElement>("main h1")?.focus()
    was.current = isSignedIn
  }, [isSignedIn])
}
