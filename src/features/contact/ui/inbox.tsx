import { useFetcher, useLocation } from "react-router"
import { ConfirmPress } from "#web/editing/confirm-press.tsx"
import { Pager } from "#web/lists/pager.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Badge } from "#ui/badge.tsx"
import { ButtonLink } from "#ui/button.tsx"
import { classes } from "#ui/classes.ts"
import { Empty } from "#ui/empty.tsx"
import { CaretDownBold, EnvelopeSimple } from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import { SegmentedLinks } from "#ui/fields/segmented.tsx"
import type { List } from "#web/api.ts"
import type { Message } from "#features/contact/representation.server.ts"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import { paths, withoutPrefix } from "#web/paths.ts"
import { type MessageState, messageStates } from "../message.ts"
import "./contact.css"

export const inboxSize = 20

/** Returns the inbox query in an address: `?messages=unread&from=20`. */
export function inboxQueryOf(url: URL): { state: MessageState; start: number; limit: number } {
  const state = messageStates.find((one) => one === url.searchParams.get("messages")) ?? "inbox"
  const from = url.searchParams.get("from") ?? ""
  return { state, start: /^\d{1,5}$/.test(from) ? Number(from) : 0, limit: inboxSize }
}

type InboxProps = {
  messages: List<Message>
  asked: ReturnType<typeof inboxQueryOf>
  /** Whether the inbox is that of several pages: each message then names its page. */
  ofSeveral?: boolean
}

/** The messages to one page, or to several: newest first, unread until they are opened. */
export function ContactInbox({ messages, asked, ofSeveral = false }: InboxProps) {
  const t = useMessages()
  const { pathname, search } = useLocation()
  const to = (state: MessageState) => {
    const query = new URLSearchParams(search)
    query.delete("from")
    if (state === "inbox") query.delete("messages")
    else query.set("messages", state)
    return `${withoutPrefix(pathname).path}?${query}`
  }
  return (
    <div className="letterbox">
      <SegmentedLinks
        label={t("contact.inbox_state")}
        current={asked.state}
        segments={messageStates.map((value) => ({ value, label: t(`contact.state_${value}`), to: to(value) }))}
      />
      {messages.items.length === 0 ? (
        <Empty title={asked.state === "inbox" ? t("contact.empty") : t(`contact.empty_${asked.state}`)}>
          {asked.state === "inbox" && t("contact.empty_hint")}
        </Empty>
      ) : (
        <ul className="letters">
          {messages.items.map((message) => (
            <li key={message.id}>
              <Letter message={message} ofSeveral={ofSeveral} />
            </li>
          ))}
        </ul>
      )}
      <Pager name="from" start={asked.start} size={asked.limit} total={messages.total} />
    </div>
  )
}

function Letter({ message, ofSeveral }: { message: Message; ofSeveral: boolean }) {
  const t = useMessages()
  const marking = useFetcher()
  const { id, to, name, subject, is_read, created } = message
  const opened = (isOpen: boolean) => {
    if (!isOpen || is_read || marking.state !== "idle") return
    const fields = { form: "message-read", fid: to.fid, id: String(id), is_read: "true", quiet: "true" }
    void marking.submit(fields, { method: "post" })
  }
  return (
    <details
      className={classes("letter", !is_read && "letter--unread")}
      onToggle={(toggled) => opened(toggled.currentTarget.open)}
    >
      <summary>
        <span className="letter__who">{name}</span>
        <span className="letter__subject">{subject}</span>
        <span className="bar letter__page">
          {!is_read && <Badge tone="int">{t("contact.unread")}</Badge>}
          {ofSeveral && <span className="small t2">{t("contact.to_page", { page: to.name })}</span>}
          <time className="small t2 num" dateTime={created}>
            {t.date(created, "dayMonth")}, {t.time(created)}
          </time>
        </span>
        <CaretDownBold className="letter__open" />
      </summary>
      <Inside message={message} />
    </details>
  )
}

function Inside({ message }: { message: Message }) {
  const t = useMessages()
  const { id, to, email, email_verified, from, subject, read_by, is_read, is_archived } = message
  const what = (action: string) => t("contact.what", { action, subject })
  const which = (
    <>
      <input type="hidden" name="fid" value={to.fid} />
      <input type="hidden" name="id" value={id} />
    </>
  )
  const read = is_read ? t("contact.mark_unread") : t("contact.mark_read")
  const put = is_archived ? t("contact.unarchive") : t("contact.archive")
  return (
    <div className="letter__body">
      <p className="bar small t2">
        {from && (
          <Link className="link" to={paths.actor(from.fid)}>
            {from.name}
          </Link>
        )}
        <span>{email ?? t("contact.no_address")}</span>
        {email && (
          <Badge tone={email_verified ? "yes" : "plain"}>
            {email_verified ? t("contact.verified") : t("contact.not_verified")}
          </Badge>
        )}
      </p>
      <p className="letter__words">{message.message}</p>
      {read_by.length > 0 && (
        <p className="small t3">
          {t("contact.read_by", {
            names: t.list(read_by.map((one) => `${one.name} (${t.date(one.at, "dayMonth")})`)),
          })}
        </p>
      )}
      <div className="bar">
        {email && (
          <ButtonLink
            icon={EnvelopeSimple}
            to={`mailto:${encodeURIComponent(email).replace("%40", "@")}?subject=${encodeURIComponent(t("contact.re", { subject }))}`}
          >
            {t("contact.answer")}
          </ButtonLink>
        )}
        <Form name="message-read" className="press" isBare>
          {which}
          <input type="hidden" name="is_read" value={String(!is_read)} />
          <Submit aria-label={what(read)}>{read}</Submit>
        </Form>
        <Form name="message-archive" className="press" isBare>
          {which}
          <input type="hidden" name="is_archived" value={String(!is_archived)} />
          <Submit aria-label={what(put)}>{put}</Submit>
        </Form>
        <ConfirmPress
          form="message-delete"
          fields={{ fid: to.fid, id: String(id) }}
          title={t("contact.delete_ask")}
          hint={t("contact.delete_hint")}
          confirm={t("contact.delete")}
          cancel={t("contact.keep")}
          label={what(t("contact.delete"))}
        >
          {t("contact.delete")}
        </ConfirmPress>
      </div>
    </div>
  )
}
