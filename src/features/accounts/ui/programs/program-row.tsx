import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import type { AnswerTo } from "#web/api.ts"
import { ConfirmPress } from "#web/editing/confirm-press.tsx"
import { paths } from "#web/paths.ts"
import "./program-row.css"

export type Program = AnswerTo<"/api/me/programs/">[number]

/** A program the person registered: its client id, its redirect addresses and the actions. */
export function ProgramRow({ program }: { program: Program }) {
  const t = useMessages()
  const { id, name, kind, client_id, redirects } = program
  return (
    <li>
      <div className="own__txt program-row">
        <b>{name}</b>
        <span className="small t2">{t(`programs.kind_${kind}`)}</span>
        <span className="small t2">
          {t("programs.client_id")} <code>{client_id}</code>
        </span>
        <ul className="small t2">
          {redirects.map((address) => (
            <li key={address}>
              <code>{address}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className="own__do">
        <ButtonLink to={paths.programs({ program: String(id) })} aria-label={t("programs.change_what", { what: name })}>
          {t("programs.change")}
        </ButtonLink>
        {kind === "confidential" && (
          <ConfirmPress
            form="program-secret"
            fields={{ id: String(id) }}
            isShared
            title={t("programs.renew_ask", { what: name })}
            hint={t("programs.renew_hint")}
            confirm={t("programs.renew")}
            cancel={t("programs.keep")}
            label={t("programs.renew_what", { what: name })}
          >
            {t("programs.renew")}
          </ConfirmPress>
        )}
        <ConfirmPress
          form="program-remove"
          fields={{ id: String(id) }}
          title={t("programs.remove_ask", { what: name })}
          hint={t("programs.remove_hint")}
          confirm={t("programs.remove")}
          cancel={t("programs.keep")}
          label={t("programs.remove_what", { what: name })}
        >
          {t("programs.remove")}
        </ConfirmPress>
      </div>
    </li>
  )
}
