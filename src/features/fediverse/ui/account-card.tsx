import { type ReactNode, useState } from "react"
import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { TypeLabel } from "#features/actors/ui/type-label.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Button } from "#ui/button.tsx"
import { Check, Copy } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { splitHandle } from "#web/following/handle.ts"
import { paths } from "#web/paths.ts"
import type { FediverseAccount } from "../accounts/account.ts"

type AccountCardProps = {
  /** A followed account has only a name, a handle and an address. */
  account: Pick<FediverseAccount, "handle" | "url" | "name"> &
    Partial<Pick<FediverseAccount, "avatar" | "local" | "actor" | "type">>
  /** Shown beside the name: the state of the follow. */
  mark?: ReactNode
  actions?: ReactNode
}

/**
 * Renders an account; its parent is `<ul className="cols2">`. A page of this site links to itself, others to their own
 * server.
 */
export function AccountCard({ account, mark, actions }: AccountCardProps) {
  const { handle, url, name, avatar, local, actor, type } = account
  const [own, host] = splitHandle(handle)
  const words = (
    <>
      {own}
      <wbr />
      <span className="t3">{host}</span>
    </>
  )
  return (
    <li className="acard account">
      <ActorAvatar
        type={type ?? "person"}
        name={name}
        fid={actor ?? handle}
        image={avatar ? { url: avatar, srcset: "", width: 160, height: 160, focal_point: [0.5, 0.5] } : null}
        size="md"
      />
      <div className="acard__txt">
        <h3>
          {local && actor ? (
            <Link className="stretch" to={paths.actor(actor)}>
              {words}
            </Link>
          ) : (
            <a className="stretch" href={url} rel="nofollow noopener noreferrer">
              {words}
            </a>
          )}
        </h3>
        <p className="bar">
          {type && <TypeLabel type={type} />}
          <span className="account__name">{name}</span>
          {mark}
        </p>
      </div>
      <div className="acard__act">{actions ?? <CopyButton handle={handle} />}</div>
    </li>
  )
}

function CopyButton({ handle }: { handle: string }) {
  const t = useMessages()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard?.writeText(handle)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <>
      <Button kind="bare" className="needs-script" icon={isCopied ? Check : Copy} iconOnly onClick={() => void copy()}>
        {t("fediverse.copy", { handle })}
      </Button>
      <span className="vh" role="status">
        {isCopied ? t("ui.copied") : ""}
      </span>
    </>
  )
}
