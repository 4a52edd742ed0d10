import type { ReactNode } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import type { Host } from "../hosts/representation.server.ts"

type HostRowProps = {
  host: Pick<Host, "host" | "failures" | "waiting" | "retry"> & Partial<Pick<Host, "is_blocked" | "is_allowed">>
}

/** A host, how it is with it, and what can be done about that. */
export function HostRow({ host: { host, failures, waiting, retry, is_blocked, is_allowed } }: HostRowProps) {
  const t = useMessages()
  const isSilent = failures > 0 && !is_blocked
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
          <HostPress form="undecide" host={host} decision="block" label={t("admin.unblock_what", { host })}>
            {t("admin.unblock")}
          </HostPress>
        )}
        {is_allowed && (
          <HostPress form="undecide" host={host} decision="allow" label={t("admin.disallow_what", { host })}>
            {t("admin.disallow")}
          </HostPress>
        )}
        {isSilent && (
          <HostPress form="retry" host={host} label={t("admin.try_now_what", { host })}>
            {t("admin.try_now")}
          </HostPress>
        )}
      </div>
    </li>
  )
}

type HostPressProps = { form: string; host: string; decision?: string; label: string; children: ReactNode }

/** A form that is only a button, about one host. */
function HostPress({ form, host, decision, label, children }: HostPressProps) {
  return (
    <Form name={form} className="press" isBare>
      <input type="hidden" name="host" value={host} />
      {decision && <input type="hidden" name="decision" value={decision} />}
      <Submit aria-label={label}>{children}</Submit>
    </Form>
  )
}
