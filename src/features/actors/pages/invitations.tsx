import { PersonalTitle } from "#features/accounts/ui/parts.tsx"
import { Personal } from "#features/accounts/ui/personal.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Empty } from "#ui/empty.tsx"
import { EnvelopeSimple } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { Note } from "#ui/note.tsx"
import { relationWord } from "#features/actors/relations/relation-words.ts"
import type { Relation } from "#features/actors/relations/representation.server.ts"
import { Form, FormNotices, Submit } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser, useUser } from "#web/session/session.ts"
import { ActorAvatar } from "../ui/actor-avatar.tsx"
import { AnswerButtons } from "../ui/manage/pending-invitations.tsx"
import type { Route } from "./+types/invitations"
import { answerRelation } from "./manage-forms.ts"

const load = page(({ api }) => forUser(() => api.get("/api/me/invitations/")))
export const loader = load.server
export const clientLoader = load.client

const save = forms<{ fid: string }>({
  answer: answerRelation,
  verify: async ({ api, values, t }) => {
    const next = paths.invitations()
    await api.post("/api/me/emails/{id}/verification/", { next }, { id: Number(values.get("id")) })
    return { notice: { message: t("relations.link_sent") } }
  },
})
export const action = save.server
export const clientAction = save.client

/** The page of the invitations that the person and the pages they manage have received. */
export default function InvitationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const unverified = useUser()?.emails.filter(({ verified }) => !verified) ?? []
  return (
    <Personal data={loaderData as Relation[] | null} title={t("relations.invitations")}>
      {(invitations) => (
        <>
          <PersonalTitle text={t("relations.invitations_about")}>{t("relations.invitations")}</PersonalTitle>
          <FormNotices of={actionData as Outcome | undefined} />
          {unverified.map((address) => (
            <Unverified key={address.id} {...address} />
          ))}
          {invitations.length === 0 && unverified.length === 0 && (
            <Empty title={t("relations.no_invitation")}>{t("relations.no_invitation_hint")}</Empty>
          )}
          {invitations.length > 0 && (
            <ul className="rows part__rows">
              {invitations.map((one) => (
                <li className="acard acard--asks" key={one.id}>
                  <ActorAvatar type={one.from.type} name={one.from.name} fid={one.from.fid} size="md" />
                  <div className="acard__txt">
                    <h2>
                      <Link to={paths.actor(one.from.fid)}>{one.from.name}</Link>
                    </h2>
                    <p className="bar">
                      <span>{askedOf(t, one)}</span>
                      <time className="t3 small" dateTime={one.created}>
                        {t.date(one.created, "medium")}
                      </time>
                    </p>
                    <p className="small t3">{meantBy(t, one)}</p>
                  </div>
                  <AnswerButtons relation={one} name={one.from.name} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </Personal>
  )
}

/** Whether invitations wait for an address is shown only after the address is verified. */
function Unverified({ id, email }: { id: number; email: string }) {
  const t = useMessages()
  return (
    <Note
      type="warning"
      icon={EnvelopeSimple}
      action={
        <Form name="verify" className="press" isBare>
          <input type="hidden" name="id" value={id} />
          <Submit aria-label={t("relations.link_again_to", { email })}>{t("relations.link_again")}</Submit>
        </Form>
      }
    >
      <p>
        <strong>{t("relations.address_waits", { email })}</strong> {t("relations.address_waits_hint")}
      </p>
    </Note>
  )
}

/** Says what is proposed: « vous propose d’en être membre », « propose à Nour d’être partenaires ». */
function askedOf(t: Messages, { relation, actor, from, name }: Relation): string {
  return relation === "partner" || relation === "group"
    ? t(`relations.invite_${relationWord(relation, from.type)}`, { page: actor?.name ?? name })
    : t(`relations.invite_${relation}`)
}

/** Says what accepting means, for the invited person or for the two pages. */
function meantBy(t: Messages, { relation, from }: Relation): string {
  return relation === "partner" || relation === "group"
    ? t(`relations.about_${relationWord(relation, from.type)}`)
    : t(`relations.offer_${relation}`)
}
