import { type ReactNode, Suspense, useEffect, useRef } from "react"
import { useLocation } from "react-router"
import { PageMeta } from "#web/page/meta.tsx"
import { useReadAgain } from "#web/navigation/read-again.ts"
import { withoutPrefix } from "#web/paths.ts"
import { invalidateUser, useUser } from "#web/session/session.ts"
import { lazyPart } from "#ui/loading/lazy-part.tsx"

/** The sign-in forms, which signed-in people do not load. */
const SignInRequired = lazyPart(() => import("./sign-in-required.tsx"))

type SignedInOnlyProps<Data> = {
  /** The loader's data; null for a visitor, who gets the sign-in form at this address. */
  data: Data | null
  title: string
  /** Why they are asked to sign in, when the page's title does not make it clear. */
  why?: string
  children: (data: Data) => ReactNode
}

/** A page for signed-in people, or the sign-in form for visitors. Search engines do not index it. */
export function SignedInOnly<Data>({ data, title, why, children }: SignedInOnlyProps<Data>) {
  const { pathname, search } = useLocation()
  useSameUser(data !== null)
  useFocusOnceIn(data !== null)

  if (data === null) {
    return (
      <>
        <PageMeta title={title} noindex />
        <Suspense>
          <SignInRequired next={withoutPrefix(pathname).path + search} {...(why ? { why } : {})} />
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

/** Keeps the page and the frame about the same person: when a session has ended unnoticed, both are loaded again, once. */
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

/** Moves the focus to the page's title when signing in replaced the form with the page. */
function useFocusOnceIn(isSignedIn: boolean) {
  const was = useRef(isSignedIn)
  useEffect(() => {
    if (isSignedIn && !was.current) document.querySelector<HTMLElement>("main h1")?.focus()
    was.current = isSignedIn
  }, [isSignedIn])
}
