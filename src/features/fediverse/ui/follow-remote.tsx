import { useRef } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge, type BadgeTone } from "#ui/badge.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { LoadMore } from "#ui/loading/load-more.tsx"
import type { AnswerTo, List } from "#web/api.ts"
import { browserApi } from "#web/api/browser-api.ts"
import { Form, FormNotices, Submit, useField } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import { useMore } from "#web/lists/use-more.ts"
import { pageSize, writeAccounts } from "../accounts/account-query.ts"
import { AccountCard } from "./account-card.tsx"

/** Renders the form to follow an account on another server. */
export function FollowRemoteForm({ begin }: { begin: string | undefined }) {
  const t = useMessages()
  return (
    <section className="fedi__part" id="follow" aria-labelledby="follow-title">
      <header className="fedi__side">
        <h2 className="d3" id="follow-title">
          {t("fediverse.follow_title")}
        </h2>
        <p className="small t2">{t("fediverse.follow_lead")}</p>
      </header>
      <Form name="follow" className="form" key={begin} isEmptiedWhenDone>
        <FormNotices />
        <div className="fedi__line">
          <HandleField begin={begin} />
          <Submit kind="main">{t("fediverse.follow_do")}</Submit>
        </div>
      </Form>
    </section>
  )
}

function HandleField({ begin }: { begin: string | undefined }) {
  const t = useMessages()
  return (
    <TextField
      {...useField("handle", begin)}
      label={t("fediverse.follow_field")}
      hint={t("fediverse.follow_hint")}
      inputMode="email"
      autoCapitalize="none"
      autoComplete="off"
      autoCorrect="off"
      spellCheck={false}
      maxLength={500}
    />
  )
}

/** A remote account that the viewer follows, with the answer of its server. */
export type FollowedAccount = AnswerTo<"/api/fediverse/follows/">[number]

const tones: Record<FollowedAccount["state"], BadgeTone> = { asked: "plain", accepted: "yes", rejected: "warn" }

/** Lists the remote accounts that the viewer follows, from `start` on, with a button to unfollow each. */
export function FollowedAccounts({ follows, start }: { follows: List<FollowedAccount>; start: number }) {
  const t = useMessages()
  const list = useRef<HTMLElement>(null)
  const load = (from: number) => browserApi.list("/api/fediverse/follows/", { start: from, limit: pageSize })
  const { items, reached, total, state, loadMore } = useMore({ ...follows, start }, ({ url }) => url, load, list)
  return (
    <section className="fedi__own" aria-labelledby="own-follows" ref={list}>
      <header className="bar bar--between">
        <h2 className="d3" id="own-follows">
          {t("fediverse.own")}
        </h2>
        <span className="small t2">{t("fediverse.own_count", { count: follows.total })}</span>
      </header>
      <ul className="cols2">
        {items.map((account) => (
          <Followed key={account.url} account={account} />
        ))}
      </ul>
      {total > reached && (
        <LoadMore state={state} onMore={loadMore} to={paths.fediverseAccounts(writeAccounts({ own: reached }))}>
          {t("ui.more_count", { count: t.number(Math.min(total - reached, pageSize)) })}
        </LoadMore>
      )}
    </section>
  )
}

function Followed({ account }: { account: FollowedAccount }) {
  const t = useMessages()
  const handle = `@${account.handle}`
  return (
    <AccountCard
      account={{ ...account, handle }}
      mark={<Badge tone={tones[account.state]}>{t(`fediverse.state_${account.state}`)}</Badge>}
      actions={
        <Form name="stop" className="press" isBare>
          {/* The address, because some remote accounts have no handle. */}
          <input type="hidden" name="address" value={account.url} />
          <input type="hidden" name="handle" value={handle} />
          <Submit kind="quiet" aria-label={t("fediverse.stop_handle", { handle })}>
            {t("fediverse.stop")}
          </Submit>
        </Form>
      }
    />
  )
}
