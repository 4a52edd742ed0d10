import { ButtonForm } from "#features/accounts/ui/parts.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ConfirmPress } from "#web/editing/confirm-press.tsx"
import type { Host } from "../hosts/representation.server.ts"

type HostRowProps = {
  host: Pick<Host, "host" | "failures" | "waiting" | "retry"> & Partial<Pick<Host, "is_blocked" | "is_allowed">>
}

/** One host, its state, and the actions available for it. */
export function HostRow({ host: { host, failures, waiting, retry, is_blocked, is_allowed } }: HostRowProps) {
  const t = useMessages()
  // Same condition as in fediverse/hosts/queries.server.ts: nothing is retried where no delivery waits.
  const isSilent = failures > 0 && !is_blocked && waiting > 0
  const words = [
    isSilent && t("admin.host_silent", { count: failures }),
    waiting > 0 && t("admin.host_waiting", { count: waiting }),
    isSilent && retry && t("admin.host_next", { date: t.date(retry, "monthDay"), time: t.time(retry) }),
  ].filter(Boolean)
  return (
    <li>
      <div className="hosts__txt">
        <b>{host}</b>
        {words.length > 0 && <span className={isSilent ? "small wrong" : "small t2"}>{words.join(", ")}</span>}
      </div>
      <div className="bar">
        {is_blocked && (
          <ButtonForm form="undecide" fields={{ host, decision: "block" }} label={t("admin.unblock_what", { host })}>
            {t("admin.unblock")}
          </ButtonForm>
        )}
        {is_allowed && (
          <ConfirmPress
            form="undecide"
            fields={{ host, decision: "allow" }}
            title={t("admin.disallow_ask", { host })}
            hint={t("admin.disallow_hint")}
            confirm={t("admin.disallow")}
            cancel={t("admin.keep_allowed")}
            label={t("admin.disallow_what", { host })}
          >
            {t("admin.disallow")}
          </ConfirmPress>
        )}
        {isSilent && (
          <ButtonForm form="retry" fields={{ host }} label={t("admin.try_now_what", { host })}>
            {t("admin.try_now")}
          </ButtonForm>
        )}
      </div>
    </li>
  )
}
