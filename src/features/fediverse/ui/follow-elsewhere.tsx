import { useMessages } from "#i18n/messages-context.ts"
import { Badge, type BadgeTone } from "#ui/badge.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Form, FormNotices, Submit, useField } from "#web/editing/form-parts.tsx"
import type { FollowedAccount } from "./follows-calls.ts"
import { AccountCard } from "./account-card.tsx"

/** One field: whom to follow on another server. */
export function FollowElsewhere({ begin }: { begin: string | undefined }) {
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

const tones: Record<FollowedAccount["state"], BadgeTone> = { asked: "plain", accepted: "yes", rejected: "warn" }

/** Whom one follows on other servers, and how each is left. */
export function OwnFollows({ follows }: { follows: readonly FollowedAccount[] }) {
  const t = useMessages()
  return (
    <section className="fedi__own" aria-labelledby="own-follows">
      <header className="bar bar--between">
        <h2 className="d3" id="own-follows">
          {t("fediverse.own")}
        </h2>
        <span className="small t2">{t("fediverse.own_count", { count: follows.length })}</span>
      </header>
      <ul className="cols2">
        {follows.map((account) => (
          <AccountCard
            key={account.id}
            account={account}
            mark={<Badge tone={tones[account.state]}>{t(`fediverse.state_${account.state}`)}</Badge>}
            actions={
              <Form name="stop" className="press" isBare>
                <input type="hidden" name="handle" value={account.handle} />
                <Submit kind="quiet" aria-label={t("fediverse.stop_handle", { handle: account.handle })}>
                  {t("fediverse.stop")}
                </Submit>
              </Form>
            }
          />
        ))}
      </ul>
    </section>
  )
}
