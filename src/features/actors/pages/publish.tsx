import { data, redirect } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import type { Messages } from "#i18n/messages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { EditLayout } from "#ui/editing/edit-layout.tsx"
import { Check } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { Note } from "#ui/note.tsx"
import { forget } from "#web/api/browser-api.ts"
import { draftOf } from "#web/editing/draft.ts"
import { Form, FormNotices, Submit } from "#web/editing/form-parts.tsx"
import { type FormArguments, forms, type Outcome } from "#web/editing/form.ts"
import { nextOf } from "#web/navigation/next.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import type { Actor } from "../actor.ts"
import { type Check as Suggestion, checklist } from "../writing/checklist.ts"
import { ActorHead } from "../ui/page/actor-head.tsx"
import type { Route } from "./+types/publish"
import "#ui/styles/editor.css"
import "../ui/edit/actor-editor.css"

type Params = { fid: string }

const load = page(({ api, params, url }: PageArguments<Params>) =>
  forUser(async () => {
    const profile = await api.get("/api/me/")
    forget(`/api/actors/${encodeURIComponent(params.fid)}/`)
    const actor = await api.get("/api/actors/{fid}/", { fid: params.fid })
    if (actor.fid !== params.fid) throw redirect(`${paths.publishActor(actor.fid)}${url.search}`, 301)
    if (!actor.may?.includes("edit")) throw data({ detail: undefined, code: "not_allowed" }, { status: 403 })
    const draft = await draftOf(api, `actor-${actor.fid}`)
    const mayBeIdentity = actor.type === "person" && actor.my_relation === "owner" && profile.identity === null
    const next = url.searchParams.get("next") ?? undefined
    return { actor, isVerified: profile.is_verified, hasDraft: draft !== null, mayBeIdentity, next }
  }),
)
export const loader = load.server
export const clientLoader = load.client

type Status = Actor["status"]
const become =
  (status: Status, message: "published_now" | "withdrawn_now" | "archived_now") =>
  async ({ api, params, values, url, t }: FormArguments<Params>) => {
    const { fid, name } = await api.patch("/api/actors/{fid}/", { status }, { fid: params.fid })
    // An identity must be a published page, so the page is published first.
    if (status === "published" && values.has("identity")) await api.patch("/api/me/", { identity: fid })
    return {
      session: "changed" as const,
      notice: { message: t(`actor-editor.${message}`, { name }) },
      ...(status === "published" ? { to: nextOf(url, paths.actor(fid)) } : {}),
    }
  }

const save = forms({
  publish: become("published", "published_now"),
  withdraw: become("draft", "withdrawn_now"),
  archive: become("archived", "archived_now"),
})
export const action = save.server
export const clientAction = save.client

/** The address of the editor, which returns here after saving; from here people continue to where they were going. */
const editor = (fid: string, next: string | undefined, part = "") =>
  `${paths.editActor(fid, { from: "publish", next })}${part}`

export default function PublishActorPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={loaderData} title={t("actor-editor.publish_title")}>
      {({ actor, hasDraft, ...rest }) => (
        <EditLayout up={{ to: paths.actor(actor.fid), label: actor.name }} title={titleOf(t, actor)}>
          <FormNotices of={actionData as Outcome | undefined} />
          {hasDraft && (
            <Note
              type="warning"
              action={<ButtonLink to={editor(actor.fid, rest.next)}>{t("actor-editor.open_editor")}</ButtonLink>}
            >
              <p>{t("actor-editor.draft_left")}</p>
            </Note>
          )}
          <ActorHead actor={actor} level={2} />
          {actor.status === "draft" && <Needed actor={actor} next={rest.next} />}
          <Decision actor={actor} {...rest} />
          {actor.status !== "draft" && <Needed actor={actor} next={rest.next} />}
          <Ideas actor={actor} next={rest.next} />
        </EditLayout>
      )}
    </SignedInOnly>
  )
}

/** Returns the title; it is another one when the page is not a draft any more. */
function titleOf(t: Messages, { status }: Actor): string {
  return t(status === "draft" ? "actor-editor.publish_title" : "actor-editor.publication")
}

/** The missing information that people need most, above all before the page is published. */
function Needed({ actor, next }: Pick<DecisionProps, "actor" | "next">) {
  const t = useMessages()
  const needed = checklist(actor).filter((check) => check.isNeeded && !check.isDone)
  if (needed.length === 0) return null
  return (
    <section className="part">
      <h2 className="d2">{t(actor.status === "draft" ? "actor-editor.needed" : "actor-editor.still_needed")}</h2>
      <Checks checks={needed} fid={actor.fid} next={next} />
    </section>
  )
}

