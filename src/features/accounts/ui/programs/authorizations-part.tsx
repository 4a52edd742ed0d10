import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import type { AnswerTo } from "#web/api.ts"
import { paths } from "#web/paths.ts"
import { DateAndTime, Part, ButtonForm } from "../parts.tsx"

type Authorization = AnswerTo<"/api/me/authorizations/">[number]
type AuthorizationsPartProps = { authorizations: Authorization[]; timezone: string }

/**
 * The programs of other people that act for this person, each of which can be revoked, with a link to the person's own programs.
 */
export function AuthorizationsPart({ authorizations, timezone }: AuthorizationsPartProps) {
  const t = useMessages()
  return (
    <Part title={t("programs.allowed")} text={t("programs.allowed_about")}>
      {authorizations.length === 0 && <p className="t2">{t("programs.allowed_none")}</p>}
      {authorizations.length > 0 && (
        <ul className="own">
          {authorizations.map(({ id, name, website, scopes, created, last_used, expires }) => (
            <li key={id}>
              <div className="own__txt">
                <b>{name}</b>
                <span className="small t2">
                  {new URL(website).host} · {scopes.map((scope) => t(`account.scope_${scope}`)).join(", ")}
                </span>
                <span className="small t2">
                  {t("programs.allowed_on")} <DateAndTime iso={created} timezone={timezone} />
                  {last_used && (
                    <>
                      {" · "}
                      {t("account.last_used")} <DateAndTime iso={last_used} timezone={timezone} />
                    </>
                  )}
                </span>
                <span className="small t2">
                  {t("account.expires")} <DateAndTime iso={expires} timezone={timezone} />
                </span>
              </div>
              <div className="own__do">
                <ButtonForm form="program-revoke" id={id} label={t("account.revoke_what", { what: name })}>
                  {t("account.revoke")}
                </ButtonForm>
              </div>
            </li>
          ))}
        </ul>
      )}
      <p>
        <Link className="link" to={paths.programs()}>
          {t("programs.own")}
        </Link>
      </p>
    </Part>
  )
}
