import { useMessages } from "#i18n/messages-context.ts"
import { SignIn } from "#features/accounts/ui/sign-in/sign-in.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { ArrowLeft } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { Radio } from "#ui/fields/choice.tsx"
import { Form, FormNotices, Submit } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { FollowWays } from "#web/following/follow-ways.tsx"
import { pageSubject } from "#web/following/subject.ts"
import { PageMeta } from "#web/page/meta.tsx"
import { nextOf } from "#web/navigation/next.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"
import { type FollowChoice, followChoices } from "../follow.ts"
import { Follow } from "../ui/follow.tsx"
import type { Route } from "./+types/follow"

const load = page(({ api, params: { fid } }: PageArguments<{ fid: string }>) => api.get("/api/actors/{fid}/", { fid }))
export const loader = load.server
export const clientLoader = load.client

const save = forms<{ fid: string }>({
  follow: async ({ api, values, url, params: { fid } }) => {
    await api.put("/api/actors/{fid}/follow/", undefined, { fid })
    return { to: backFrom(values, url, fid) }
  },
  choose: async ({ api, values, t, params: { fid } }) => {
    const notify = values.get("notify") as FollowChoice
    const { name } = await api.patch("/api/actors/{fid}/follow/", { notify }, { fid })
    return { to: paths.actor(fid), notice: { message: t(`telling.saved_${notify}`, { name }) } }
  },
  unfollow: async ({ api, values, url, params: { fid } }) => {
    await api.delete("/api/actors/{fid}/follow/", undefined, { fid })
    return { to: backFrom(values, url, fid) }
  },
})
export const action = save.server
export const clientAction = save.client

/** Returns the address of the page the button was on; the followed page when the button was on this one. */
function backFrom(values: Pick<URLSearchParams, "get">, url: URL, fid: string): string {
  const asked = new URL(url)
  asked.searchParams.set("next", values.get("next") ?? "")
  const next = nextOf(asked, paths.actor(fid))
  return next.endsWith("/follow") ? paths.actor(fid) : next
}

/**
 * The page for following without script: offers the ways without an account; a user who signs in returns here, to a single
 * button.
 */
export default function FollowPage({ loaderData: actor, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const user = useUser()
  const title = t("follow.follow_name", { name: actor.name })
  const isOwn = actor.is_managed
  if (!user)
    return (
      <div className="wrap narrow grid gap-3 py-3">
        <PageMeta title={title} noindex />
        <Link className="up" to={paths.actor(actor.fid)}>
          <ArrowLeft />
          <span className="truncate">{actor.name}</span>
        </Link>
        <h1 className="d2" tabIndex={-1}>
          {title}
        </h1>
        <FollowWays subject={pageSubject(actor, t.language)} level={2}>
          <SignIn side="login" next={paths.followActor(actor.fid)} isInPlace onHeading={quietly} />
        </FollowWays>
      </div>
    )
  return (
    <div className="wrap narrow grid gap-3 py-3">
      <PageMeta title={title} noindex />
      <Link className="up" to={paths.actor(actor.fid)}>
        <ArrowLeft />
        <span className="truncate">{actor.name}</span>
      </Link>
      <h1 className="d2" tabIndex={-1}>
        {actor.is_followed || isOwn ? actor.name : title}
      </h1>
      <FormNotices of={actionData as Outcome | undefined} />
      {!actor.is_followed && <p className="t2">{t(isOwn ? "follow.own" : "follow.about")}</p>}
      <div className="bar">
        {isOwn && (
          <ButtonLink kind="main" to={paths.manageActor(actor.fid)}>
            {t("visitor.manage")}
          </ButtonLink>
        )}
        {(!isOwn || actor.is_followed) && <Follow actor={actor} />}
      </div>
      {actor.is_followed && (
        <Form name="choose" className="form">
          <fieldset className="field">
            <legend className="lbl">{t("telling.title_of", { name: actor.name })}</legend>
            {followChoices.map((value) => (
              <Radio
                key={value}
                name="notify"
                value={value}
                defaultChecked={value === (actor.notify ?? "newsletter")}
                hint={t(`telling.${value}_hint`)}
              >
                {t(`telling.${value}`)}
              </Radio>
            ))}
          </fieldset>
          <p className="small t2">
            {t("telling.changes_note")}{" "}
            <Link className="link" to={paths.channels()}>
              {t("manage.choose_channels")}
            </Link>
          </p>
          <div className="bar">
            <Submit kind="main">{t("telling.save")}</Submit>
          </div>
        </Form>
      )}
    </div>
  )
}

/** Passed as `onHeading` so that the sign-in form shows no heading of its own: this page has one. */
function quietly() {}
