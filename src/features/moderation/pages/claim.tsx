import { redirect } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { ActorPlate } from "#features/actors/ui/page/actor-plate.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { Note } from "#ui/note.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { forms } from "#web/editing/form.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import type { Route } from "./+types/claim"

import "#features/contact/ui/contact.css"

const load = page(({ api, params }: PageArguments<{ fid: string }>) =>
  forUser(async () => {
    const { is_verified } = await api.get("/api/me/")
    const actor = await api.get("/api/actors/{fid}/", { fid: params.fid })
    if (actor.fid !== params.fid) throw redirect(paths.claimActor(actor.fid), 301)
    const { fid, type, name, avatar, is_claimable } = actor
    const [last] = await api.get("/api/actors/{fid}/claims/", { fid })
    const waitsSince = last?.status === "open" ? last.created : null
    return { actor: { fid, type, name, avatar, is_claimable }, is_verified, waitsSince }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms<{ fid: string }>(
  {
    claim: async ({ api, values, params }) => {
      const body = { reason: values.get("reason") ?? "", proof_url: values.get("proof_url")?.trim() ?? "" }
      await api.post("/api/actors/{fid}/claims/", body, { fid: params.fid })
      return {} // the claim's status replaces the form
    },
  },
  { saysOnce: true },
)
export const action = save.server
export const clientAction = save.client

type Data = NonNullable<Route.ComponentProps["loaderData"]>

/** The page for claiming « This page is mine »: the reasons, and a link to a proof. */
export default function ClaimPage({ loaderData }: Route.ComponentProps) {
  const t = useMessages()
  const title = t("relations.claim_title", { name: loaderData?.actor.name ?? "" })
  return (
    <SignedInOnly data={loaderData as Data | null} title={loaderData ? title : t("actors.claim")}>
      {({ actor, is_verified, waitsSince }) => (
        <div className="wrap">
          <ActorPlate actor={actor} doing={t("actors.claim")} />
          <Inside actor={actor} isVerified={is_verified} waitsSince={waitsSince} />
        </div>
      )}
    </SignedInOnly>
  )
}

type InsideProps = { actor: Data["actor"]; isVerified: boolean; waitsSince: string | null }

function Inside({ actor, isVerified, waitsSince }: InsideProps) {
  const t = useMessages()
  if (!actor.is_claimable) {
    return (
      <Empty
        title={t("relations.claim_owned")}
        action={<ButtonLink to={paths.contactActor(actor.fid)}>{t("relations.claim_write")}</ButtonLink>}
      >
        {t("relations.claim_owned_hint")}
      </Empty>
    )
  }
  if (!isVerified) {
    return (
      <Note
        type="warning"
        action={
          <ButtonLink to={paths.emails({ next: paths.claimActor(actor.fid) })}>{t("relations.to_emails")}</ButtonLink>
        }
      >
        <p>{t("relations.claim_verify")}</p>
      </Note>
    )
  }
  return (
    <Form name="claim" className="form narrow" failure={t("relations.claim_failed")}>
      {({ outcome }) =>
        outcome?.isDone ? (
          <Note type="success" role="status">
            <p>{t("relations.claim_sent")}</p>
          </Note>
        ) : waitsSince ? (
          <Note type="info">
            <p>{t("relations.claim_waits", { date: t.date(waitsSince, "long") })}</p>
          </Note>
        ) : (
          <ClaimFields />
        )
      }
    </Form>
  )
}

function ClaimFields() {
  const t = useMessages()
  return (
    <>
      <p className="t2">{t("relations.claim_about")}</p>
      <TextArea
        {...useField("reason")}
        rows={6}
        maxLength={2000}
        label={t("relations.claim_reason")}
        hint={t("relations.claim_reason_hint")}
      />
      <TextField
        {...useField("proof_url")}
        type="url"
        inputMode="url"
        maxLength={2000}
        label={t("relations.claim_proof")}
        hint={t("relations.claim_proof_hint")}
        isOptional
      />
      <div className="bar">
        <Submit kind="main" size="large">
          {t("relations.claim_do")}
        </Submit>
      </div>
    </>
  )
}
