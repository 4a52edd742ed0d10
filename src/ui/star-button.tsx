import { useMessages } from "#i18n/messages-context.ts"
import { Star, StarFill } from "./icons.tsx"
import { Link } from "./link.tsx"

type StarButtonProps = {
  title: string
  isOn: boolean
  /** Where the same is done without script. */
  to: string
  onChange: (isOn: boolean) => void
}

/** Keeps an event in one's agenda, from a list. */
export function StarButton({ title, isOn, to, onChange }: StarButtonProps) {
  const t = useMessages()
  return (
    <Link
      to={to}
      rel="nofollow"
      role="button"
      className="star"
      aria-pressed={isOn}
      aria-label={t("ui.keep", { title })}
      onClick={(press) => {
        if (press.metaKey || press.ctrlKey || press.shiftKey) return
        press.preventDefault()
        onChange(!isOn)
      }}
      // A button answers to the space bar too, which a link does not.
      onKeyDown={(press) => {
        if (press.key !== " ") return
        press.preventDefault()
        onChange(!isOn)
      }}
    >
      {isOn ? <StarFill /> : <Star />}
    </Link>
  )
}
