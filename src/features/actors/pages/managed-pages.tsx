import { Part, PersonalTitle } from "#features/accounts/ui/parts.tsx"
import { Personal } from "#features/accounts/ui/personal.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { Plus, SlidersHorizontal } from "#ui/icons.tsx"
import { PencilSimple } from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import type { Actor } from "#features/actors/actor.ts"
import { Form, FormNotices, Submit } from "#web/editing/form-parts.tsx"
import { type FormArguments, forms, type Outcome } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { ActorAvatar } from "../ui/actor-avatar.tsx"
import { Pager } from "#web/lists/pager.tsx"
import { startIn } from "#web/lists/start-in.ts"
import { TypeGlyph } from "../ui/type-glyph.tsx"
import { TypeLabel } from "../ui/type-label.tsx"
import "../ui/managed-pages.css"
import type { Route } from "./+types/managed-pages"

const sizes = { managed: 30, followed: 60 }

const load = page(({ api, url }) =>
  forUser(async () => {
    const starts = { managed: startIn(url, "managed"), followed: startIn(url, "followed") }
    const [managed, followed, deleted] = await Promise.all([
      api.list("/api/actors/managed/", { start: starts.managed, limit: sizes.managed }),
      api.list("/api/actors/followed/", { start: starts.followed, limit: sizes.followed }),
      api.get("/api/me/deleted-actors/"),
    ])
    const kept = ({ fid, type, name, avatar, my_relation, ...actor }: Actor) => ({
      fid,
      type,
      name,
      avatar,
      my_relation,
      state: actor.hidden ? ("hidden" as const) : actor.awaits_address ? ("awaiting" as const) : actor.status,
    })
    return {
      starts,
      managed: { total: managed.total, items: managed.items.map(kept) },
      followed: { total: followed.total, items: followed.items.map(kept) },
      deleted,
    }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms({
  restore: async ({ api, values, t }: FormArguments) => {
    const { name } = await api.post("/api/actors/{fid}/restore/", undefined, { fid: values.get("fid") ?? "" })
    return { notice: { message: t("relations.restored", { name }) }, session: "changed" }
  },
})
export const action = save.server
export const clientAction = save.client

type Data = NonNullable<Route.ComponentProps["loaderData"]>

/** The pages a person manages, those they deleted recently, and those they follow. */
export default function ManagedPagesPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <Personal data={loaderData as Data | null} title={t("relations.pages")}>
      {({ managed, followed, deleted, starts }) => (
        <>
          <PersonalTitle text={t("relations.pages_about")}>{t("relations.pages")}</PersonalTitle>
          <FormNotices of={actionData as Outcome | undefined} />
          <Part title={t("relations.managed")}>
            {managed.total === 0 && <Empty title={t("relations.no_managed")}>{t("relations.no_managed_hint")}</Empty>}
            <div className="bar">
              <ButtonLink kind="main" icon={Plus} to={paths.newActor()}>
                {t("visitor.new_page")}
              </ButtonLink>
            </div>
            <ul className="rows part__rows">
              {managed.items.map((one) => (
                <Managed key={one.fid} actor={one} />
              ))}
            </ul>
            <Pager name="managed" start={starts.managed} size={sizes.managed} total={managed.total} />
          </Part>
          {deleted.length > 0 && (
            <Part title={t("relations.deleted_pages")}>
              <ul className="own">
                {deleted.map(({ fid, name, type, until }) => (
                  <li key={fid}>
                    <div className="own__txt">
                      <b>{name}</b>
                      <span className="bar small t2">
                        <TypeLabel type={type} />
                        {t("relations.until", { date: t.date(until, "medium") })}
                      </span>
                    </div>
                    <Form name="restore" className="press own__do" isBare>
                      <input type="hidden" name="fid" value={fid} />
                      <Submit aria-label={t("relations.restore_what", { name })}>{t("relations.restore")}</Submit>
                    </Form>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Part title={t("relations.followed")}>
            {followed.total === 0 && (
              <Empty
                title={t("relations.no_followed")}
                action={<ButtonLink to={paths.actors()}>{t("relations.directory")}</ButtonLink>}
              >
                {t("relations.no_followed_hint")}
              </Empty>
            )}
            <ul className="chips">
              {followed.items.map(({ fid, type, name }) => (
                <li key={fid}>
                  <Link className="chip" to={paths.actor(fid)}>
                    <TypeGlyph type={type} />
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
            <Pager name="followed" start={starts.followed} size={sizes.followed} total={followed.total} />
          </Part>
        </>
      )}
    </Personal>
  )
}

function Managed({
  actor: { fid, type, name, avatar, state, my_relation },
}: {
  actor: Data["managed"]["items"][number]
}) {
  const t = useMessages()
  return (
    <li className="acard">
      <ActorAvatar type={type} name={name} fid={fid} image={avatar} size="md" />
      <div className="acard__txt">
        <h3>
          <Link to={paths.actor(fid)}>{name}</Link>
        </h3>
        <p className="bar">
          <TypeLabel type={type} />
          {my_relation && <Badge>{t(`relations.relation_${my_relation}`)}</Badge>}
          {state !== "published" && <Badge tone="warn">{t(`personal.status_${state}`)}</Badge>}
        </p>
      </div>
      <div className="own__do">
        <ButtonLink
          icon={PencilSimple}
          kind="bare"
          to={paths.editActor(fid)}
          aria-label={t("relations.edit_page", { name })}
        >
          <span className="only-wide">{t("relations.edit")}</span>
        </ButtonLink>
        <ButtonLink
          icon={SlidersHorizontal}
          kind="bare"
          to={paths.manageActor(fid)}
          aria-label={t("relations.manage_page", { name })}
        >
          <span className="only-wide">{t("relations.manage")}</span>
        </ButtonLink>
      </div>
    </li>
  )
}
