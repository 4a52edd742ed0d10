import { useMessages } from "#i18n/messages-context.ts"
import { Star, StarFill } from "./icons.tsx"
import { Link } from "./link.tsx"

type StarButtonProps = {
  title: string
  isOn: boolean
  /** Address of the same action without script. */
  to: string
  onChange: (isOn: boolean) => void
}

/** Defines the two star shapes once per page: lists refer to them by id, since an outline is as long as the rest of a row. */
export function StarShapes() {
  return (
    <svg className="shapes" aria-hidden="true">
      <path id="star" d={Star.path} />
      <path id="star-on" d={StarFill.path} />
    </svg>
  )
}

/** Marks an event as interesting, from a list. */
export function StarButton({ title, isOn, to, onChange }: StarButtonProps) {
  const t = useMessages()
  return (
    <Link
      to={to}
      rel="nofollow"
      role="button"
      className="star"
      aria-pressed={isOn}
      aria-label={t("ui.star", { title })}
      onClick={(press) => {
        if (press.metaKey || press.ctrlKey || press.shiftKey) return
        press.preventDefault()
        onChange(!isOn)
      }}
      // A button reacts to the space bar too, which a link does not.
      onKeyDown={(press) => {
        if (press.key !== " ") return
        press.preventDefault()
        onChange(!isOn)
      }}
    >
      <svg className="i" viewBox="0 0 256 256" aria-hidden="true">
        <use href={isOn ? "#star-on" : "#star"} />
      </svg>
    </Link>
  )
}
