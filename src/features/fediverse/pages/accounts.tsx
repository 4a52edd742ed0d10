import { useNavigate } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { SearchField } from "#ui/fields/search-field.tsx"
import { Link } from "#ui/link.tsx"
import type { Api } from "#web/api.ts"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { parseHandle } from "#web/following/handle.ts"
import { FailedList, type ListOrFailure, listOrFailure } from "#web/layout/failed-list.tsx"
import { Results } from "#web/layout/skip-link.tsx"
import { PageMeta } from "#web/page/meta.tsx"
import { withNext } from "#web/navigation/next.ts"
import type { PageHandle } from "#web/navigation/page-handle.ts"
import { type PageArguments, page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { isVisitor, useUser } from "#web/session/session.ts"
import { useSite } from "#web/page/site.ts"
import type { FediverseAccount } from "../accounts/account.ts"
import { type AccountQuery, pageSize, readAccounts, writeAccounts } from "../accounts/account-query.ts"
import { AccountList } from "../ui/account-list.tsx"
import { type FollowedAccount, FollowedAccounts, FollowRemoteForm } from "../ui/follow-remote.tsx"
import type { Route } from "./+types/accounts"
import "../ui/fediverse.css"

type Loaded = {
  query: AccountQuery
  found: ListOrFailure<FediverseAccount>
  /** Remote accounts that the viewer follows; empty for visitors. */
  follows: ListOrFailure<FollowedAccount>
}

const load = page(async ({ api, url }: PageArguments): Promise<Loaded> => {
  const query = readAccounts(url.searchParams)
  const { q, start } = query
  const asked = { ...(q && { q }), start, limit: pageSize }
  const [found, follows] = await Promise.all([
    listOrFailure(() => api.list("/api/fediverse/accounts/", asked)),
    ownFollows(api, query.own),
  ])
  return { query, found, follows }
})
export const handle: PageHandle = { hasResults: true }
export const loader = load.server
export const clientLoader = load.client

/**
 * Loads the accounts that the viewer follows; the page works without them. Visitors are not asked for any in the browser, and
 * are refused on the server.
 */
async function ownFollows(api: Api, start: number): Promise<ListOrFailure<FollowedAccount>> {
  if (isVisitor()) return { items: [], total: 0 }
  return listOrFailure(() => api.list("/api/fediverse/follows/", { start, limit: pageSize }))
}

const save = forms(
  {
    follow: async ({ api, values, t }) => {
      const handle = (values.get("handle") ?? "").trim()
      await api.post("/api/fediverse/follows/", { handle })
      return { notice: { message: t("fediverse.followed", { handle }) }, to: paths.fediverseAccounts() }
    },
    stop: async ({ api, values, t }) => {
      const handle = values.get("handle") ?? ""
      await api.delete("/api/fediverse/follows/", { handle: values.get("address") ?? handle })
      return { notice: { message: t("fediverse.stopped", { handle }) } }
    },
  },
  { saysOnce: true },
)
export const action = save.server
export const clientAction = save.client

/** Lists the known Fediverse accounts, with a form to follow others. */
export default function FediverseAccounts({ loaderData, actionData }: Route.ComponentProps) {
  const { query, found, follows } = loaderData as Loaded
  const t = useMessages()
  const site = useSite()
  const user = useUser()
  const navigate = useNavigate()
  const { q } = query
  const showsOwn = user !== null && !q && query.start === 0 && (follows.total > 0 || follows.trouble !== undefined)
  const address = paths.fediverseAccounts(writeAccounts(query))
  const outcome = actionData as Outcome | undefined
  return (
    <>
      <PageMeta
        title={t("layout.fediverse_accounts")}
        description={t("fediverse.description")}
        noindex={address !== paths.fediverseAccounts()}
      />
      <div className="wrap">
        <header className="head">
          <div className="head__row">
            <h1 className="d1" tabIndex={-1}>
              {t("layout.fediverse")}
            </h1>
            <p className="lead t2 fedi__rule">{t("fediverse.rule", { name: site?.name ?? "" })}</p>
          </div>
        </header>
      </div>
      <div className="filters">
        <div className="wrap filters__in fedi__filters">
          <SearchField
            label={t("fediverse.search")}
            placeholder={t("fediverse.placeholder")}
            value={q ?? ""}
            onSearch={(text) =>
              void navigate(paths.fediverseAccounts({ q: text || undefined }), {
                replace: true,
                preventScrollReset: true,
              })
            }
          />
          {!found.trouble && (
            <p className={found.total === 0 ? "vh" : "t2 small filters__end"} role="status">
              {t("fediverse.count", { count: found.total })}
            </p>
          )}
        </div>
      </div>
      <div className="wrap fedi">
        {user ? (
          <FollowRemoteForm begin={query.follow ?? (found.total === 0 ? parseHandle(q) : undefined)} />
        ) : (
          <p className="small t2 fedi__in">
            {t("fediverse.follow_needs_account")}{" "}
            <Link className="link" to={withNext("login", address)}>
              {t("fediverse.log_in")}
            </Link>
          </p>
        )}
        <FormNotices of={outcome?.form === "stop" ? outcome : undefined} />
        {showsOwn &&
          (follows.trouble ? (
            <FailedList
              trouble={follows.trouble}
              address={address}
              failed={t("fediverse.own_failed")}
              needsAccount={t("fediverse.follow_needs_account")}
            />
          ) : (
            <FollowedAccounts key={`${query.own} ${follows.total}`} follows={follows} start={query.own} />
          ))}
        <Results className="fedi__list">
          <h2 className={showsOwn ? "d3" : "vh"}>{t("fediverse.list")}</h2>
          {found.trouble ? (
            <FailedList
              trouble={found.trouble}
              address={address}
              failed={t("fediverse.failed")}
              needsAccount={t("fediverse.follow_needs_account")}
            />
          ) : found.items.length > 0 ? (
            <AccountList key={address} query={query} found={found} />
          ) : (
            <Nobody q={q} />
          )}
        </Results>
      </div>
    </>
  )
}

function Nobody({ q }: { q: string | undefined }) {
  const t = useMessages()
  const wanted = parseHandle(q)
  if (!q)
    return (
      <Empty
        level={3}
        title={t("fediverse.nobody")}
        action={<ButtonLink to={paths.actors()}>{t("fediverse.see_directory")}</ButtonLink>}
      >
        {t("fediverse.nobody_hint")}
      </Empty>
    )
  return (
    <Empty
      level={3}
      title={wanted ? t("fediverse.unknown") : t("ui.nothing_for", { query: q })}
      action={
        <>
          {wanted && (
            <ButtonLink kind="main" to={`${paths.fediverseAccounts({ follow: wanted })}#follow`}>
              {t("fediverse.follow_handle", { handle: wanted })}
            </ButtonLink>
          )}
          <ButtonLink to={paths.fediverseAccounts()}>{t("fediverse.see_all")}</ButtonLink>
        </>
      }
    >
      {t(wanted ? "fediverse.unknown_hint" : "fediverse.nothing_hint")}
    </Empty>
  )
}
