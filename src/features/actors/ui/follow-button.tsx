import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { CheckBold, PlusBold } from "#ui/icons.tsx"

type FollowButtonProps = {
  name: string
  isFollowed: boolean
  /** Called with the new state; without it the button submits its form. */
  onChange?: (isFollowed: boolean) => void
  /** Whether only the icon is shown, as in lists. */
  compact?: boolean
}

/** A button that changes from "+ Follow" to a quiet "✓ Following". Unfollowing takes one press; the caller offers to undo it. */
export function FollowButton({ name, isFollowed, onChange, compact }: FollowButtonProps) {
  const t = useMessages()
  const Mark = isFollowed ? CheckBold : PlusBold
  return (
    <button
      type={onChange ? "button" : "submit"}
      className={classes(
        "btn",
        "btn--follow",
        compact && "btn--icon",
        !isFollowed && (compact ? "btn--bare" : "btn--main"),
      )}
      aria-pressed={isFollowed}
      aria-label={isFollowed ? t("follow.followed_name", { name }) : t("follow.follow_name", { name })}
      onClick={() => onChange?.(!isFollowed)}
    >
      <Mark />
      {!compact && (isFollowed ? t("follow.followed") : t("follow.follow"))}
    </button>
  )
}
