import { useMessages } from "#i18n/messages-context.ts"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import { Pager } from "#web/lists/pager.tsx"
import type { Managed } from "../../pages/manage-data.ts"
import { PersonElsewhere } from "../person-elsewhere.tsx"
import { DayText } from "./parts.tsx"
import "../elsewhere.css"

/** The attendees from other servers, below the local ones: marked as such, and each can be removed. */
export function AttendeesElsewhere({ managed: { event, elsewhere, perPage } }: { managed: Managed }) {
  const t = useMessages()
  const { attendees, from } = elsewhere
  if (!attendees || attendees.total === 0) return null
  const hasDates = event.occurrences.length > 1
  return (
    <section className="evm__body" aria-labelledby="attendees-elsewhere">
      <h3 className="d3" id="attendees-elsewhere">
        {t("reactions.attendees")}
      </h3>
      <ul className="elsewhere__all">
        {attendees.items.map(({ id, by, occurrence, message, created }) => (
          <li className="elsewhere__one" key={id}>
            <div className="bar bar--between">
              <div className="evm__stack evm__from">
                <p className="bar gap-x-3 gap-y-1">
                  <PersonElsewhere by={by} />
                  <span className="small t2 num">
                    {hasDates && occurrence && `${t.date(occurrence.start, "short")} · `}
                    <DayText iso={created} />
                  </span>
                </p>
                {message && <p className="evm__line">{message}</p>}
              </div>
              <Form name="unlist" className="press" isBare>
                <input type="hidden" name="attendance" value={id} />
                <input type="hidden" name="name" value={by.name} />
                <Submit aria-label={t("reactions.remove_attendee_of", { name: by.name, handle: `@${by.handle}` })}>
                  {t("reactions.remove_attendee")}
                </Submit>
              </Form>
            </div>
          </li>
        ))}
      </ul>
      <Pager name="from" start={from} size={perPage} total={attendees.total} />
    </section>
  )
}
