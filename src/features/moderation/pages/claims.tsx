import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { Pager } from "#web/lists/pager.tsx"
import { startIn } from "#web/lists/start-in.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { Empty } from "#ui/empty.tsx"
import { Link } from "#ui/link.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import type { List } from "#web/api.ts"
import type { Claim } from "#features/moderation/claims/representation.server.ts"
import { Form, FormErrors, FormNotices, Submit, useField, useFormState } from "#web/editing/form-parts.tsx"
import { type FormArguments, forms, type Outcome } from "#web/editing/form.ts"
import { destinationOf } from "#web/navigation/navigate.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { ModerationHead } from "../ui/moderation-head.tsx"
import "../ui/claims.css"
import type { Route } from "./+types/claims"

const size = 50

const load = page(({ api, url }) =>
  forUser(async () => {
    const status = url.searchParams.get("status") === "decided" ? ("decided" as const) : ("open" as const)
    const start = startIn(url)
    return { status, start, claims: await api.list("/api/moderation/claims/", { status, start, limit: size }) }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms({
  decide: async ({ api, values, t }: FormArguments) => {
    const status = values.get("status") === "accepted" ? "accepted" : "refused"
    const answer = values.get("answer")?.trim() ?? ""
    const claim = await api.patch("/api/moderation/claims/{id}/", { status, answer }, { id: values.get("id") ?? "" })
    const message =
      status === "accepted" ? t("moderation.was_accepted", { page: claim.actor.name }) : t("moderation.was_refused")
    return { notice: { message } }
  },
})
export const action = save.server
export const clientAction = save.client

type Data = { status: "open" | "decided"; start: number; claims: List<Claim> }

/** The claims of pages, for moderators to decide. */
export default function ClaimsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={loaderData as Data | null} title={t("moderation.claims")}>
      {({ status, start, claims }) => (
        <div className="wrap claims">
          <ModerationHead current="claims" isOpen={status === "open"} />
          <FormNotices of={actionData as Outcome | undefined} />
          <Unsent sent={actionData as Outcome | undefined} />
          <div className="bar">
            <SegmentedLinks
              label={t("moderation.state")}
              current={status}
              segments={[
                { value: "open", label: t("moderation.open"), to: paths.claims() },
                { value: "decided", label: t("moderation.decided"), to: paths.claims({ status: "decided" }) },
              ]}
            />
          </div>
          {claims.items.length === 0 ? (
            <Empty title={t(status === "open" ? "moderation.none" : "moderation.none_decided")}>
              {status === "open" && t("moderation.none_hint")}
            </Empty>
          ) : (
            <ul className="claims__all">
              {claims.items.map((claim) => (
                <li className="claim" key={claim.id}>
                  <ActorAvatar type={claim.actor.type} name={claim.actor.name} fid={claim.actor.fid} size="md" />
                  <div className="claim__txt">
                    <ClaimWords claim={claim} />
                  </div>
                  {claim.status === "open" ? <Decision claim={claim} /> : <Decided claim={claim} />}
                </li>
              ))}
            </ul>
          )}
          <Pager start={start} size={size} total={claims.total} />
        </div>
      )}
    </SignedInOnly>
  )
}

function ClaimWords({ claim: { actor, by, created, reason, proof_url } }: { claim: Claim }) {
  const t = useMessages()
  const who = by.name === by.username ? by.name : `${by.name} (${by.username})`
  const to = proof_url ? destinationOf(proof_url, "https://site.invalid") : undefined
  return (
    <>
      <h2 className="d3">
        <Link to={paths.actor(actor.fid)}>{actor.name}</Link>
      </h2>
      <p className="small t2">
        {t("moderation.by", { who, date: t.date(created, "medium") })}
        {" · "}
        {t("moderation.addresses", { emails: by.emails.length > 0 ? t.list(by.emails) : t("moderation.no_addresses") })}
      </p>
      <blockquote className="claim__said read">
        {reason.split(/\n+/).map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of one text never move
          <p key={at}>{line}</p>
        ))}
      </blockquote>
      {to?.kind === "external" && (
        <p>
          {t("moderation.proof")}{" "}
          <a className="link" href={to.href} rel="noopener nofollow">
            {proof_url}
          </a>
        </p>
      )}
    </>
  )
}

function Decision({ claim }: { claim: Claim }) {
  return (
    <Form name="decide" className="form claim__do" isBare>
      <input type="hidden" name="id" value={claim.id} />
      <DecisionFields claim={claim} />
    </Form>
  )
}

function DecisionFields({ claim: { id, actor, by } }: { claim: Claim }) {
  const t = useMessages()
  const names = { page: actor.name, name: by.name }
  // Without script every form of the page gets the outcome; what was typed for one person must not stand under another.
  const isAboutThis = useFormState().outcome?.values.id === String(id)
  const { defaultValue, error, ...field } = useField("answer")
  return (
    <>
      {isAboutThis && <FormErrors />}
      <TextArea
        {...field}
        {...(isAboutThis ? { defaultValue, error } : {})}
        rows={3}
        maxLength={2000}
        label={t("moderation.answer")}
        hint={t("moderation.answer_hint")}
      />
      <div className="bar">
        <Submit kind="main" name="status" value="accepted" aria-label={t("moderation.accept_what", names)}>
          {t("moderation.accept")}
        </Submit>
        <Submit name="status" value="refused" aria-label={t("moderation.refuse_what", names)}>
          {t("moderation.refuse")}
        </Submit>
      </div>
    </>
  )
}

/** The answer to a claim that somebody else decided first: without script its form is gone with the claim. */
function Unsent({ sent }: { sent: Outcome | undefined }) {
  const t = useMessages()
  if (sent?.code !== "claim_decided" || !sent.values.answer) return null
  return (
    <>
      <h2 className="lab t2">{t("reports.unsent")}</h2>
      <blockquote className="claim__said read">{sent.values.answer}</blockquote>
    </>
  )
}

function Decided({ claim: { status, answer, decided_by } }: { claim: Claim }) {
  const t = useMessages()
  return (
    <div className="claim__do claim__txt">
      <p className="bar">
        <Badge tone={status === "accepted" ? "yes" : "no"}>
          {t(status === "accepted" ? "moderation.accepted" : "moderation.refused")}
        </Badge>
        <span className="small t2">
          {decided_by ? t("moderation.decided_by", { name: decided_by }) : t("moderation.no_decider")}
        </span>
      </p>
      {answer && <p className="read">{answer}</p>}
    </div>
  )
}
