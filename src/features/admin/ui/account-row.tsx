import { Fragment } from "react"
import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { TextArea } from "#ui/fields/text-area.tsx"
import { Link } from "#ui/link.tsx"
import { Form, Submit, useField } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"
import type { Account } from "../accounts/representation.server.ts"

type AccountRowProps = {
  account: Account
  /** Whether this account is being edited: one at a time, so that the outcome of a form without script belongs to it. */
  isChosen: boolean
  /** Address that opens the editing of this account, or closes it. */
  to: string
}

/** One account: its name, its roles, and the forms that change them. */
export function AccountRow({ account, isChosen, to }: AccountRowProps) {
  const t = useMessages()
  const { id, name, username, page, created, suspended, suspended_reason } = account
  return (
    <li className="accts__one">
      <div className="accts__who">
        <ActorAvatar type="person" name={name} fid={page?.fid ?? username} size="sm" />
        <div className="accts__txt">
          <b>{page ? <Link to={paths.actor(page.fid)}>{name}</Link> : name}</b>
          <span className="small t2">{t("admin.since", { username, date: t.date(created, "medium") })}</span>
          <Owned pages={account.owned} />
        </div>
        <Standing account={account} />
        <Link
          className="btn"
          to={to}
          preventScrollReset
          aria-current={isChosen ? "true" : undefined}
          aria-label={t(isChosen ? "admin.close_what" : "admin.change_what", { name })}
        >
          {t(isChosen ? "admin.close" : "admin.change")}
        </Link>
      </div>
      {suspended && (
        <div className="accts__why">
          <p className="small t2">{t("admin.suspended_since", { date: t.date(suspended, "medium") })}</p>
          <p className="read">{suspended_reason}</p>
        </div>
      )}
      {isChosen && (
        <div className="accts__forms" key={`${id} ${suspended}`}>
          {suspended ? <RestoreForm id={id} /> : <RolesForm account={account} />}
          {!suspended && <SuspendForm account={account} />}
        </div>
      )}
    </li>
  )
}

function Owned({ pages }: { pages: Account["owned"] }) {
  const t = useMessages()
  if (pages.length === 0) return null
  // The sentence is split where the names go, so that each name can be a link.
  const [before = "", after = ""] = t("admin.owns", { pages: "\0" }).split("\0")
  return (
    <span className="small t2">
      {before}
      {pages.map(({ fid, name }, at) => (
        <Fragment key={fid}>
          {at > 0 && ", "}
          <Link className="link" to={paths.actor(fid)}>
            {name}
          </Link>
        </Fragment>
      ))}
      {after}
    </span>
  )
}

function Standing({ account }: { account: Account }) {
  const t = useMessages()
  return (
    <p className="bar">
      {account.suspended && <Badge tone="err">{t("admin.is_suspended")}</Badge>}
      {account.is_admin && <Badge tone="yes">{t("admin.is_admin")}</Badge>}
      {account.is_moderator && <Badge tone="int">{t("admin.is_moderator")}</Badge>}
      {!account.is_verified && <Badge>{t("admin.unverified")}</Badge>}
    </p>
  )
}

function RolesForm({ account: { id, is_moderator, is_admin } }: { account: Account }) {
  const t = useMessages()
  return (
    <Form name="roles" isEmptiedWhenDone>
      <input type="hidden" name="id" value={id} />
      {is_moderator && <input type="hidden" name="shown" value="moderator" />}
      {is_admin && <input type="hidden" name="shown" value="admin" />}
      <fieldset className="field">
        <legend className="lbl">{t("admin.roles")}</legend>
        <Checkbox name="roles" value="moderator" defaultChecked={is_moderator} key={`moderator ${is_moderator}`}>
          {t("admin.role_moderator")}
        </Checkbox>
        <Checkbox name="roles" value="admin" defaultChecked={is_admin} key={`admin ${is_admin}`}>
          {t("admin.role_admin")}
        </Checkbox>
      </fieldset>
      <Reason hint={t("admin.reason_role_hint")} isOptional />
      <div className="bar">
        <Submit>{t("admin.save_roles")}</Submit>
      </div>
    </Form>
  )
}

function SuspendForm({ account: { id, username } }: { account: Account }) {
  const t = useMessages()
  if (useUser()?.username === username) return <p className="t2">{t("admin.yourself")}</p>
  return (
    <Form name="suspend">
      <input type="hidden" name="id" value={id} />
      <p className="t2">{t("admin.suspend_about")}</p>
      <Reason hint={t("admin.reason_suspend_hint")} />
      <div className="bar">
        <Submit kind="danger">{t("admin.suspend")}</Submit>
      </div>
    </Form>
  )
}

function RestoreForm({ id }: { id: number }) {
  const t = useMessages()
  return (
    <Form name="restore">
      <input type="hidden" name="id" value={id} />
      <p className="t2">{t("admin.restore_about")}</p>
      <Reason hint={t("admin.reason_role_hint")} isOptional />
      <div className="bar">
        <Submit kind="main">{t("admin.restore")}</Submit>
      </div>
    </Form>
  )
}

function Reason({ hint, isOptional = false }: { hint: string; isOptional?: boolean }) {
  const t = useMessages()
  return (
    <TextArea
      {...useField("reason")}
      rows={3}
      maxLength={2000}
      label={t("admin.reason")}
      hint={hint}
      isOptional={isOptional}
    />
  )
}
