import { useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import { LoadMore } from "#ui/loading/load-more.tsx"
import type { List } from "#web/api.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { paths } from "#web/paths.ts"
import { useMore } from "#web/lists/use-more.ts"
import type { FediverseAccount } from "../accounts/account.ts"
import { type AccountQuery, pageSize, writeAccounts } from "../accounts/account-query.ts"
import { AccountCard } from "./account-card.tsx"

/** Lists accounts by handle, with a button for more. */
export function AccountList({ query, found }: { query: AccountQuery; found: List<FediverseAccount> }) {
  const t = useMessages()
  const list = useRef<HTMLDivElement>(null)
  const { q, start } = query
  const load = (from: number) =>
    browserApi.list("/api/fediverse/accounts/", { ...(q && { q }), start: from, limit: pageSize })
  const { items, reached, total, state, loadMore } = useMore({ ...found, start }, ({ id }) => id, load, list)
  const at = (from: number) => paths.fediverseAccounts(writeAccounts({ q, start: from }))
  return (
    <div ref={list}>
      {start > 0 && (
        <p className="bar">
          <Link className="btn" to={at(0)}>
            {t("fediverse.from_start")}
          </Link>
        </p>
      )}
      <ul className="cols2">
        {items.map((account) => (
          <AccountCard key={account.id} account={account} />
        ))}
      </ul>
      {total > reached && (
        <LoadMore state={state} onMore={loadMore} to={at(reached)}>
          {t("ui.more_count", { count: t.number(Math.min(total - reached, pageSize)) })}
        </LoadMore>
      )}
    </div>
  )
}
