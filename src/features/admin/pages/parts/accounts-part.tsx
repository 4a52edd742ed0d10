import { useNavigate } from "react-router"
import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Empty } from "#ui/empty.tsx"
import { SearchField } from "#ui/fields/search-field.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import type { List } from "#web/api.ts"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { forms } from "#web/editing/form.ts"
import { page } from "#web/page/page.ts"
import { Pager } from "#web/lists/pager.tsx"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { startIn } from "#web/lists/start-in.ts"
import { type AccountFilter, accountFilters, changeOfRoles } from "../../accounts/account.ts"
import type { Account } from "../../accounts/representation.server.ts"
import { AccountRow } from "../../ui/account-row.tsx"
import { AdminHead } from "../../ui/admin-head.tsx"
import "../../ui/admin.css"
import type { PartProps } from "./part.ts"

const size = 50

const load = page(({ api, url }) =>
  forUser(async () => {
    const start = startIn(url)
    const q = url.searchParams.get("q")?.trim() ?? ""
    const filter = accountFilters.find((one) => one === url.searchParams.get("filter")) ?? "all"
    const chosen = Number(url.searchParams.get("account"))
    return {
      start,
      q,
      filter,
      chosen,
      accounts: await api.list("/api/admin/accounts/", { q, filter, start, limit: size }),
    }
  }),
)

const save = forms({
  roles: async ({ api, values, t }) => {
    const roles = changeOfRoles(values.getAll("shown"), values.getAll("roles"))
    const change = { ...roles, reason: values.get("reason") }
    const { name } = await api.patch("/api/admin/accounts/{id}/", change, { id: values.get("id") ?? "" })
    return { notice: { message: t("admin.roles_saved", { name }) }, session: "changed" }
  },
  suspend: async ({ api, values, t }) => {
    const change = { suspended: true, reason: values.get("reason") }
    const { name } = await api.patch("/api/admin/accounts/{id}/", change, { id: values.get("id") ?? "" })
    return { notice: { message: t("admin.was_suspended", { name }) } }
  },
  restore: async ({ api, values, t }) => {
    const change = { suspended: false, reason: values.get("reason") }
    const { name } = await api.patch("/api/admin/accounts/{id}/", change, { id: values.get("id") ?? "" })
    return { notice: { message: t("admin.was_restored", { name }) } }
  },
})

type Data = { start: number; q: string; filter: AccountFilter; chosen: number; accounts: List<Account> }

/** The accounts with their roles and suspensions. */
function AccountsPage({ data, outcome }: PartProps) {
  const t = useMessages()
  const navigate = useNavigate()
  return (
    <SignedInOnly data={data as Data | null} title={t("admin.accounts")}>
      {({ start, q, filter, chosen, accounts }) => {
        const to = ({ filter: wanted = filter, ...query }: Record<string, string | undefined>) =>
          paths.admin("accounts", { q, filter: wanted === "all" ? undefined : wanted, ...query })
        const from = start > 0 ? String(start) : undefined
        return (
          <div className="wrap admin">
            <AdminHead
              current="accounts"
              title={t("admin.accounts")}
              text={`${t("admin.accounts_about")} ${t(q ? "admin.accounts_by_name" : "admin.accounts_newest")}`}
            />
            <FormNotices of={outcome} />
            <div className="admin__find">
              <SearchField
                label={t("admin.accounts_search")}
                placeholder={t("admin.accounts_placeholder")}
                value={q}
                keep={{ filter: filter === "all" ? undefined : filter }}
                onSearch={(text) => void navigate(to({ q: text }), { replace: true, preventScrollReset: true })}
              />
              <SegmentedLinks
                label={t("admin.accounts_which")}
                current={filter}
                segments={accountFilters.map((value) => ({
                  value,
                  label: t(`admin.filter_${value}`),
                  to: to({ filter: value }),
                }))}
              />
              <p className="small t2" role="status">
                {t("admin.accounts_count", { count: accounts.total })}
              </p>
            </div>
            {accounts.items.length === 0 ? (
              <Empty title={t("admin.accounts_none")}>{q && t("admin.accounts_none_hint")}</Empty>
            ) : (
              <ul className="accts">
                {accounts.items.map((account) => (
                  <AccountRow
                    key={account.id}
                    account={account}
                    isChosen={account.id === chosen}
                    to={to({ start: from, account: account.id === chosen ? undefined : String(account.id) })}
                  />
                ))}
              </ul>
            )}
            <Pager start={start} size={size} total={accounts.total} />
          </div>
        )
      }}
    </SignedInOnly>
  )
}

export const accountsPart = { load, save, Screen: AccountsPage }
