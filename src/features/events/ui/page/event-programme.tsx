import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { Fold } from "#ui/fold.tsx"
import { XBold } from "#ui/icons.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { paths } from "#web/paths.ts"
import type { Event } from "../../event.ts"
import { titleOf } from "../event-words.ts"

/** The events of a festival, in order of time. */
export function EventProgramme({ event: { children } }: { event: Event }) {
  const t = useMessages()
  if (children.length === 0) return null
  return (
    <Fold sign={children.length} title={t("events.programme")} label={t("events.programme")}>
      <ul className="credits">
        {children.map((child) => {
          const title = titleOf(t, child)
          const isOff = child.status === "cancelled"
          const when = `${t.date(child.start, "short")}, ${t.time(child.start)}`
          return (
            <li key={child.id}>
              <span>
                <time className="whitespace-nowrap" dateTime={child.start}>
                  {isOff ? <s>{when}</s> : when}
                </time>{" "}
                {isOff && (
                  <Badge tone="err" icon={XBold}>
                    {t("ui.status_cancelled")}
                  </Badge>
                )}
              </span>
              <PageLink to={paths.event(child.id)} lang={title.lang}>
                {unbroken(title.text)}
              </PageLink>
            </li>
          )
        })}
      </ul>
    </Fold>
  )
}
