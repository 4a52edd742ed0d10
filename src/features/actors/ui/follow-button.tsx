import { useMessages } from "#i18n/messages-context.ts"
import { classes } from "#ui/classes.ts"
import { CheckBold, PlusBold } from "#ui/icons.tsx"

type FollowButtonProps = {
  name: string
  isFollowed: boolean
  /** Without it the button sends the form it stands in. */
  onChange?: (isFollowed: boolean) => void
  /** Icon only, for lists. */
  compact?: boolean
}

/** "+ Follow" becomes a quiet "✓ Following". Unfollowing is one press; whoever handles it offers to undo. */
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
