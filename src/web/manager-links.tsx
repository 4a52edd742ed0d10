import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { classes } from "#ui/classes.ts"
import { SlidersHorizontal } from "#ui/icons.tsx"
import { PencilSimple } from "#ui/seldom-icons.tsx"
import "./manager-links.css"

type ManagerLinksProps = {
  kind: "events" | "actors"
  of: string | number
  /** In a list: the name of the item. */
  what?: string
}

const doings = [
  { does: "edit", icon: PencilSimple },
  { does: "manage", icon: SlidersHorizontal },
] as const

/**
 * Links to the editing and managing pages of an event or actor, for those who may edit it; icons alone on phones. Loaded only for
 * them.
 */
export default function ManagerLinks({ kind, of, what }: ManagerLinksProps) {
  const t = useMessages()
  // A card of the directory has room for icons only.
  const isNarrow = what !== undefined && kind === "actors"
  return (
    <p className={classes("bar no-print", what && "doings")}>
      {doings.map(({ does, icon }) => (
        <ButtonLink
          key={does}
          kind="bare"
          icon={icon}
          iconOnly={isNarrow}
          to={`/${kind}/${does}/${of}`}
          aria-label={what ? `${t(`visitor.${does}`)}, ${what}` : t(`visitor.${does}`)}
        >
          {isNarrow ? t(`visitor.${does}`) : <span className="only-wide">{t(`visitor.${does}`)}</span>}
        </ButtonLink>
      ))}
    </p>
  )
}
