import { useState } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { noticeLines, noticeTitle } from "#features/notices/notice-words.ts"
import { Badge } from "#ui/badge.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { Empty } from "#ui/empty.tsx"
import { EnvelopeSimple } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Form, Submit, useField, useFormState } from "#web/editing/form-parts.tsx"
import type { NoticeDelivery as Delivery, Notice } from "#features/notices/representation.server.ts"
import { paths } from "#web/paths.ts"
import { useLocation } from "react-router"
import { ActorChip } from "#features/actors/ui/actor-chip.tsx"
import type { Event } from "../../event.ts"
import { type Managed, peopleOffset } from "../../pages/manage-data.ts"
import type { PendingConfirmation } from "../../pages/manage-forms.ts"
import { momentInWords } from "../event-words.ts"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { Pager } from "#web/lists/pager.tsx"
import { MomentText, ConfirmInForm } from "./parts.tsx"

/** The notices sent, their delivery, and the form for a message. */
export function Messages({ managed }: { managed: Managed }) {
  const t = useMessages()
  const { event, asked, notices, counts } = managed
  // A sent message is removed from the form, which would send it again.
  const [sent, setSent] = useState(0)
  return (
    <>
      <PanelPart className="evm__body" title={t("manage.write")} label={t("manage.to_who_answered")} id="write">
        {event.workflow !== "published" ? (
          <p className="t2">{t("manage.write_draft")}</p>
        ) : counts.length === 0 ? (
          <p className="t2">{t("manage.write_nobody")}</p>
        ) : (
          <Form<PendingConfirmation>
            name="write"
            className="form narrow"
            isEmptiedWhenDone={false}
            onDone={({ given }) => {
              if (!given) setSent((count) => count + 1)
            }}
          >
            <MessageFields key={sent} event={event} />
          </Form>
        )}
      </PanelPart>
      <PanelPart className="evm__body" title={t("manage.told")} label={t("manage.told_label")}>
        {notices && notices.items.length > 0 ? (
          <ul className="own">
            {notices.items.map((notice) => (
              <Told key={notice.id} managed={managed} notice={notice} />
            ))}
          </ul>
        ) : (
          <Empty title={t("manage.nothing_told")}>{t("manage.nothing_told_text")}</Empty>
        )}
        <Pager start={asked.start} size={20} total={notices?.total ?? 0} />
      </PanelPart>
    </>
  )
}

const kinds = ["confirmed", "interested", "declined"] as const

function MessageFields({ event }: { event: Event }) {
  const t = useMessages()
  const { outcome } = useFormState()
  const asked = outcome?.isDone ? (outcome.given as PendingConfirmation | undefined) : undefined
  const kept = asked?.values
  const subject = useField("subject")
  const text = useField("text")
  const occurrence = useField("occurrence")
  const chosen = kept?.to?.split(",") ?? ["confirmed", "interested"]
  const errors = outcome?.fields.to
  return (
    <>
      <fieldset className="field evm__whom">
        <legend className="lbl">{t("manage.whom")}</legend>
        {/* Gives the field its place among the others when no box is ticked. */}
        <input type="hidden" name="to" value="" />
        {kinds.map((kind, at) => (
          <Checkbox
            key={kind}
            name="to"
            value={kind}
            defaultChecked={chosen.includes(kind)}
            {...(at === 0 ? { id: `${subject.id}-to`, error: errors } : {})}
          >
            {t(`ui.${kind}`)}
          </Checkbox>
        ))}
      </fieldset>
      {event.occurrences.length > 1 && (
        <Select
          {...occurrence}
          key={kept?.occurrence}
          defaultValue={kept?.occurrence ?? ""}
          label={t("manage.date")}
          options={[
            { value: "", label: t("manage.all_dates") },
            ...event.occurrences.map(({ id, start }) => ({
              value: String(id),
              label: momentInWords(t, start, event.all_day),
            })),
          ]}
        />
      )}
      <TextField
        {...subject}
        defaultValue={kept?.subject ?? subject.defaultValue}
        label={t("manage.subject")}
        maxLength={150}
      />
      <TextArea
        {...text}
        defaultValue={kept?.text ?? text.defaultValue}
        label={t("manage.text")}
        hint={t("manage.text_hint")}
        maxLength={5000}
        rows={8}
      />
      {asked ? (
        asked.answered > 0 ? (
          <ConfirmInForm
            asked={asked}
            title={t("manage.send_sure", { count: asked.answered })}
            confirm={t("manage.send_do")}
          >
            <p>{t("manage.send_once")}</p>
          </ConfirmInForm>
        ) : (
          <>
            <p className="t2" role="status">
              {t("manage.nobody_such")}
            </p>
            <div className="bar">
              <Submit kind="main">{t("manage.send")}</Submit>
            </div>
          </>
        )
      ) : (
        <div className="bar">
          <Submit kind="main" icon={EnvelopeSimple}>
            {t("manage.send")}
          </Submit>
        </div>
      )}
    </>
  )
}

