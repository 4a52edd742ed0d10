import { useEffect, useRef } from "react"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Button, ButtonLink } from "#ui/button.tsx"
import { WarningFill } from "#ui/icons.tsx"
import { Submit } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import type { Event } from "../../event.ts"
import { entryDate, placeOf, timeOf, titleOf } from "../../ui/event-words.ts"

type DuplicatesPanelProps = {
  found: readonly Event[]
  /** The edited event, once it is stored and can be merged. */
  event: Event | null
  onMerge: (into: Event) => void
}

/** Lists possible duplicates before an event becomes public, with the actions for each. */
export function DuplicatesPanel({ found, event, onMerge }: DuplicatesPanelProps) {
  const t = useMessages()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <section className="duplicates" aria-labelledby="duplicates">
      <div className="note note--warning">
        <WarningFill />
        <div>
          <h2 className="h5" id="duplicates" ref={title} tabIndex={-1}>
            {t("event-editor.duplicates_title", { count: found.length })}
          </h2>
          <p>{t("event-editor.duplicates_text")}</p>
        </div>
      </div>
      <ul className="own">
        {found.map((other) => (
          <Duplicate key={other.id} other={other} event={event} onMerge={onMerge} />
        ))}
      </ul>
      <div className="bar bar--end">
        <Submit kind="main" name="do" value="publish-anyway">
          {t("event-editor.publish_anyway")}
        </Submit>
      </div>
    </section>
  )
}

function Duplicate({ other, event, onMerge }: { other: Event } & Pick<DuplicatesPanelProps, "event" | "onMerge">) {
  const t = useMessages()
  const name = titleOf(t, other)
  const date = entryDate(other)
  const place = placeOf(t, other)
  const canMerge =
    event !== null && other.is_managed && !(event.workflow === "published" && other.workflow !== "published")
  // The organiser is often the place as well: it is named once.
  const by = other.organizers.map((one) => one.name).filter((name) => name !== place.name)
  const facts = [t.date(date.start, "full"), timeOf(t, other, date), place.name, place.city].filter(Boolean)
  return (
    <li>
      <div className="own__txt">
        <b lang={name.lang}>{unbroken(name.text)}</b>
        <span className="t2">{facts.join(" · ")}</span>
        {by.length > 0 && <span className="t2">{by.join(", ")}</span>}
      </div>
      <div className="own__do">
        {canMerge ? (
          <>
            <Button className="needs-script" onClick={() => onMerge(other)}>
              {t("event-editor.same_merge")}
            </Button>
            <noscript>
              <button type="submit" className="btn" name="do" value={`merge ${other.id}`}>
                {t("event-editor.same_merge")}
              </button>
            </noscript>
          </>
        ) : (
          <ButtonLink to={other.is_managed ? paths.editEvent(other.id) : paths.event(other.id)}>
            {t(other.is_managed ? "event-editor.same_edit" : "event-editor.same_open")}
          </ButtonLink>
        )}
      </div>
    </li>
  )
}
