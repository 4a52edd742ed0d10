import { relationWord } from "../../relations/relation-words.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import type { Relation } from "#features/actors/relations/representation.server.ts"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import type { ManagedActor } from "../../pages/manage-data.ts"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { OtherSide } from "./other-side.tsx"

type WaitingProps = { relations: Relation[]; mayInvite: boolean }

/** Invitations that were declined or not answered yet; they can be sent again or withdrawn. */
export function PendingInvitations({ relations, mayInvite }: WaitingProps) {
  const t = useMessages()
  return (
    <PanelPart className="amanage__body" title={t("relations.waiting")} label={t("relations.waiting_hint")}>
      <ul className="own">
        {relations.map((one) => {
          const { id, name, status, created } = one
          return (
            <li key={id}>
              <div className="own__txt">
                <OtherSide relation={one} of={one.from.fid} />
                <span className="bar small t2">
                  <Badge>{t(`relations.relation_${relationWord(one.relation, one.from.type)}`)}</Badge>
                  {status === "refused" ? (
                    <Badge tone="no">{t("relations.invited_refused")}</Badge>
                  ) : (
                    t("relations.sent_on", { date: t.date(created, "medium") })
                  )}
                </span>
              </div>
              {mayInvite && (
                <div className="own__do">
                  {status === "pending" && (
                    <Form name="remind" className="press" isBare>
                      <input type="hidden" name="id" value={id} />
                      <Submit aria-label={t("relations.resend_what", { name })}>{t("relations.resend")}</Submit>
                    </Form>
                  )}
                  <Form name="remove" className="press" isBare>
                    <input type="hidden" name="id" value={id} />
                    <input type="hidden" name="name" value={name} />
                    <input type="hidden" name="how" value="withdraw" />
                    <Submit aria-label={t("relations.withdraw_what", { name })}>{t("relations.withdraw")}</Submit>
                  </Form>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </PanelPart>
  )
}

/** The proposals of other pages to this one. */
export function RelationRequests({ actor, relations }: { actor: ManagedActor; relations: Relation[] }) {
  const t = useMessages()
  return (
    <PanelPart className="amanage__body" title={t("relations.asked")} label={t("relations.asked_hint")}>
      <ul className="own">
        {relations.map((one) => (
          <li key={one.id}>
            <div className="own__txt">
              <OtherSide relation={one} of={actor.fid} />
              <span className="small t2">
                {t(`relations.${relationWord(one.relation === "group" ? "group" : "partner", one.from.type)}_asked`, {
                  name: one.from.name,
                })}
              </span>
            </div>
            <AnswerButtons relation={one} name={one.from.name} />
          </li>
        ))}
      </ul>
    </PanelPart>
  )
}

/** The buttons to accept or decline a proposal. */
export function AnswerButtons({ relation, name }: { relation: Relation; name: string }) {
  const t = useMessages()
  const answers = [
    { status: "accepted", words: t("relations.accept"), label: t("relations.accept_what", { name }), kind: "main" },
    { status: "refused", words: t("relations.decline"), label: t("relations.decline_what", { name }), kind: "quiet" },
  ] as const
  return (
    <div className="own__do">
      {answers.map(({ status, words, label, kind }) => (
        <Form key={status} name="answer" className="press" isBare>
          <input type="hidden" name="id" value={relation.id} />
          <input type="hidden" name="of" value={relation.from.fid} />
          <input type="hidden" name="name" value={name} />
          <input type="hidden" name="status" value={status} />
          <Submit kind={kind} aria-label={label}>
            {words}
          </Submit>
        </Form>
      ))}
    </div>
  )
}