function Told({ managed, notice }: { managed: Managed; notice: Notice }) {
  const t = useMessages()
  const { event, asked } = managed
  const isOpen = asked.notice === notice.id
  const lines = notice.text ? notice.text.split(/\n\s*\n/) : noticeLines(t, { ...notice, event })
  return (
    <li className="evm__told" id={`n${notice.id}`}>
      <div className="own__txt">
        <h3 className="h5">{noticeTitle(t, { ...notice, event })}</h3>
        <p className="small t2">
          <MomentText iso={notice.created} />
          {notice.by && ` · ${notice.by.name}`}
        </p>
        {lines.map((line) => (
          <p key={line} className="evm__line">
            {line}
          </p>
        ))}
      </div>
      <Log notice={notice} />
      {notice.people.answered > 0 && (
        <Link
          className="link"
          preventScrollReset
          to={`${paths.manageEvent(event.id, { tab: "messages", start: asked.start ? String(asked.start) : undefined, notice: isOpen ? undefined : String(notice.id) })}#n${notice.id}`}
        >
          {t(isOpen ? "manage.hide_names" : "manage.show_names", { count: notice.people.answered })}
        </Link>
      )}
      {isOpen && managed.named && <Names managed={managed} />}
    </li>
  )
}

/** The numbers of deliveries by channel and state. People other than those who answered are only counted. */
function Log({ notice: { kind, state, people, mail, app, due } }: { notice: Notice }) {
  const t = useMessages()
  if (state === "waiting")
    return (
      <p className="bar">
        <Badge tone="warn">{t("manage.waiting")}</Badge>
        <span className="small t2">{t("manage.waiting_until", { time: t.time(due) })}</span>
      </p>
    )
  return (
    <dl className="evm__log">
      <div>
        <dt>{t("manage.log_people")}</dt>
        <dd>
          {people.answered > 0
            ? t("manage.log_people_count", people)
            : t(kind === "confirmation" ? "manage.log_people_named" : "manage.log_people_others", {
                count: people.others,
              })}
        </dd>
      </div>
      <div>
        <dt>{t("manage.log_mail")}</dt>
        <dd className="bar">
          {(mail.sent > 0 || mail.queued + mail.failed === 0) && (
            <Badge tone="yes">{t("manage.log_sent", { count: mail.sent })}</Badge>
          )}
          {mail.queued > 0 && <Badge tone="warn">{t("manage.log_queued", { count: mail.queued })}</Badge>}
          {mail.failed > 0 && <Badge tone="err">{t("manage.log_failed", { count: mail.failed })}</Badge>}
        </dd>
      </div>
      <div>
        <dt>{t("manage.log_app")}</dt>
        <dd className="bar">
          <Badge tone="yes">{t("manage.log_sent", { count: app.sent })}</Badge>
          {app.read > 0 && <Badge>{t("manage.log_read", { count: app.read })}</Badge>}
        </dd>
      </div>
    </dl>
  )
}

function Names({ managed: { named, perPage } }: { managed: Managed }) {
  const t = useMessages()
  const { search: query } = useLocation()
  return (
    <>
      <table className="table evm__table">
        <caption className="vh">{t("manage.log_people")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("manage.who")}</th>
            <th scope="col">{t("manage.log_mail")}</th>
            <th scope="col">{t("manage.log_app")}</th>
          </tr>
        </thead>
        <tbody>
          {named?.items.map(({ actor, channels }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- one page of a table that is read again whole
            <tr key={at}>
              <td>{actor ? <ActorChip actor={actor} /> : <span className="t2">{t("manage.no_name")}</span>}</td>
              <ChannelState channel="mail" channels={channels} />
              <ChannelState channel="app" channels={channels} />
            </tr>
          ))}
        </tbody>
      </table>
      <Pager start={peopleOffset(new URL(query, "http://x"))} size={perPage} total={named?.total ?? 0} name="from" />
    </>
  )
}

function ChannelState({ channel, channels }: Pick<Delivery, "channels"> & { channel: "mail" | "app" }) {
  const t = useMessages()
  const one = channels.find((found) => found.channel === channel)
  return (
    <td className="small">
      {!one && <span className="t2">{t("manage.not_chosen")}</span>}
      {one?.state === "sent" && <Badge tone="yes">{t("manage.one_sent")}</Badge>}
      {one?.state === "queued" && <Badge tone="warn">{t("manage.one_queued")}</Badge>}
      {one?.state === "failed" && (
        <span className="evm__stack">
          <Badge tone="err">{t("manage.one_failed")}</Badge>
          {one.failure && <span className="t2">{t(`manage.failure_${one.failure}`)}</span>}
        </span>
      )}
    </td>
  )
}
