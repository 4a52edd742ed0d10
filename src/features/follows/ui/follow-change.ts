import type { Messages } from "#i18n/messages.ts"
import { notifyAbout } from "#ui/overlays/notifications.ts"
import { browserApi, inOrder } from "#web/browser-api.ts"
import { problemOf } from "#web/problems.ts"
import { paths } from "#web/paths.ts"
import { followed, followNotify } from "#web/since-read.ts"
import type { FollowChoice } from "../follow.ts"

const path = "/api/actors/{fid}/follow/"

type Change = {
  fid: string
  name: string
  isFollowed: boolean
  /** The notifications chosen until now, or to be restored. */
  chosen: FollowChoice
}

/**
 * Follows or unfollows a page: shows the change at once and reverts it when it fails. Unfollowing can be undone, which restores
 * the chosen notifications.
 */
export async function changeFollow(t: Messages, { fid, name, isFollowed, chosen }: Change): Promise<void> {
  followed.set(fid, isFollowed)
  followNotify.set(fid, isFollowed ? chosen : "newsletter")
  try {
    await inOrder(paths.followActor(fid), async () => {
      if (!isFollowed) return browserApi.delete(path, undefined, { fid })
      await browserApi.put(path, undefined, { fid })
      if (chosen !== "newsletter") await browserApi.patch(path, { notify: chosen }, { fid })
    })
    notifyAbout(paths.actor(fid), {
      type: "success",
      message: t(isFollowed ? "visitor.followed" : "visitor.unfollowed", { name }),
      ...(isFollowed
        ? {}
        : {
            action: {
              label: t("visitor.undo"),
              run: () => void changeFollow(t, { fid, name, isFollowed: true, chosen }),
            },
          }),
    })
  } catch (error) {
    followed.set(fid, !isFollowed)
    if (!isFollowed) followNotify.set(fid, chosen)
    const said = problemOf(error, t)?.notices ?? [t("errors.default")]
    notifyAbout(paths.actor(fid), ...said.map((message) => ({ type: "error" as const, message })))
  }
}
