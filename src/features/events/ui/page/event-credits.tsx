import { useMessages } from "#i18n/messages-context.ts"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import type { Event } from "../../event.ts"
import { printedRows } from "./print/print-layout.ts"

/** The people of an event in the style of a theatre programme: role, dots, name. */
export function EventCredits({ event: { lineup, organizers, language } }: { event: Event }) {
  const t = useMessages()
  const lang = language === t.language ? undefined : language
  if (lineup.length === 0 && organizers.length === 0) return null
  return (
    <section>
      <h2 className="d3 mb-3">{t("events.with")}</h2>
      <ul className="credits credits--event">
        {lineup.map(({ actor, name, role, confirmed }, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- one name may stand twice
          <li key={at}>
            <span>
              {role ? <span lang={lang}>{capital(role)}</span> : t("events.performer")}
              {/* Only a page can confirm; a name without a page needs no confirmation. */}
              {actor && !confirmed && <small className="t3"> · {t("events.unconfirmed")}</small>}
            </span>
            {actor ? <PageLink to={paths.actor(actor.fid)}>{name}</PageLink> : <strong>{name}</strong>}
          </li>
        ))}
        {organizers.map(({ fid, name }, at) => (
          <li key={fid}>
            <span>{at === 0 ? t("events.organised_by") : t("events.co_organised_by")}</span>
            <PageLink to={paths.actor(fid)}>{name}</PageLink>
          </li>
        ))}
        {lineup.length + organizers.length > printedRows && (
          <li className="print-only print-more">
            {t("events.print_others", { count: lineup.length + organizers.length - printedRows })}
          </li>
        )}
      </ul>
    </section>
  )
}

function capital(role: string) {
  return role.charAt(0).toLocaleUpperCase() + role.slice(1)
}
