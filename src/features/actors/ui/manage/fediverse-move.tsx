import { useActionData } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { CopyHandle } from "#ui/editing/copy-handle.tsx"
import { FoldedPart } from "#ui/editing/folded-part.tsx"
import { PanelPart } from "#ui/editing/panel-part.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Note } from "#ui/note.tsx"
import type { AnswerTo } from "#web/api.ts"
import { ConfirmPress } from "#web/editing/confirm-press.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import type { Outcome } from "#web/editing/form.ts"
import { ConfirmFid } from "./confirm-fid.tsx"

/** What the owners of a page see of its aliases and its move. */
export type MoveData = {
  aliases: AnswerTo<"/api/actors/{fid}/fediverse/aliases/">
  move: AnswerTo<"/api/actors/{fid}/fediverse/move/">
}

type Account = { uri: string; handle: string | null }
const nameOf = ({ uri, handle }: Account) => handle ?? uri

/** The account a page has moved to, with the button to undo the move. */
export function MovedNote({ to }: { to: Account }) {
  const t = useMessages()
  return (
    <Note
      type="warning"
      action={
        <Form name="back" className="press" isBare>
          <Submit>{t("fediverse.back")}</Submit>
        </Form>
      }
    >
      <p>
        <strong>{t("fediverse.moved")}</strong>{" "}
        <a className="link account-name" href={to.uri} rel="nofollow noopener noreferrer">
          {nameOf(to)}
        </a>
      </p>
      <p>{t("fediverse.moved_text")}</p>
    </Note>
  )
}

type MovingProps = { fid: string; handle: string; moving: MoveData }

/** Receiving the followers of another account, or moving the page's followers to one; for owners, folded. */
export function Moving({ fid, handle, moving: { aliases, move } }: MovingProps) {
  const t = useMessages()
  // After a form was sent without script, the part it belongs to is open.
  const sent = useActionData<Outcome>()?.form
  return (
    <PanelPart title={t("fediverse.move")} label={t("fediverse.move_hint")} className="amanage__body">
      <div className="folds">
        <FoldedPart
          id="come"
          title={t("fediverse.come")}
          holds={t("fediverse.come_holds", { count: aliases.length })}
          isOpen={sent === "alias" || sent === "unalias"}
        >
          <Coming handle={handle} aliases={aliases} />
        </FoldedPart>
        {!move.moved && (
          <FoldedPart
            id="leave"
            title={t("fediverse.leave")}
            holds={t("fediverse.leave_holds", { count: move.followers })}
            isOpen={sent === "leave"}
          >
            <Leaving fid={fid} handle={handle} />
          </FoldedPart>
        )}
      </div>
    </PanelPart>
  )
}

function Coming({ handle, aliases }: { handle: string; aliases: MoveData["aliases"] }) {
  const t = useMessages()
  return (
    <>
      <p className="t2">{t("fediverse.come_text")}</p>
      {handle && <OurHandle label={t("fediverse.come_handle")} handle={handle} />}
      {aliases.length > 0 && (
        <div className="field">
          <p className="lbl" id="former-accounts">
            {t("fediverse.come_list")}
          </p>
          <ul className="aliases" aria-labelledby="former-accounts">
            {aliases.map((alias) => (
              <li key={alias.uri}>
                <b className="account-name">{nameOf(alias)}</b>
                <ConfirmPress
                  form="unalias"
                  fields={{ uri: alias.uri, account: nameOf(alias) }}
                  title={t("fediverse.come_remove_ask", { account: nameOf(alias) })}
                  hint={t("fediverse.come_remove_hint")}
                  confirm={t("fediverse.come_remove")}
                  cancel={t("fediverse.come_keep")}
                  label={t("fediverse.come_remove_what", { account: nameOf(alias) })}
                >
                  {t("fediverse.come_remove")}
                </ConfirmPress>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Form name="alias" className="form narrow" isEmptiedWhenDone>
        <AccountField label={t("fediverse.come_field")} />
        <div className="bar">
          <Submit kind="main">{t("fediverse.come_do")}</Submit>
        </div>
      </Form>
    </>
  )
}

function Leaving({ fid, handle }: { fid: string; handle: string }) {
  const t = useMessages()
  return (
    <>
      <ul className="leaving t2" aria-label={t("fediverse.leave_before")}>
        <li>{t("fediverse.leave_first")}</li>
        <li>{t("fediverse.leave_followers")}</li>
        <li>{t("fediverse.leave_silence")}</li>
        <li>{t("fediverse.leave_return")}</li>
      </ul>
      {handle && <OurHandle label={t("fediverse.leave_handle")} handle={handle} />}
      <Form name="leave" className="form narrow">
        <AccountField label={t("fediverse.leave_field")} />
        <ConfirmFid fid={fid} />
        <div className="bar">
          <Submit kind="danger">{t("fediverse.leave_do")}</Submit>
        </div>
      </Form>
    </>
  )
}

function OurHandle({ label, handle }: { label: string; handle: string }) {
  return (
    <div className="field">
      <p className="lbl">{label}</p>
      <CopyHandle handle={handle} />
    </div>
  )
}

function AccountField({ label }: { label: string }) {
  const t = useMessages()
  return (
    <TextField
      {...useField("account", "")}
      label={label}
      hint={t("fediverse.follow_hint")}
      inputMode="email"
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={2000}
    />
  )
}
