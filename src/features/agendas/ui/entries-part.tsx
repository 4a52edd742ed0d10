import { useMessages } from "#i18n/messages-context.ts"
import { inLanguage, unbroken } from "#i18n/languages.ts"
import { Part } from "#features/accounts/ui/parts.tsx"
import { TypeLabel } from "#features/actors/ui/type-label.tsx"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { Link } from "#ui/link.tsx"
import { Note } from "#ui/note.tsx"
import type { List } from "#web/api.ts"
import { Form, Submit, useFormAnswer } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import type { AgendaEntry, ManagedAgenda } from "../agenda.ts"

/** The entry that was removed last, so that it can be restored. */
export type RemovedEntry = { kind: string; ref: string; what: string }

type EntriesPartProps = { agenda: ManagedAgenda; entries: List<AgendaEntry>; start: number }

/** The entries of an agenda: single events by date, then pages by name. Each can be removed, and restored. */
export function EntriesPart({ agenda, entries: { items, total }, start }: EntriesPartProps) {
  const t = useMessages()
  const events = items.filter(({ kind }) => kind === "event")
  const pages = items.filter(({ kind }) => kind === "actor")
  const next = start + items.length
  return (
    <>
      <PutBack agenda={agenda} />
      {total === 0 && (
        <Empty
          title={t("lists.nothing")}
          action={<ButtonLink to={paths.home()}>{t("outings.open_agenda")}</ButtonLink>}
        >
          {t("lists.nothing_hint")}
        </Empty>
      )}
      {events.length > 0 && (
        <Part title={t("lists.events")} text={t("lists.events_rule")}>
          <ul className="own own--beside">
            {events.map((entry) => (
              <EventEntry key={entry.event?.id} agenda={agenda} entry={entry} />
            ))}
          </ul>
        </Part>
      )}
      {pages.length > 0 && (
        <Part title={t("lists.pages")} text={t("lists.pages_rule")}>
          <ul className="own own--beside">
            {pages.map((entry) => (
              <PageEntry key={entry.actor?.fid} agenda={agenda} entry={entry} />
            ))}
          </ul>
        </Part>
      )}
      {(start > 0 || next < total) && (
        <p className="bar">
          {start > 0 && <ButtonLink to={paths.list(agenda.id)}>{t("lists.from_start")}</ButtonLink>}
          {next < total && (
            <ButtonLink to={paths.list(agenda.id, { start: String(next) })}>
              {t("ui.more_count", { count: total - next })}
            </ButtonLink>
          )}
        </p>
      )}
    </>
  )
}

type EntryProps = { agenda: ManagedAgenda; entry: AgendaEntry }

function EventEntry({ agenda, entry: { event } }: EntryProps) {
  const t = useMessages()
  if (!event) return null
  const { text, language } = inLanguage(event.title, t.language, event.language)
  const time = event.all_day ? "" : t.time(event.start)
  return (
    <li>
      <div className="own__txt">
        <Link className="link" to={paths.event(event.id)} lang={language === t.language ? undefined : language}>
          <b>{unbroken(text)}</b>
        </Link>
        <p className="bar small t2">
          {event.is_running && !event.is_cancelled ? (
            <span>{t("ui.running")}</span>
          ) : (
            <time dateTime={event.start}>{[t.date(event.start, "medium"), time].filter(Boolean).join(", ")}</time>
          )}
          {event.place && <span>{event.place}</span>}
          {event.is_cancelled && <Badge tone="err">{t("lists.cancelled")}</Badge>}
          {event.is_over && !event.is_cancelled && <Badge>{t("lists.over")}</Badge>}
        </p>
      </div>
      <TakeOut agenda={agenda} kind="event" of={String(event.id)} what={text} />
    </li>
  )
}

function PageEntry({ agenda, entry: { actor } }: EntryProps) {
  if (!actor) return null
  return (
    <li>
      <div className="own__txt">
        <Link className="link" to={paths.actor(actor.fid)}>
          <b>{actor.name}</b>
        </Link>
        <p className="small t2">
          <TypeLabel type={actor.type} />
        </p>
      </div>
      <TakeOut agenda={agenda} kind="actor" of={actor.fid} what={actor.name} />
    </li>
  )
}

function TakeOut({ agenda, kind, of, what }: { agenda: ManagedAgenda; kind: string; of: string; what: string }) {
  const t = useMessages()
  return (
    // Shared: the outcome of this form outlives the row it stood in.
    <Form<RemovedEntry> name="remove" className="press" isBare isShared>
      <input type="hidden" name="agenda" value={agenda.name} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="ref" value={of} />
      <input type="hidden" name="what" value={what} />
      <Submit aria-label={t("lists.remove_what", { what })}>{t("lists.remove")}</Submit>
    </Form>
  )
}

function PutBack({ agenda }: { agenda: ManagedAgenda }) {
  const t = useMessages()
  const [removed, forget] = useFormAnswer<RemovedEntry>("remove")
  if (!removed) return null
  return (
    <Note
      role="status"
      action={
        <Form name="putback" className="press" isBare onDone={forget}>
          <input type="hidden" name="agenda" value={agenda.name} />
          <input type="hidden" name="kind" value={removed.kind} />
          <input type="hidden" name="ref" value={removed.ref} />
          <Submit>{t("lists.put_back")}</Submit>
        </Form>
      }
    >
      <p>{t("lists.put_back_what", { what: removed.what })}</p>
    </Note>
  )
}
