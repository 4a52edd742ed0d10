import type { Messages } from "#i18n/messages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Radio } from "#ui/fields/choice.tsx"
import { Link } from "#ui/link.tsx"
import { notify as say } from "#ui/overlays/notifications.ts"
import { Popover } from "#ui/overlays/popover.tsx"
import { paths } from "#web/paths.ts"
import { problemOf } from "#web/api/problems.ts"
import { useUser } from "#web/session/session.ts"
import { followed, followNotify } from "#web/session/since-read.ts"
import "./follow-choice.css"
import { type FollowChoice as Choice, followChoices } from "../follow.ts"
import { chooseFollow } from "./follow-change.ts"

type FollowChoiceProps = { actor: { fid: string; name: string; is_followed: boolean; notify?: Choice | undefined } }

/**
 * Shows the notifications of a followed page and a way to change them; shows nothing for a page that is not followed. Without
 * script it links to the page where they are chosen.
 */
export default function FollowChoice({ actor: { fid, name, is_followed, notify = "newsletter" } }: FollowChoiceProps) {
  const t = useMessages()
  const isFollowed = followed.useIs(fid, is_followed)
  const chosen = followNotify.useIs(fid, notify)
  const user = useUser()
  if (!user || !isFollowed) return null
  const words = t(`telling.short_${chosen}`)
  const label = t("telling.choose", { name, choice: words })
  return (
    <div className="no-print follow-tells">
      <Popover value={words} label={t("telling.title_of", { name })} name={label}>
        {(close) => (
          <fieldset className="field follow-tells__sheet">
            <legend className="lbl">{t("telling.title_of", { name })}</legend>
            {followChoices.map((one) => (
              <Radio
                key={one}
                name="notify"
                value={one}
                checked={one === chosen}
                hint={t(`telling.${one}_hint`)}
                // The arrow keys change the choice, and the sheet stays open until it is left.
                onChange={() => void choose(t, fid, name, one, chosen)}
                onClick={(press) => press.detail > 0 && close()}
              >
                {t(`telling.${one}`)}
              </Radio>
            ))}
          </fieldset>
        )}
      </Popover>
      <noscript>
        {import.meta.env.SSR && (
          <Link className="link small" to={paths.followActor(fid)} rel="nofollow">
            {label}
          </Link>
        )}
      </noscript>
    </div>
  )
}

/** Saves a choice: shows it at once and reverts it when it fails. It can be undone. */
async function choose(t: Messages, fid: string, name: string, to: Choice, from: Choice, isUndo = false): Promise<void> {
  try {
    await chooseFollow(fid, to, from)
    const undo = { label: t("visitor.undo"), run: () => void choose(t, fid, name, from, to, true) }
    say({ type: "success", message: t(`telling.saved_${to}`, { name }), ...(isUndo ? {} : { action: undo }) })
  } catch (error) {
    for (const message of problemOf(error, t)?.notices ?? [t("errors.default")]) say({ type: "error", message })
  }
}
