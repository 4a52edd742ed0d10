import type { Messages } from "#i18n/messages.ts"
import { notifyAbout } from "#ui/overlays/notifications.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { chooseInOrder } from "#web/session/choosing.ts"
import { problemOf } from "#web/api/problems.ts"
import { paths } from "#web/paths.ts"
import { askIfSessionEnded } from "#web/session/session.ts"
import { followed, followNotify } from "#web/session/since-read.ts"
import type { FollowChoice } from "../follow.ts"

const path = "/api/actors/{fid}/follow/"

/** How the viewer is notified of a page; null when it is not followed. */
type Following = FollowChoice | null

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
  try {
    await (isFollowed ? followAgain(fid, chosen) : chooseFollow(fid, null, chosen))
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
    const problem = problemOf(error, t)
    const said = problem?.notices ?? [t("errors.default")]
    notifyAbout(paths.actor(fid), ...said.map((message) => ({ type: "error" as const, message })))
    askIfSessionEnded(problem?.code)
  }
}

/** Follows a page, then stores the chosen notifications; no later press is sent between the two. */
async function followAgain(fid: string, chosen: FollowChoice) {
  const isFollowing = chooseFollow(fid, "newsletter", null)
  await Promise.all([isFollowing, chosen !== "newsletter" && chooseFollow(fid, chosen, "newsletter")])
}

/** Shows a choice about a page at once and sends it in order; once the last one is answered, the stored choice is shown. */
export async function chooseFollow(fid: string, to: Following, from: Following): Promise<void> {
  const show = (choice: Following) => {
    followed.set(fid, choice !== null)
    followNotify.set(fid, choice ?? "newsletter")
  }
  const send = () => {
    if (!to) return browserApi.delete(path, undefined, { fid })
    return from ? browserApi.patch(path, { notify: to }, { fid }) : browserApi.put(path, undefined, { fid })
  }
  await chooseInOrder(paths.followActor(fid), { to, from, show, send })
}
