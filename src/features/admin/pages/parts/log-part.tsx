import { SignedInOnly } from "#features/accounts/ui/sign-in/signed-in-only.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import type { Messages } from "#i18n/messages.ts"
import { Empty } from "#ui/empty.tsx"
import type { List } from "#web/api.ts"
import { page } from "#web/page/page.ts"
import { Pager } from "#web/lists/pager.tsx"
import { forUser } from "#web/session/session.ts"
import { startIn } from "#web/lists/start-in.ts"
import type { LogEntry } from "../../log/representation.server.ts"
import { AdminHead } from "../../ui/admin-head.tsx"
import "../../ui/admin.css"
import type { PartProps } from "./part.ts"

const size = 50

const load = page(({ api, url }) =>
  forUser(async () => {
    const start = startIn(url)
    return { start, log: await api.list("/api/admin/log/", { start, limit: size }) }
  }),
)

type Data = { start: number; log: List<LogEntry> }

/** The log of administrators' actions. */
function LogPage({ data }: PartProps) {
  const t = useMessages()
  return (
    <SignedInOnly data={data as Data | null} title={t("admin.log")}>
      {({ start, log }) => (
        <div className="wrap admin">
          <AdminHead current="log" title={t("admin.log")} text={t("admin.log_about")} />
          {log.items.length === 0 ? (
            <Empty title={t("admin.log_none")}>{t("admin.log_none_hint")}</Empty>
          ) : (
            <ol className="adminlog">
              {log.items.map((entry) => (
                <li key={entry.id}>
                  <b>{actionWords(entry, t)}</b>
                  <span className="small t2">
                    {entry.by ? t("admin.by", { name: entry.by.name }) : t("admin.by_command")}
                    {" · "}
                    <time dateTime={entry.created}>
                      {t.date(entry.created, "medium")}, {t.time(entry.created)}
                    </time>
                  </span>
                  {entry.reason && <p className="read adminlog__why">{entry.reason}</p>}
                </li>
              ))}
            </ol>
          )}
          <Pager start={start} size={size} total={log.total} />
        </div>
      )}
    </SignedInOnly>
  )
}

/** Returns an action in words: « Compte de Nour suspendu ». */
function actionWords({ action, account, host, hosts }: LogEntry, t: Messages): string {
  if (action === "hosts_blocked" || action === "hosts_allowed") return t(`admin.did_${action}`, { count: hosts ?? 0 })
  const name = action.startsWith("host_") ? host : account && nameOf(account)
  return t(`admin.did_${action}`, { name: name ?? t("admin.somebody_gone") })
}

function nameOf({ name, username }: { name: string; username: string }) {
  return name === username ? name : `${name} (${username})`
}

export const logPart = { load, Screen: LogPage }
