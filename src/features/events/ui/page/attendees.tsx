import { ActorChip } from "#features/actors/ui/actor-chip.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import type { Event } from "../../event.ts"

/** The people whose attendance is public: by name, never as a number. */
export function Attendees({ event: { attendees, next } }: { event: Event }) {
  const t = useMessages()
  if (!attendees?.length || !next) return null
  return (
    <section className="no-print">
      <h2 className="d3 mb-3">{t("events.attendees")}</h2>
      <ul className="bar gap-x-5 gap-y-1">
        {attendees.map((actor) => (
          <li key={actor.fid}>
            <ActorChip actor={actor} />
          </li>
        ))}
      </ul>
    </section>
  )
}
