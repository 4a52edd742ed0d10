import { useMessages } from "#i18n/messages-context.ts"
import type { Actor } from "../../actor.ts"
import type { Opening } from "../../openings/opening.ts"
import { aboutIn, periodIn } from "../../openings/opening-words.ts"
import { Link } from "#ui/link.tsx"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { paths } from "#web/paths.ts"
import "./openings.css"

type OpeningsOnPageProps = { actor: Pick<Actor, "fid" | "channels">; openings: readonly Opening[] }

/** The openings on a public page. Loaded only for pages that have some. */
export default function OpeningsOnPage({ actor: { fid, channels }, openings }: OpeningsOnPageProps) {
  const t = useMessages()
  return (
    <PanelPart title={t("openings.title")} id="dates">
      <ul className="openings">
        {openings.map((opening) => (
          <li className="opening" key={opening.id}>
            <p className="opening__days num">{periodIn(t, opening.starts_on, opening.ends_on)}</p>
            <div className="opening__txt">
              <p>
                <strong>{t(`openings.say_${opening.kind}_${opening.side}`)}</strong>
              </p>
              <p className="small t2">
                {[aboutIn(t, opening), t("openings.within", { distance: opening.radius })].filter(Boolean).join(" · ")}
              </p>
              {opening.note && (
                <p className="opening__note" lang={opening.language === t.language ? undefined : opening.language}>
                  {opening.note}
                </p>
              )}
            </div>
            {channels && channels.length > 0 && (
              <Link
                className="link small py-1 no-print"
                to={paths.contactActor(fid, { opening: String(opening.id) })}
                rel="nofollow"
                aria-label={`${t("openings.write")}, ${periodIn(t, opening.starts_on, opening.ends_on)}`}
              >
                {t("openings.write")}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </PanelPart>
  )
}
