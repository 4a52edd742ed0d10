import { useMessages } from "#i18n/messages-context.ts"
import { Star, StarFill } from "./icons.tsx"

type StarButtonProps = { title: string; isOn: boolean; onChange: (isOn: boolean) => void }

/** The shortcut for "interested" in lists. */
export function StarButton({ title, isOn, onChange }: StarButtonProps) {
  const t = useMessages()
  return (
    <button
      type="button"
      className="star"
      aria-pressed={isOn}
      aria-label={t("ui.interested_in", { title })}
      onClick={() => onChange(!isOn)}
    >
      {isOn ? <StarFill /> : <Star />}
    </button>
  )
}
