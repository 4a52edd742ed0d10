import type { ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { EnvelopeSimple } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import type { Opening } from "../../openings/opening.ts"
import { aboutIn, periodIn } from "../../openings/opening-words.ts"
import { ActorAvatar } from "../actor-avatar.tsx"
import { TypeLabel } from "../type-label.tsx"
import "./openings.css"

type OpeningRowProps = {
  opening: Opening
  /** The days to show, when they are not all days of the opening. */
  days?: ReactNode
  /** Distance in kilometres. */
  distance?: number | undefined
  /** More about its position. */
  where?: ReactNode
}

/** An opening in a list; to be used inside `<ul className="openings">`. */
export function OpeningRow({ opening, days, distance = opening.distance, where }: OpeningRowProps) {
  const t = useMessages()
  const { actor, kind, starts_on, ends_on, note, language, id, is_reachable } = opening
  const about = aboutIn(t, opening)
  return (
    <li className="opening">
      <p className="opening__days num">{days ?? periodIn(t, starts_on, ends_on)}</p>
      <div className="opening__who">
        <ActorAvatar type={actor.type} name={actor.name} fid={actor.fid} image={actor.avatar} size="sm" />
        <div className="opening__txt">
          <h3 className="d4">
            <Link to={paths.actor(actor.fid)}>{actor.name}</Link>
          </h3>
          <p className="bar small t2">
            <TypeLabel type={actor.type} />
            <span>{[t(`openings.${kind}`), about].filter(Boolean).join(" · ")}</span>
            {distance !== undefined && (
              <span className="num">
                {t("ui.distance", { distance: t.number(distance, { maximumFractionDigits: 1 }) })}
              </span>
            )}
          </p>
          {where && <p className="small t2">{where}</p>}
          {note && (
            <p className="opening__note" lang={language === t.language ? undefined : language}>
              {note}
            </p>
          )}
          {!is_reachable && <p className="small t2 no-print">{t("openings.unread")}</p>}
        </div>
      </div>
      {is_reachable && (
        <ButtonLink
          className="opening__act no-print"
          icon={EnvelopeSimple}
          to={paths.contactActor(actor.fid, { opening: String(id) })}
          aria-label={t("openings.write_to", { name: actor.name })}
          rel="nofollow"
        >
          {t("openings.write")}
        </ButtonLink>
      )}
    </li>
  )
}
