import type { RefObject } from "react"
import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Bookmark, CalendarBlank, CalendarPlus, type Icon, Plus, Pulse, Ticket, UserCircle } from "#ui/icons.tsx"
import { ChatCircleText, Flag, SignOut } from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import type { PlainMessageId } from "#ui/plain-message.ts"
import PopoverOverlay from "#ui/overlays/popover-overlay.tsx"
import "./user-menu.css"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import { paths } from "#web/paths.ts"
import { useUser } from "#web/session/session.ts"

/** Largest number of pages listed in the menu; the others are on the page of managed pages. */
const mostPages = 6

const places: { to: string; label: PlainMessageId; icon: Icon }[] = [
  { to: paths.outings(), label: "personal.outings", icon: Ticket },
  { to: paths.personalCalendarPage(), label: "personal.calendar", icon: CalendarBlank },
  { to: paths.me(), label: "personal.profile", icon: UserCircle },
  { to: paths.lists(), label: "personal.agendas", icon: Bookmark },
  { to: paths.inbox(), label: "personal.inbox_short", icon: ChatCircleText },
  { to: paths.events({ rel: "managed" }), label: "account.my_events", icon: Pulse },
]
const makings: { to: string; label: PlainMessageId; icon: Icon }[] = [
  { to: paths.newActor(), label: "account.make_page", icon: Plus },
  { to: paths.newEvent(), label: "account.make_event", icon: CalendarPlus },
]
const offices: typeof places = [{ to: paths.admin(), label: "account.administer", icon: Flag }]

type UserMenuSheetProps = { name: string; trigger: RefObject<HTMLElement | null>; onClose: () => void }

/** The menu of everything that belongs to the signed-in person. */
export default function UserMenuSheet({ name, trigger, onClose }: UserMenuSheetProps) {
  const t = useMessages()
  const user = useUser()
  const pages = user?.actors ?? []
  return (
    <PopoverOverlay
      label={t("layout.my_space", { name })}
      trigger={trigger as RefObject<HTMLButtonElement | null>}
      onClose={onClose}
    >
      <nav className="mymenu" aria-label={t("layout.my_space", { name })}>
        <Links links={places} unread={user?.unread ?? 0} />
        {pages.length > 0 && (
          <>
            <p className="lab t2">{t("account.my_pages")}</p>
            <ul>
              {pages.slice(0, mostPages).map((page) => (
                <li key={page.fid}>
                  <Link to={paths.actor(page.fid)}>
                    <ActorAvatar type={page.type} name={page.name} fid={page.fid} size="xs" />
                    {page.name}
                  </Link>
                </li>
              ))}
              {pages.length > mostPages && (
                <li>
                  <Link to={paths.actors({ rel: "managed" })}>
                    {t("account.and_others", { count: pages.length - mostPages })}
                  </Link>
                </li>
              )}
            </ul>
          </>
        )}
        <Links links={user?.is_admin ? [...makings, ...offices] : makings} />
        <Form name="logout" action={paths.logout()} isBare>
          <Submit kind="bare" icon={SignOut}>
            {t("personal.log_out")}
          </Submit>
        </Form>
      </nav>
    </PopoverOverlay>
  )
}

function Links({ links, unread = 0 }: { links: typeof places; unread?: number }) {
  const t = useMessages()
  return (
    <ul>
      {links.map(({ to, label, icon: Mark }) => (
        <li key={to}>
          <Link to={to}>
            <Mark />
            {t(label)}
            {to === paths.inbox() && unread > 0 && <span className="badge num">{t.number(unread)}</span>}
          </Link>
        </li>
      ))}
    </ul>
  )
}
