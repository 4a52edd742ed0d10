import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Check, X } from "#ui/icons.tsx"
import { Minus } from "#ui/seldom-icons.tsx"
import { Note } from "#ui/note.tsx"
import type { List } from "#web/api.ts"
import { relationWord } from "#features/actors/relations/relation-words.ts"
import type { Relation } from "#features/actors/relations/representation.server.ts"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import { isPerson, type ManagedActor, sizes } from "../../pages/manage-data.ts"
import { AddRelation } from "./add-relation.tsx"
import { Pager } from "#web/lists/pager.tsx"
import { paths } from "#web/paths.ts"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { ConfirmPress } from "#web/editing/confirm-press.tsx"
import { RoleSelect } from "./role-select.tsx"
import { RelationRequests, PendingInvitations } from "./pending-invitations.tsx"
import { OtherSide } from "./other-side.tsx"

type RelationsProps = { actor: ManagedActor; isVerified: boolean; relations: List<Relation>; start: number }

/** The roles on a page: invitations, present members, and the form to invite. */
export function Relations({ actor, isVerified, relations, start }: RelationsProps) {
  const t = useMessages()
  const asked = relations.items.filter((one) => one.status === "pending" && one.is_mine)
  const waiting = relations.items.filter((one) => one.status !== "accepted" && !one.is_mine)
  const accepted = relations.items.filter((one) => one.status === "accepted")
  const owners = accepted.filter((one) => one.relation === "owner")
  return (
    <>
      {asked.length > 0 && <RelationRequests actor={actor} relations={asked} />}
      {waiting.length > 0 && <PendingInvitations relations={waiting} mayInvite={actor.may.includes("invite")} />}
      <PanelPart className="amanage__body" title={t("relations.relations")} label={t("relations.who_may")}>
        <table className="table hands">
          <thead>
            <tr>
              <th scope="col">{t("relations.page")}</th>
              <th scope="col">{t("relations.relation")}</th>
              <th scope="col" className="only-wide">
                {t("relations.edits")}
              </th>
              <th scope="col">{t("relations.shown")}</th>
              <th>
                <span className="vh">{t("relations.actions")}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {accepted.map((relation) => (
              <Row
                key={relation.id}
                actor={actor}
                relation={relation}
                isLastOwner={owners.length === 1 && relation.relation === "owner" && relations.total <= sizes.relations}
              />
            ))}
          </tbody>
        </table>
        <Pager start={start} size={sizes.relations} total={relations.total} />
        {actor.may.includes("invite") ? (
          <AddRelation actor={actor} />
        ) : (
          !isVerified && (
            <Note
              type="warning"
              action={
                <ButtonLink to={paths.emails({ next: paths.manageActor(actor.fid) })}>
                  {t("relations.to_emails")}
                </ButtonLink>
              }
            >
              <p>{t("relations.verified_first")}</p>
            </Note>
          )
        )}
        <dl className="facts">
          {(["member", "assistant", "partner", "owner", relationWord("group", actor.type)] as const).map((one) => (
            <div key={one}>
              <dt>{t(`relations.relation_${one}`)}</dt>
              <dd>{t(`relations.about_${one}`)}</dd>
            </div>
          ))}
        </dl>
      </PanelPart>
    </>
  )
}

type RowProps = {
  actor: ManagedActor
  relation: Relation
  /** Whether this is the last owner, who cannot leave. */
  isLastOwner: boolean
}

function Row({ actor, relation: one, isLastOwner }: RowProps) {
  const t = useMessages()
  const isHere = one.from.fid === actor.fid
  const name = isHere ? one.name : one.from.name
  const mayGovern = actor.may.includes("govern") && !isLastOwner
  const edits = isHere && isPerson(one)
  const mayRemove = !isLastOwner && (one.is_mine || actor.may.includes(isPerson(one) ? "govern" : "invite") || !isHere)
  return (
    <tr>
      <td>
        <OtherSide relation={one} of={actor.fid} />
      </td>
      <td>
        {edits && mayGovern ? (
          <RoleSelect relation={one} name={name} />
        ) : (
          <span className="hands__role">{t(`relations.relation_${relationWord(one.relation, one.from.type)}`)}</span>
        )}
      </td>
      <td className="only-wide">
        <Mark is={edits} />
      </td>
      <td className="hands__shown" data-label={t("relations.shown")}>
        <Shown actor={actor} relation={one} name={name} />
      </td>
      <td className="hands__do">{mayRemove && <Removing actor={actor} relation={one} name={name} />}</td>
    </tr>
  )
}

/** Whether a relation is shown: members, partners and groups unless hidden; assistants never; owners if they choose to be. */
function Shown({ actor, relation: one, name }: { actor: ManagedActor; relation: Relation; name: string }) {
  const t = useMessages()
  if (one.relation === "assistant") return <Mark is={false} />
  const mayChange = one.is_mine || (one.relation !== "owner" && actor.may.includes("invite"))
  if (!mayChange) return <Mark is={one.is_visible} />
  return (
    <Form name="show" className="press" isBare>
      <input type="hidden" name="id" value={one.id} />
      <input type="hidden" name="name" value={name} />
      <input type="hidden" name="is_visible" value={String(!one.is_visible)} />
      <Submit
        kind="bare"
        icon={one.is_visible ? Check : Minus}
        iconOnly
        className={one.is_visible ? "hands__yes" : "hands__no"}
      >
        {t(one.is_visible ? "relations.hide_what" : "relations.show_what", { name })}
      </Submit>
    </Form>
  )
}

function Removing({ actor, relation: one, name }: { actor: ManagedActor; relation: Relation; name: string }) {
  const t = useMessages()
  const isLeaving = one.is_mine && isPerson(one)
  return (
    <ConfirmPress
      form="remove"
      fields={{ id: String(one.id), name: isLeaving ? actor.name : name, how: isLeaving ? "leave" : "remove" }}
      title={isLeaving ? t("relations.leave_ask", { page: actor.name }) : t("relations.remove_ask", { name })}
      hint={t(
        isLeaving ? "relations.leave_hint" : isPerson(one) ? "relations.remove_hint" : "relations.remove_hint_page",
      )}
      confirm={isLeaving ? t("relations.leave") : t("relations.remove")}
      cancel={t("relations.keep")}
      kind="bare"
      icon={X}
      iconOnly
    >
      {isLeaving ? t("relations.leave") : t("relations.remove_what", { name })}
    </ConfirmPress>
  )
}

function Mark({ is }: { is: boolean }) {
  const t = useMessages()
  return (
    <span className={is ? "hands__yes" : "hands__no"}>
      {is ? <Check /> : <Minus />}
      <span className="vh">{is ? t("relations.yes") : t("relations.no")}</span>
    </span>
  )
}
