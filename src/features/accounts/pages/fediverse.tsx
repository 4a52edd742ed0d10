import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { CopyHandle } from "#ui/editing/copy-handle.tsx"
import { Badge, type BadgeTone } from "#ui/badge.tsx"
import { Empty } from "#ui/empty.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import type { Identity, Profile } from "#features/accounts/profile.server.ts"
import { Form, FormNotices, Submit, useField } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { useSite } from "#web/page/site.ts"
import { DateAndTime, Part, PersonalTitle, ButtonForm, ShownOnce } from "../ui/parts.tsx"
import { Personal } from "../ui/personal.tsx"
import type { Route } from "./+types/fediverse"

type Handle = { fid: string; name: string; handle: string }
type Loaded = Profile & {
  handles: Handle[]
  /** Number of accounts they follow on other servers; undefined when it could not be read. */
  followed: number | undefined
}

const load = page(({ api }) =>
  forUser(async (): Promise<Loaded> => {
    const profile = await api.get("/api/me/")
    // The page can be shown without these two answers.
    const [managed, followed] = await Promise.all([
      api.get("/api/actors/managed/", { limit: 200 }).catch(() => []),
      api.list("/api/fediverse/follows/", { limit: 1 }).then(
        ({ total }) => total,
        () => undefined,
      ),
    ])
    const handles = managed.flatMap(({ fid, name, handle, status }) =>
      status === "published" && handle ? [{ fid, name, handle }] : [],
    )
    return { ...profile, handles, followed }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms({
  add: async ({ api, values, t }) => {
    await api.post("/api/me/identities/", { url: (values.get("url") ?? "").trim() })
    return { notice: { message: t("account.identity_added") }, session: "changed" }
  },
  check: async ({ api, values, t }) => {
    await api.post("/api/me/identities/{id}/check/", undefined, { id: Number(values.get("id")) })
    return { notice: { type: "info", message: t("account.identity_checking") }, session: "changed" }
  },
  remove: async ({ api, values, t }) => {
    await api.delete("/api/me/identities/{id}/", undefined, { id: Number(values.get("id")) })
    return { notice: { message: t("account.identity_removed") }, session: "changed" }
  },
})
export const action = save.server
export const clientAction = save.client

const tones: Record<Identity["state"], BadgeTone> = {
  verified: "yes",
  pending: "plain",
  no_link: "warn",
  unreachable: "err",
}

export default function FediversePage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  const site = useSite()
  const outcome = actionData as Outcome | undefined
  return (
    <Personal data={loaderData as Loaded | null} title={t("layout.fediverse")}>
      {({ identity, identities, timezone, handles, followed }) => (
        <>
          <PersonalTitle text={t("fediverse.my_text")}>{t("layout.fediverse")}</PersonalTitle>
          <FormNotices of={outcome?.form === "add" ? undefined : outcome} />
          {site?.hasHandles && handles.length > 0 && (
            <Part title={t("fediverse.my_pages")} text={t("fediverse.my_pages_text")}>
              <ul className="own">
                {handles.map(({ fid, name, handle }) => (
                  <li key={fid}>
                    <div className="own__txt">
                      <h3 className="own__name">
                        <Link to={paths.actor(fid)}>{name}</Link>
                      </h3>
                      <CopyHandle handle={handle} />
                    </div>
                    <div className="own__do">
                      <ButtonLink to={paths.manageActor(fid, { tab: "fediverse" })}>
                        {t("fediverse.my_settings")} <span className="vh">{name}</span>
                      </ButtonLink>
                    </div>
                  </li>
                ))}
              </ul>
            </Part>
          )}
          <Part title={t("fediverse.my_follows")} text={t("fediverse.my_follows_text")}>
            {followed !== undefined && <p>{t("fediverse.my_follows_count", { count: followed })}</p>}
            <div className="bar">
              <ButtonLink to={paths.fediverseAccounts()}>{t("fediverse.my_follows_open")}</ButtonLink>
            </div>
          </Part>
          <Part
            title={t("fediverse.my_profiles")}
            text={`${t("account.fediverse_about")} ${t("account.fediverse_public")}`}
          >
            {identities.length === 0 && (
              <Empty level={3} title={t("account.no_identity")}>
                {t("account.no_identity_hint")}
              </Empty>
            )}
            {identities.length > 0 && (
              <ul className="own">
                {identities.map((one) => (
                  <Row key={one.id} one={one} timezone={timezone} />
                ))}
              </ul>
            )}
          </Part>
          <Part title={t("account.add_identity")}>
            <Form name="add" isEmptiedWhenDone>
              <AddressField />
              <div className="bar">
                <Submit kind="main" size="large">
                  {t("account.add_identity_do")}
                </Submit>
              </div>
            </Form>
          </Part>
          <Part title={t("account.prove")}>
            {identity && site ? (
              <ShownOnce lines={[`<a rel="me" href="${site.url}${paths.actor(identity.fid)}">${identity.name}</a>`]}>
                <p className="t2">{t("account.prove_how")}</p>
              </ShownOnce>
            ) : (
              <p className="t2">{t("account.prove_needs_page")}</p>
            )}
          </Part>
        </>
      )}
    </Personal>
  )
}

function Row({ one, timezone }: { one: Identity; timezone: string }) {
  const t = useMessages()
  const name = one.handle ? `@${one.handle}` : one.url
  return (
    <li>
      <div className="own__txt">
        <b>
          <a className="link" href={one.url} rel="me nofollow noopener">
            {name}
          </a>
        </b>
        <span className="bar">
          <Badge tone={tones[one.state]}>{t(`account.identity_${one.state}`)}</Badge>
          {one.checked_at && (
            <span className="small t3">
              {t("account.checked")} <DateAndTime iso={one.checked_at} timezone={timezone} />
            </span>
          )}
        </span>
        {(one.state === "no_link" || one.state === "unreachable") && (
          <span className="small t2">{t(`account.identity_${one.state}_hint`)}</span>
        )}
      </div>
      <div className="own__do">
        <ButtonForm form="check" id={one.id} label={t("account.check_what", { what: name })}>
          {t("account.check_again")}
        </ButtonForm>
        <ButtonForm form="remove" id={one.id} label={t("account.remove_what", { what: name })}>
          {t("account.remove")}
        </ButtonForm>
      </div>
    </li>
  )
}

function AddressField() {
  const t = useMessages()
  return (
    <TextField
      {...useField("url")}
      label={t("account.identity_address")}
      hint={t("account.identity_address_hint")}
      autoCapitalize="none"
      autoComplete="off"
      spellCheck={false}
      maxLength={2000}
    />
  )
}
