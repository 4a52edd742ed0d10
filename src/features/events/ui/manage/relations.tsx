import { useState } from "react"
import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { ActorPicker } from "#features/actors/ui/actor-picker.tsx"
import { pickedIn } from "#features/actors/picked.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { CheckBold, X } from "#ui/icons.tsx"
import { Select } from "#ui/fields/select.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { PageLink } from "#web/navigation/link.tsx"
import { ConfirmPress } from "#web/editing/confirm-press.tsx"
import { Form, Submit, useField, useFormState } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import type { ActorReference, Event } from "../../event.ts"
import type { Performer } from "#features/events/lineup/representation.server.ts"
import type { Managed } from "../../pages/manage-data.ts"
import { PanelPart } from "#ui/editing/panel-part.tsx"

type Part = "organizer" | "performer" | "place"
type Status = NonNullable<Event["confirmations"]>[number]["status"]
type Row = {
  key: string
  actor: ActorReference | null
  name: string
  part: Part
  role: string
  /** The host and names without a page need no confirmation. */
  status: Status | "host" | "named"
  /** Id of its line-up entry. */
  entry?: number
}

/** The actors an event names, their roles, and whether both sides have confirmed. */
export function Relations({ managed }: { managed: Managed }) {
  const t = useMessages()
  const { event, lineup = [], profile } = managed
  const rows = rowsOf(event, lineup)
  const mine = new Set(profile.actors.filter(({ may }) => may.includes("edit")).map(({ fid }) => fid))
  return (
    <PanelPart className="evm__body" title={t("manage.tab_relations")} label={t("manage.both_sides")}>
      <table className="table evm__table">
        <caption className="vh">{t("manage.tab_relations")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("manage.page")}</th>
            <th scope="col" className="only-wide">
              {t("manage.as_what")}
            </th>
            <th scope="col" className="only-wide">
              {t("manage.state")}
            </th>
            <th scope="col">
              <span className="vh">{t("manage.actions")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <WhoCell row={row} as={asWhat(t, row)} />
              <td className="t2 only-wide">{asWhat(t, row)}</td>
              <td className="only-wide">
                <State status={row.status} />
              </td>
              <td className="evm__do">
                <Actions row={row} isMine={row.actor !== null && mine.has(row.actor.fid)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Add />
      <dl className="facts">
        {(["organizer", "performer", "place"] as const).map((part) => (
          <div key={part}>
            <dt>{t(`manage.name_${part}`)}</dt>
            <dd>{t(`manage.means_${part}`)}</dd>
          </div>
        ))}
      </dl>
    </PanelPart>
  )
}

function asWhat(t: ReturnType<typeof useMessages>, { part, role, status }: Row) {
  const as = status === "host" ? t("manage.name_host") : t(`manage.name_${part}`)
  return role ? `${as} · ${role}` : as
}

function WhoCell({ row: { actor, name, status }, as }: { row: Row; as: string }) {
  return (
    <td>
      <span className="bar evm__who">
        {actor && <ActorAvatar type={actor.type} name={actor.name} fid={actor.fid} size="sm" />}
        <span className="evm__stack">
          {actor ? (
            <PageLink className="actor" to={paths.actor(actor.fid)}>
              {name}
            </PageLink>
          ) : (
            <span>{name}</span>
          )}
          <span className="small t2 evm__narrow">{as}</span>
          <span className="evm__narrow">
            <State status={status} />
          </span>
        </span>
      </span>
    </td>
  )
}

const tones = {
  accepted: "yes",
  pending: "warn",
  declined: "no",
  untagged: "no",
  host: "plain",
  named: "plain",
} as const

function State({ status }: Pick<Row, "status">) {
  const t = useMessages()
  const words = {
    accepted: t("manage.state_accepted"),
    pending: t("manage.state_pending"),
    declined: t("manage.state_declined"),
    untagged: t("manage.state_untagged"),
    host: t("manage.state_host"),
    named: t("manage.state_named"),
  }[status]
  return (
    <Badge tone={tones[status]} {...(status === "accepted" ? { icon: CheckBold } : {})}>
      {words}
    </Badge>
  )
}

function Actions({ row, isMine }: { row: Row; isMine: boolean }) {
  const t = useMessages()
  const { actor, part, status, name, entry } = row
  const isGone = status === "declined" || status === "untagged"
  return (
    <div className="bar bar--end">
      {isMine && status === "pending" && actor && (
        <>
          <Form name="confirm" className="press" isBare>
            <input type="hidden" name="fid" value={actor.fid} />
            <input type="hidden" name="part" value={part} />
            <input type="hidden" name="answer" value="accept" />
            <Submit aria-label={t("manage.accept_for", { page: name })}>{t("manage.accept")}</Submit>
          </Form>
          <ConfirmPress
            form="confirm"
            fields={{ fid: actor.fid, part, answer: "decline" }}
            title={t("manage.decline_ask", { page: name })}
            hint={t("manage.decline_hint")}
            confirm={t("manage.decline")}
            cancel={t("manage.decide_later")}
            label={t("manage.decline_for", { page: name })}
          >
            {t("manage.decline")}
          </ConfirmPress>
        </>
      )}
      {part !== "place" && status !== "host" && !isGone && (
        <Form name="remove" className="press" isBare>
          <input type="hidden" name="part" value={part} />
          <input type="hidden" name="fid" value={actor?.fid ?? ""} />
          <input type="hidden" name="entry" value={entry ?? ""} />
          <Submit kind="bare" icon={X} iconOnly>
            {t("manage.remove_one", { name })}
          </Submit>
        </Form>
      )}
    </div>
  )
}

/** The form to add an actor. It is mounted again after each addition, since a picker keeps its value. */
function Add() {
  const [added, setAdded] = useState(0)
  return (
    <Form name="add" className="form evm__add" onDone={() => setAdded((count) => count + 1)}>
      <AddFields key={added} />
    </Form>
  )
}

function AddFields() {
  const t = useMessages()
  const field = useField("who")
  const { outcome } = useFormState()
  return (
    <>
      <h3 className="h5">{t("manage.add_somebody")}</h3>
      <div className="form__grid">
        <ActorPicker
          id={field.id}
          name="who"
          error={field.error}
          label={t("manage.page_or_name")}
          hint={t("manage.page_or_name_hint")}
          defaultValue={outcome?.isDone === false ? pickedIn(outcome.values, "who") : null}
          span={2}
          allowsNames
        />
        <Select
          {...useField("part", "performer")}
          span={2}
          label={t("manage.as_what")}
          options={(["performer", "organizer"] as const).map((value) => ({ value, label: t(`manage.name_${value}`) }))}
        />
        <TextField {...useField("role")} span={2} label={t("manage.role")} maxLength={120} isOptional />
      </div>
      <div className="bar">
        <Submit kind="main">{t("manage.add")}</Submit>
      </div>
    </>
  )
}

/** Returns the number of rows in the list of relations. */
export function countRelations(event: Event): number {
  return rowsOf(
    event,
    event.lineup.map((one, id) => ({ ...one, id })),
  ).length
}

/** Returns the rows: the host, co-organisers, the line-up, the house, then those who removed their name. */
function rowsOf(event: Event, entries: readonly Performer[]): Row[] {
  const said = event.confirmations ?? []
  const statusOf = (fid: string | undefined, part: Part) =>
    said.find((one) => one.part === part && one.actor.fid === fid)?.status
  const organizers: Row[] = event.organizers.map((actor, at) => ({
    key: `organizer ${actor.fid}`,
    actor,
    name: actor.name,
    part: "organizer",
    role: "",
    status: at === 0 ? "host" : "accepted",
  }))
  const lineup: Row[] = entries.map(({ id, actor, name, role, confirmed }) => ({
    key: `performer ${id}`,
    actor,
    name,
    part: "performer",
    role: role ?? "",
    status: confirmed ? "accepted" : actor ? (statusOf(actor.fid, "performer") ?? "pending") : "named",
    entry: id,
  }))
  const place: Row[] = event.place
    ? [
        {
          key: "place",
          actor: event.place,
          name: event.place.name,
          part: "place",
          role: event.room?.name ?? "",
          status: event.place_confirmed ? "accepted" : (statusOf(event.place.fid, "place") ?? "pending"),
        },
      ]
    : []
  const known = new Set([...organizers, ...lineup, ...place].map(({ actor, part }) => `${part} ${actor?.fid}`))
  const others: Row[] = said
    .filter(({ actor, part }) => !known.has(`${part} ${actor.fid}`))
    .map(({ actor, part, status }) => ({
      key: `${part} ${actor.fid}`,
      actor,
      name: actor.name,
      part,
      role: "",
      status,
    }))
  const isWaiting = ({ status }: Row) => status === "pending"
  return [...organizers, ...others.filter(isWaiting), ...lineup, ...place, ...others.filter((one) => !isWaiting(one))]
}
