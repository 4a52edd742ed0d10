import type { ReactNode } from "react"
import { categories } from "#features/events/categories.ts"
import { Part } from "#features/accounts/ui/parts.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Checkbox } from "#ui/fields/choice.tsx"
import { TextField } from "#ui/fields/text-field.tsx"
import { Link } from "#ui/link.tsx"
import { Note } from "#ui/note.tsx"
import { Form, FormNotices, Submit, useField } from "#web/editing/form-parts.tsx"
import type { Outcome } from "#web/editing/form.ts"
import { Frequency, ScheduleFields } from "#web/following/subscribe-form.tsx"
import { paths } from "#web/paths.ts"
import type { Subscription } from "../representation.server.ts"
import { nextIssueTime } from "./next-issue.ts"

/** Renders a newsletter with its settings, for holders of its link. */
export function CurrentNewsletter({
  subscription,
  outcome,
}: {
  subscription: Subscription
  outcome: Outcome | undefined
}) {
  const { is_account, state } = subscription
  const isOver = state === "stopped" || state === "none"
  return (
    <>
      <FormNotices of={outcome?.form === "settle" ? undefined : outcome} />
      <State subscription={subscription} isOver={isOver} />
      {!isOver && (
        <>
          <Settings subscription={subscription} />
          {!is_account && <Contents subscription={subscription} />}
          <End isAccount={is_account} />
        </>
      )}
    </>
  )
}

function State({ subscription, isOver }: { subscription: Subscription; isOver: boolean }) {
  const t = useMessages()
  const { email, state, is_account } = subscription
  const next = nextIssueTime(t, subscription)
  if (isOver)
    return (
      <Form name="resume" className="form" isBare>
        <Note
          type="info"
          role="status"
          action={<Submit kind="main">{t(is_account ? "subscribe.resume" : "subscribe.undo")}</Submit>}
        >
          <p>
            <strong>{t("subscribe.ended")}</strong> {t(is_account ? "subscribe.ended_account" : "subscribe.ended_hint")}
          </p>
        </Note>
      </Form>
    )
  return (
    <>
      {state === "bounced" && (
        <Form name="resume" className="form" isBare>
          <Note type="warning" action={<Submit>{t("subscribe.resume")}</Submit>}>
            <p>{t("subscribe.bounced")}</p>
          </Note>
        </Form>
      )}
      <p className="lead">
        {email && t("subscribe.goes_to", { email })} {next && t("subscribe.next_issue", { moment: next })}
      </p>
    </>
  )
}

function Settings({ subscription }: { subscription: Subscription }) {
  const t = useMessages()
  const { frequency, weekday, hour, language, is_account, q } = subscription
  return (
    <Form name="settle" className="form">
      <Part title={t("subscribe.rhythm")}>
        <Frequency usual={frequency} isTitled />
        <ScheduleFields weekday={weekday} hour={hour} language={language} />
      </Part>
      {!is_account && (
        <Part title={t("subscribe.narrowed")} text={t("subscribe.narrowed_about")}>
          <fieldset className="field">
            <legend className="vh">{t("subscribe.categories")}</legend>
            <div className="newsletter-kinds">
              {categories.map((one) => (
                <Checkbox key={one} name="category" value={one} defaultChecked={subscription.categories.includes(one)}>
                  {t(`ui.category_${one}`)}
                </Checkbox>
              ))}
            </div>
          </fieldset>
          <SearchWords q={q} />
        </Part>
      )}
      <div className="bar">
        <Submit kind="main" size="large">
          {t("subscribe.save")}
        </Submit>
      </div>
    </Form>
  )
}

function SearchWords({ q }: { q: string | null }) {
  const t = useMessages()
  return <TextField {...useField("q", q ?? "")} label={t("subscribe.words")} isOptional maxLength={200} />
}

/**
 * Lists the pages, places and lists of a newsletter. The last one cannot be removed: without any, it would cover the whole
 * agenda.
 */
function Contents({ subscription: { actors, places, lists } }: { subscription: Subscription }) {
  const t = useMessages()
  const count = actors.length + places.length + lists.length
  return (
    <Part title={t("subscribe.holds")} text={count === 0 ? t("subscribe.holds_all") : undefined}>
      {count > 0 && (
        <ul className="own">
          {actors.map(({ fid, name }) => (
            <Held key={fid} kind="actor" of={fid} name={name} isLast={count === 1}>
              <Link className="link" to={paths.actor(fid)}>
                {name}
              </Link>
            </Held>
          ))}
          {lists.map(({ slug, name }) => (
            <Held key={slug} kind="list" of={slug} name={name} isLast={count === 1}>
              <Link className="link" to={paths.agenda(slug)}>
                {name}
              </Link>
            </Held>
          ))}
          {places.map(({ name, lat, lon, radius }) => (
            <Held key={`${lat},${lon}`} kind="place" of={`${lat},${lon}`} name={name} isLast={count === 1}>
              {t("subscribe.around", { name, radius })}
            </Held>
          ))}
        </ul>
      )}
      {count === 1 && <p className="small t2">{t("subscribe.last_one")}</p>}
    </Part>
  )
}

type HeldProps = { kind: string; of: string; name: string; isLast: boolean; children: ReactNode }

function Held({ kind, of, name, isLast, children }: HeldProps) {
  const t = useMessages()
  return (
    <li>
      <div className="own__txt">
        <b>{children}</b>
      </div>
      {!isLast && (
        <Form name="drop" className="press" isBare>
          <input type="hidden" name="kind" value={kind} />
          <input type="hidden" name="of" value={of} />
          <Submit aria-label={t("subscribe.remove_what", { what: name })}>{t("subscribe.remove")}</Submit>
        </Form>
      )}
    </li>
  )
}

function End({ isAccount }: { isAccount: boolean }) {
  const t = useMessages()
  return (
    <Part
      title={t("subscribe.end_title")}
      id="end"
      text={t(isAccount ? "subscribe.end_account" : "subscribe.end_about")}
    >
      <div className="bar">
        <Form name="end" className="press" isBare>
          <Submit kind="danger">{t("subscribe.end_do")}</Submit>
        </Form>
        {isAccount && <ButtonLink to={paths.emails()}>{t("subscribe.to_account")}</ButtonLink>}
      </div>
    </Part>
  )
}
