import { inLanguage } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Plus } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { paths } from "#web/paths.ts"
import type { Event } from "../../event.ts"
import type { ParentChoice } from "../editor-data.ts"
import { FestivalPicker } from "./festival-picker.tsx"

/** The festival the event belongs to, and its own parts. */
export function Festival({ parent, event }: { parent: ParentChoice | null; event: Event | null }) {
  const t = useMessages()
  const titled = ({ title, language }: Pick<Event, "title" | "language">) => inLanguage(title, t.language, language)
  return (
    <div className="grid gap-5" id="festival">
      <FestivalPicker event={event} parent={parent} />
      {event && (
        <div className="grid gap-3">
          {event.children.length > 0 && (
            <>
              <h3 className="h5">{t("event-editor.children", { count: event.children.length })}</h3>
              <ul className="credits">
                {event.children.map((child) => (
                  <li key={child.id}>
                    <span className="whitespace-nowrap">{t.date(child.start, "medium")}</span>
                    <Link className="link" to={paths.editEvent(child.id)} lang={titled(child).language}>
                      {titled(child).text}
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
          {!event.parent && (
            <div className="bar">
              <ButtonLink icon={Plus} to={`${paths.newEvent()}?parent=${event.id}`}>
                {t("event-editor.add_child")}
              </ButtonLink>
            </div>
          )}
        </div>
      )}
    </div>
  )
}
