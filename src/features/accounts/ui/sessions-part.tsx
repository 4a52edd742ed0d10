import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import type { AnswerTo } from "#web/api.ts"
import { deviceName } from "./device.ts"
import { DateAndTime, Part, ButtonForm } from "./parts.tsx"

type Session = AnswerTo<"/api/me/sessions/">[number]

/** The devices a person is signed in on, which can be signed out one by one or all together. */
export function SessionsPart({ sessions, timezone }: { sessions: Session[]; timezone: string }) {
  const t = useMessages()
  return (
    <Part title={t("account.sessions")} text={t("account.sessions_about")}>
      <ul className="own">
        {sessions.map(({ id, name, user_agent, address, is_current, last_seen }) => {
          const device = name ?? deviceName(user_agent) ?? t("account.unknown_device")
          return (
            <li key={id}>
              <div className="own__txt">
                <b>{device}</b>
                <span className="small t2">
                  {t("account.last_seen")} <DateAndTime iso={last_seen} timezone={timezone} />
                  {address && ` · ${address}`}
                </span>
              </div>
              <div className="own__do">
                {is_current ? (
                  <Badge>{t("account.this_device")}</Badge>
                ) : (
                  <ButtonForm form="session-end" id={id} label={t("account.end_what", { what: device })}>
                    {t("account.end_session")}
                  </ButtonForm>
                )}
              </div>
            </li>
          )
        })}
      </ul>
      <div className="bar">
        {sessions.length > 1 && <ButtonForm form="sessions-end">{t("account.log_out_others")}</ButtonForm>}
        <ButtonForm form="everywhere" kind="danger">
          {t("account.log_out_everywhere")}
        </ButtonForm>
      </div>
    </Part>
  )
}
