import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Note } from "#ui/note.tsx"
import { Select } from "#ui/fields/select.tsx"
import type { Relation } from "#features/actors/relations/representation.server.ts"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import type { ManagedActor } from "../../pages/manage-data.ts"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { ConfirmPress } from "#web/editing/confirm-press.tsx"
import { ConfirmFid } from "./confirm-fid.tsx"

type DangerProps = { actor: ManagedActor; people: Relation[] }

/** Actions that are hard to undo: changing the identifier, transferring, archiving and deleting the page. */
export function Danger({ actor, people }: DangerProps) {
  const t = useMessages()
  const { fid, name, status, may } = actor
  const own = people.find((one) => one.is_mine)
  const heirs = people.filter((one) => !one.is_mine)
  const isLastOwner = own?.relation === "owner" && !heirs.some((one) => one.relation === "owner")
  const leave = own && (
    <PanelPart className="amanage__body" title={t("relations.leave")}>
      <p className="t2">{isLastOwner ? t("errors.last_owner") : t("relations.leave_hint")}</p>
      {!isLastOwner && (
        <ConfirmPress
          form="remove"
          fields={{ id: String(own.id), name, how: "leave" }}
          title={t("relations.leave_ask", { page: name })}
          hint={t("relations.leave_hint")}
          confirm={t("relations.leave")}
          cancel={t("relations.keep")}
        >
          {t("relations.leave")}
        </ConfirmPress>
      )}
    </PanelPart>
  )
  if (!may.includes("govern")) {
    return (
      <>
        <PanelPart className="amanage__body" title={t("relations.danger")} label={t("relations.danger_hint")}>
          <p className="t2">{t("relations.owners_only")}</p>
        </PanelPart>
        {leave}
      </>
    )
  }
  return (
    <>
      <PanelPart className="amanage__body" title={t("relations.rename")}>
        <p className="t2">{t("relations.rename_hint")}</p>
        <div className="bar">
          <ButtonLink to={`${paths.editActor(fid)}#identifier`}>{t("relations.rename_do")}</ButtonLink>
        </div>
      </PanelPart>
      <PanelPart className="amanage__body" title={t("relations.transfer")}>
        <p className="t2">{heirs.length > 0 ? t("relations.transfer_hint") : t("relations.transfer_nobody")}</p>
        {heirs.length > 0 && (
          <Form name="transfer" className="form narrow">
            <TransferFields fid={fid} heirs={heirs} />
          </Form>
        )}
      </PanelPart>
      <PanelPart className="amanage__body" title={t("relations.archive")}>
        {status === "published" ? (
          <>
            <p className="t2">{t("relations.archive_hint")}</p>
            <ConfirmPress
              form="archive"
              fields={{}}
              title={t("relations.archive_ask", { page: name })}
              hint={t("relations.archive_hint")}
              confirm={t("relations.archive_do")}
              cancel={t("relations.keep")}
            >
              {t("relations.archive_do")}
            </ConfirmPress>
          </>
        ) : (
          <Note action={<ButtonLink to={paths.publishActor(fid)}>{t("relations.publish")}</ButtonLink>}>
            <p>{t(status === "archived" ? "relations.is_archived" : "relations.is_draft")}</p>
          </Note>
        )}
      </PanelPart>
      {leave}
      <PanelPart className="amanage__body" title={t("relations.delete")}>
        <p className="t2">{t("relations.delete_hint")}</p>
        <Form name="delete" className="form narrow">
          <ConfirmFid fid={fid} />
          <div className="bar">
            <Submit kind="danger">{t("relations.delete_do")}</Submit>
          </div>
        </Form>
      </PanelPart>
    </>
  )
}

function TransferFields({ fid, heirs }: { fid: string; heirs: Relation[] }) {
  const t = useMessages()
  return (
    <>
      <Select
        {...useField("relation", String(heirs[0]?.id))}
        label={t("relations.heir")}
        options={heirs.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Select
        {...useField("stay", "member")}
        label={t("relations.stay")}
        options={(["member", "assistant", "leave"] as const).map((value) => ({
          value,
          label: t(`relations.stay_${value}`),
        }))}
      />
      <ConfirmFid fid={fid} />
      <div className="bar">
        <Submit kind="danger">{t("relations.transfer_do")}</Submit>
      </div>
    </>
  )
}
