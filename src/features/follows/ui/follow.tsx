import { Suspense, useState } from "react"
import { useHref, useLocation } from "react-router"
import { FollowButton } from "#features/actors/ui/follow-button.tsx"
import type { Messages } from "#i18n/messages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ahead, later } from "#ui/later.tsx"
import { notify } from "#ui/overlays/notifications.ts"
import { browserApi } from "#web/browser-api.ts"
import { paths, withoutPrefix } from "#web/paths.ts"
import { problemOf } from "#web/problems.ts"
import { pageSubject } from "#web/following/subject.ts"
import { useOnceSignedIn, useUser } from "#web/session.ts"
import { followed, followTells } from "#web/since-read.ts"
import type { FollowChoice } from "../follow.ts"

/** For who is not signed in: the ways to follow without an account, and the way in. */
const load = () => import("#web/following/follow-dialog.tsx")
const FollowDialog = later(load)

type FollowProps = {
  actor: { fid: string; name: string; handle?: string; is_followed: boolean; notify?: FollowChoice | undefined }
  /** Icon only, for lists. */
  compact?: boolean
}

/** Follows a page, or ceases to. Without script it is a form, which leads back here. */
export function Follow({
  actor: { fid, name, handle, is_followed, notify: told = "newsletter" },
  compact = false,
}: FollowProps) {
  const t = useMessages()
  const isFollowed = followed.useIs(fid, is_followed)
  const chosen = followTells.useIs(fid, told)
  const { pathname, search } = useLocation()
  const press = useOnceSignedIn(() => void change(t, fid, name, !isFollowed, isFollowed ? chosen : "newsletter"))
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
        onPointerEnter={() => user || ahead(load)}
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

/**
 * Shown at once, taken back when it fails; ceasing can be undone, and then tells what it told.
 * @param chosen what it told, or is to tell again
 */
async function change(
  t: Messages,
  fid: string,
  name: string,
  isFollowed: boolean,
  chosen: FollowChoice,
): Promise<void> {
  followed.set(fid, isFollowed)
  followTells.set(fid, isFollowed ? chosen : "newsletter")
  try {
    if (isFollowed) {
      await browserApi.put("/api/actors/{fid}/follow/", undefined, { fid })
      if (chosen !== "newsletter") await browserApi.patch("/api/actors/{fid}/follow/", { notify: chosen }, { fid })
    } else await browserApi.delete("/api/actors/{fid}/follow/", undefined, { fid })
    notify({
      type: "success",
      message: t(isFollowed ? "visitor.followed" : "visitor.unfollowed", { name }),
      ...(isFollowed
        ? {}
        : { action: { label: t("visitor.undo"), run: () => void change(t, fid, name, true, chosen) } }),
    })
  } catch (error) {
    followed.set(fid, !isFollowed)
    if (!isFollowed) followTells.set(fid, chosen)
    for (const message of problemOf(error, t)?.notices ?? [t("errors.default")]) notify({ type: "error", message })
  }
}
