import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { X } from "#ui/icons.tsx"
import { PencilSimple } from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import { ConfirmPress } from "#web/editing/confirm-press.tsx"
import { paths } from "#web/paths.ts"
import type { Opening } from "../../openings/opening.ts"
import { aboutIn, periodIn } from "../../openings/opening-words.ts"
import "./openings.css"

/** The openings of a page, with the actions of its managers. */
export function ManagedOpenings({ fid, openings }: { fid: string; openings: readonly Opening[] }) {
  return (
    <ul className="openings">
      {openings.map((opening) => (
        <Row key={opening.id} fid={fid} opening={opening} />
      ))}
    </ul>
  )
}

function Row({ fid, opening }: { fid: string; opening: Opening }) {
  const t = useMessages()
  const { id, kind, side, starts_on, ends_on, radius, note, is_public, is_open } = opening
  const days = periodIn(t, starts_on, ends_on)
  return (
    <li className="opening">
      <p className="opening__days num">{days}</p>
      <div className="opening__txt">
        <p>
          <strong>{t(`openings.say_${kind}_${side}`)}</strong>
        </p>
        <p className="small t2">
          {[aboutIn(t, opening), t("openings.within", { distance: radius })].filter(Boolean).join(" · ")}
        </p>
        {note && <p className="opening__note">{note}</p>}
        <p className="bar">
          <Badge tone={is_open && is_public ? "yes" : "plain"}>
            {t(is_open ? (is_public ? "openings.is_shown" : "openings.is_hidden") : "openings.is_over")}
          </Badge>
          {is_open && (
            <Link
              className="link small"
              to={`${paths.openingsOfActor(fid, { for: String(id) })}#matches`}
              aria-label={`${t("openings.who_fits")}, ${days}`}
            >
              {t("openings.who_fits")}
            </Link>
          )}
        </p>
      </div>
      <div className="opening__do">
        {is_open && (
          <ButtonLink kind="bare" icon={PencilSimple} iconOnly to={paths.openingsOfActor(fid, { opening: String(id) })}>
            {t("openings.edit_what", { what: days })}
          </ButtonLink>
        )}
        <ConfirmPress
          form="end"
          fields={{ id: String(id) }}
          title={t("openings.end_ask")}
          hint={t("openings.end_hint")}
          confirm={t("openings.end")}
          cancel={t("openings.keep")}
          kind="bare"
          icon={X}
          iconOnly
        >
          {t("openings.end_what", { what: days })}
        </ConfirmPress>
      </div>
    </li>
  )
}
