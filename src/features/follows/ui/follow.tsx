import { Suspense, useState } from "react"
import { useHref, useLocation } from "react-router"
import { FollowButton } from "#features/actors/ui/follow-button.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { lazyPart, loadOnce, preloadPart } from "#ui/loading/lazy-part.tsx"
import { notify } from "#ui/overlays/notifications.ts"
import { paths, withoutPrefix } from "#web/paths.ts"
import { pageSubject } from "#web/following/subject.ts"
import { useOnceSignedIn, useUser } from "#web/session/session.ts"
import { followed, followNotify } from "#web/session/since-read.ts"
import type { FollowChoice } from "../follow.ts"

/** For visitors who are not signed in: the ways to follow without an account, and the sign-in form. */
const load = () => import("#web/following/follow-dialog.tsx")
const FollowDialog = lazyPart(load)
/** For signed-in users: the code that follows or unfollows. */
const loadChange = loadOnce(() => import("./follow-change.ts"))

type FollowProps = {
  actor: { fid: string; name: string; handle?: string; is_followed: boolean; notify?: FollowChoice | undefined }
  /** Icon only, for lists. */
  compact?: boolean
}

/** The button that follows a page, or unfollows it. Without script it is a form, which leads back here. */
export function Follow({
  actor: { fid, name, handle, is_followed, notify: told = "newsletter" },
  compact = false,
}: FollowProps) {
  const t = useMessages()
  const isFollowed = followed.useIs(fid, is_followed)
  const chosen = followNotify.useIs(fid, told)
  const { pathname, search } = useLocation()
  const press = useOnceSignedIn(() => {
    // Shown at once, before the code that sends the change is loaded.
    followed.set(fid, !isFollowed)
    loadChange().then(
      ({ changeFollow }) =>
        changeFollow(t, { fid, name, isFollowed: !isFollowed, chosen: isFollowed ? chosen : "newsletter" }),
      () => {
        // It was never here, so nothing has been sent.
        followed.set(fid, is_followed)
        notify({ type: "error", message: t("ui.part_lost") })
      },
    )
  })
  const user = useUser()
  const [isAsked, ask] = useState(false)
  return (
    <>
      <form
        method="post"
        action={useHref(paths.followActor(fid))}
        className="press no-print"
        onSubmit={(sent) => {
          sent.preventDefault()
          if (user) press()
          else ask(true)
        }}
        onPointerEnter={() => preloadPart(user ? loadChange : load)}
      >
        <input type="hidden" name="form" value={isFollowed ? "unfollow" : "follow"} />
        <input type="hidden" name="next" value={withoutPrefix(pathname).path + search} />
        <FollowButton name={name} isFollowed={isFollowed} compact={compact} />
      </form>
      {isAsked && !user && (
        <Suspense>
          <FollowDialog
            subject={pageSubject({ fid, name, handle }, t.language)}
            onClose={() => ask(false)}
            onSignIn={() => {
              ask(false)
              press()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
