import { PersonalTitle } from "#features/accounts/ui/parts.tsx"
import { Personal } from "#features/accounts/ui/personal.tsx"
import { ActorChip } from "#features/actors/ui/actor-chip.tsx"
import { partsInWords } from "#features/notices/notice-words.ts"
import { unbroken } from "#i18n/languages.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { Empty } from "#ui/empty.tsx"
import type { WaitingConfirmation } from "#features/events/confirmations/representation.server.ts"
import { ConfirmPress } from "#web/editing/confirm-press.tsx"
import { Form, FormNotices, Submit } from "#web/editing/form-parts.tsx"
import { forms, type Outcome } from "#web/editing/form.ts"
import { PageLink } from "#web/navigation/link.tsx"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { momentInWords, titleOf } from "../ui/event-words.ts"
import { Pager } from "#web/lists/pager.tsx"
import type { Route } from "./+types/confirmations"
import { confirmPart } from "./manage-forms.ts"
import "#features/notices/ui/inbox.css"

const perPage = 20

const load = page(({ api, url }) =>
  forUser(async () => {
    const start = Number(/^\d{1,6}$/.exec(url.searchParams.get("start") ?? "")?.[0] ?? 0)
    return { ...(await api.list("/api/me/confirmations/", { start, limit: perPage })), start }
  }),
)
export const loader = load.server
export const clientLoader = load.client

const save = forms({
  confirm: (args) => confirmPart({ ...args, params: { id: args.values.get("event") ?? "" } }),
})
export const action = save.server
export const clientAction = save.client

/** The page of events that name a page of the viewer's and wait for its answer. */
export default function ConfirmationsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <Personal data={loaderData} title={t("manage.confirmations")}>
      {({ items, total, start }) => (
        <>
          <PersonalTitle text={t("manage.confirmations_text")}>{t("manage.confirmations")}</PersonalTitle>
          <FormNotices of={actionData as Outcome | undefined} />
          {items.length === 0 ? (
            <Empty title={t("manage.no_confirmations")}>{t("manage.no_confirmations_text")}</Empty>
          ) : (
            <ul className="own">
              {items.map((one) => (
                <Waiting key={`${one.event.id} ${one.actor.fid}`} waiting={one} />
              ))}
            </ul>
          )}
          <Pager start={start} size={perPage} total={total} />
        </>
      )}
    </Personal>
  )
}

function Waiting({ waiting: { event, actor, parts, role, is_over } }: { waiting: WaitingConfirmation }) {
  const t = useMessages()
  const title = titleOf(t, event)
  const of = (action: string) => t("manage.of_what", { action, what: title.text })
  return (
    <li className="inbox__row">
      <div className="own__txt">
        <h2 className="own__name">
          <PageLink to={paths.event(event.id)} lang={title.lang}>
            {unbroken(title.text)}
          </PageLink>
        </h2>
        <p className="t2 num">
          {[momentInWords(t, event.start, event.all_day), event.place].filter(Boolean).join(" · ")}
        </p>
        <p className="bar">
          <ActorChip actor={actor} />
          <span>{[partsInWords(t, parts), role].filter(Boolean).join(" · ")}</span>
          {event.status === "cancelled" && <Badge tone="err">{t("manage.status_cancelled")}</Badge>}
          {is_over && <Badge>{t("manage.event_over")}</Badge>}
        </p>
        {event.host && <p className="small t2">{t("manage.announced_by", { who: event.host })}</p>}
      </div>
      <div className="own__do">
        <Form name="confirm" className="press" isBare>
          <input type="hidden" name="event" value={event.id} />
          <input type="hidden" name="fid" value={actor.fid} />
          <input type="hidden" name="answer" value="accept" />
          <Submit kind="main" aria-label={of(t("manage.accept_for", { page: actor.name }))}>
            {t("manage.accept")}
          </Submit>
        </Form>
        {(["decline", "untag"] as const).map((answer) => (
          <ConfirmPress
            key={answer}
            form="confirm"
            fields={{ event: String(event.id), fid: actor.fid, answer }}
            title={t(`manage.${answer}_ask`, { page: actor.name })}
            hint={t("manage.decline_hint")}
            confirm={t(`manage.${answer}`)}
            cancel={t("manage.decide_later")}
            label={of(t(`manage.${answer}_for`, { page: actor.name }))}
          >
            {t(`manage.${answer}`)}
          </ConfirmPress>
        ))}
      </div>
    </li>
  )
}
