import { Personal } from "#features/accounts/ui/personal.tsx"
import { PersonalTitle, ButtonForm } from "#features/accounts/ui/parts.tsx"
import { inboxQueryOf, ContactInbox } from "#features/contact/ui/inbox.tsx"
import { inboxForms } from "#features/contact/ui/inbox-forms.ts"
import { useMessages } from "#i18n/messages-context.ts"
import { ButtonLink } from "#ui/button.tsx"
import { Empty } from "#ui/empty.tsx"
import { Link } from "#ui/link.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import { TabLinks } from "#ui/tabs/tab-links.tsx"
import type { Api } from "#web/api.ts"
import { FormNotices } from "#web/editing/form-parts.tsx"
import { type FormArguments, forms, type Outcome } from "#web/editing/form.ts"
import { Pager } from "#web/lists/pager.tsx"
import { page } from "#web/page/page.ts"
import { paths } from "#web/paths.ts"
import { forUser } from "#web/session/session.ts"
import { NotificationRow } from "../ui/notification-row.tsx"
import type { Route } from "./+types/inbox"
import "../ui/inbox.css"

const perPage = 20

/** Loads the inbox: the viewer's notifications, or the messages to their pages. */
async function read(api: Api, url: URL) {
  const isMessages = url.searchParams.get("tab") === "messages"
  const isUnread = url.searchParams.get("state") === "unread"
  const start = Number(/^\d{1,6}$/.exec(url.searchParams.get("start") ?? "")?.[0] ?? 0)
  const asked = inboxQueryOf(url)
  const [profile, unread, notifications, messages] = await Promise.all([
    api.get("/api/me/"),
    api.list("/api/me/messages/", { state: "unread", limit: 1 }),
    isMessages
      ? undefined
      : api.list("/api/me/notifications/", { start, limit: perPage, ...(isUnread ? { state: "unread" } : {}) }),
    isMessages ? api.list("/api/me/messages/", asked) : undefined,
  ])
  const counts = { notices: profile.unread, messages: unread.total }
  return { timezone: profile.timezone, counts, notifications, messages, asked, start, isUnread }
}
type Inbox = Awaited<ReturnType<typeof read>>

const load = page(({ api, url }) => forUser(() => read(api, url)))
export const loader = load.server
export const clientLoader = load.client

const idOf = ({ values }: Pick<FormArguments, "values">) => ({ id: Number(values.get("id")) })

const save = forms({
  ...inboxForms,
  read: async (args) => {
    await args.api.patch("/api/me/notifications/{id}/", { read: true }, idOf(args))
    return { notice: { message: args.t("manage.is_read_now") }, session: "changed" }
  },
  unread: async (args) => {
    await args.api.patch("/api/me/notifications/{id}/", { read: false }, idOf(args))
    return { notice: { message: args.t("manage.is_unread_now") }, session: "changed" }
  },
  away: async (args) => {
    await args.api.delete("/api/me/notifications/{id}/", undefined, idOf(args))
    return { notice: { message: args.t("manage.is_put_away") }, session: "changed" }
  },
  all: async ({ api, values, t }) => {
    await api.post("/api/me/notifications/", { read_up_to: Number(values.get("id")) })
    return { notice: { message: t("manage.is_read_now") }, session: "changed" }
  },
})
export const action = save.server
export const clientAction = save.client

export default function InboxPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useMessages()
  return (
    <Personal data={loaderData} title={t("manage.inbox")}>
      {(inbox) => (
        <>
          <PersonalTitle text={t("manage.inbox_text")}>{t("manage.inbox")}</PersonalTitle>
          <Tabs inbox={inbox} />
          <FormNotices of={actionData as Outcome | undefined} />
          {inbox.messages ? (
            <ContactInbox messages={inbox.messages} asked={inbox.asked} ofSeveral />
          ) : (
            <Notifications inbox={inbox} />
          )}
        </>
      )}
    </Personal>
  )
}

function Tabs({ inbox: { counts, messages } }: { inbox: Inbox }) {
  const t = useMessages()
  const tab = (to: string, isOn: boolean, words: string, count: number) => (
    <Link to={to} aria-current={isOn ? "page" : undefined}>
      {words}
      {count > 0 && (
        <sup>
          {t.number(count)}
          <span className="vh"> {t("manage.to_read")}</span>
        </sup>
      )}
    </Link>
  )
  return (
    <TabLinks label={t("manage.inbox_parts")} current={messages ? "messages" : "notices"}>
      {tab(paths.inbox(), !messages, t("manage.tab_notices"), counts.notices)}
      {tab(paths.inbox({ tab: "messages" }), Boolean(messages), t("manage.tab_mail"), counts.messages)}
    </TabLinks>
  )
}

function Notifications({ inbox: { notifications, counts, timezone, start, isUnread } }: { inbox: Inbox }) {
  const t = useMessages()
  const { items, total } = notifications ?? { items: [], total: 0 }
  const newest = items[0]
  return (
    <div className="inbox">
      <div className="bar bar--between">
        <SegmentedLinks
          label={t("manage.tab_notices")}
          current={isUnread ? "unread" : "all"}
          segments={[
            { value: "all", label: t("manage.all_notices"), to: paths.inbox() },
            { value: "unread", label: t("manage.unread_only"), to: paths.inbox({ state: "unread" }) },
          ]}
        />
        {newest && counts.notices > 0 && start === 0 && (
          <ButtonForm form="all" id={newest.id}>
            {t("manage.read_all")}
          </ButtonForm>
        )}
      </div>
      {items.length === 0 ? (
        isUnread ? (
          <Empty title={t("manage.none_unread")} />
        ) : (
          <Empty
            title={t("manage.no_notices")}
            action={<ButtonLink to={paths.channels()}>{t("manage.choose_channels")}</ButtonLink>}
          >
            {t("manage.no_notices_text")}
          </Empty>
        )
      ) : (
        <ul className="own">
          {items.map((one) => (
            <NotificationRow key={one.id} notification={one} timezone={timezone} />
          ))}
        </ul>
      )}
      <Pager start={start} size={perPage} total={total} />
      {items.length > 0 && (
        <p>
          <Link className="link" to={paths.channels()}>
            {t("manage.choose_channels")}
          </Link>
        </p>
      )}
    </div>
  )
}