/** Writes a label as it stands within a sentence. */
const within = (t: Messages, [first = "", ...rest]: string) => first.toLocaleLowerCase(t.language) + rest.join("")

/** What could still be added, and in one line what is there. */
function Ideas({ actor, next }: Pick<DecisionProps, "actor" | "next">) {
  const t = useMessages()
  const checks = checklist(actor)
  const ideas = checks.filter((check) => !check.isDone && !check.isNeeded)
  const done = checks.filter((check) => check.isDone)
  return (
    <section className="part">
      <h2 className="d2">{t(ideas.length > 0 ? "actor-editor.ideas" : "actor-editor.all_there")}</h2>
      {ideas.length > 0 && (
        <>
          <p className="t2">
            {t(actor.status === "draft" ? "actor-editor.missing_hint" : "actor-editor.none_required")}
          </p>
          <Checks checks={ideas} fid={actor.fid} next={next} />
        </>
      )}
      {done.length > 0 && (
        <p className="small t2 checks__done">
          <Check />
          {t("actor-editor.there", {
            what: t.list(done.map(({ name }) => within(t, t(`actor-editor.check_${name}`)))),
          })}
        </p>
      )}
    </section>
  )
}

type ChecksProps = { checks: readonly Suggestion[]; fid: string; next: string | undefined }

function Checks({ checks, fid, next }: ChecksProps) {
  const t = useMessages()
  return (
    <ul className="checks">
      {checks.map(({ name, part }) => (
        <li key={name}>
          <Link className="stretch" to={editor(fid, next, `#${part}`)}>
            {t(`actor-editor.check_${name}`)}
          </Link>
          <span className="t2 small">{t(`actor-editor.check_${name}_why`)}</span>
        </li>
      ))}
    </ul>
  )
}

type DecisionProps = {
  actor: Actor
  isVerified: boolean
  /** Whether the page could become the identity with which the person answers events. */
  mayBeIdentity: boolean
  /** Where the person was going when they were sent here, for example to answer an event. */
  next: string | undefined
}

function Decision({ actor, isVerified, mayBeIdentity, next }: DecisionProps) {
  const t = useMessages()
  const { status } = actor
  const mayPublish = actor.may?.includes("publish") ?? false
  return (
    <section className="part">
      <h2 className="d2">{t(status === "draft" ? "actor-editor.publication" : "actor-editor.state")}</h2>
      <p className="bar">
        <Badge tone={status === "published" ? "yes" : "warn"}>{t(`actor-editor.status_${status}`)}</Badge>
        <span className="t2">{t(`actor-editor.status_${status}_about`)}</span>
      </p>
      {status !== "published" && !isVerified && !mayPublish && (
        <Note
          type="warning"
          action={
            <ButtonLink to={paths.emails({ next: paths.publishActor(actor.fid, { next }) })}>
              {t("editor.verify_email")}
            </ButtonLink>
          }
        >
          <p>{t("actor-editor.email_needed")}</p>
        </Note>
      )}
      <div className="bar">
        {status !== "published" && (
          <Form name="publish" className="form" isBare>
            {mayBeIdentity && (
              <Checkbox
                name="identity"
                value="on"
                defaultChecked={next !== undefined}
                hint={t("actor-editor.identity_hint")}
              >
                {t("actor-editor.identity")}
              </Checkbox>
            )}
            <div className="bar">
              <Submit kind="main" disabled={!mayPublish}>
                {status === "archived" ? t("actor-editor.publish_again") : t("actor-editor.publish")}
              </Submit>
              <ButtonLink to={editor(actor.fid, next)}>{t("actor-editor.open_editor")}</ButtonLink>
            </div>
          </Form>
        )}
        {status === "published" && (
          <>
            <Form name="withdraw" className="press" isBare>
              <Submit>{t("actor-editor.withdraw")}</Submit>
            </Form>
            <Form name="archive" className="press" isBare>
              <Submit>{t("actor-editor.archive")}</Submit>
            </Form>
          </>
        )}
        {status === "published" && (
          <ButtonLink to={editor(actor.fid, next)}>{t("actor-editor.open_editor")}</ButtonLink>
        )}
      </div>
    </section>
  )
}
