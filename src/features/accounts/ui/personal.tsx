import { type ReactNode, useRef } from "react"
import { useLocation } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import { useCurrentInView } from "#ui/tabs/current-in-view.ts"
import {
  Bookmark,
  CalendarBlank,
  CalendarBlankFill,
  EnvelopeSimple,
  type Icon,
  MapPin,
  Planet,
  Ticket,
  UserCircle,
  UserCircleFill,
} from "#ui/icons.tsx"
import {
  CheckCircle,
  EnvelopeSimpleFill,
  Key,
  KeyFill,
  MapPinFill,
  PlanetFill,
  TicketFill,
  BookmarkFill,
  ChatCircleText,
  SignOut,
} from "#ui/seldom-icons.tsx"
import { Link } from "#ui/link.tsx"
import type { PlainMessageId } from "#ui/plain-message.ts"
import { Form, Submit } from "#web/editing/form-parts.tsx"
import { paths, withoutPrefix } from "#web/paths.ts"
import { SignedInOnly } from "./sign-in/signed-in-only.tsx"

type PersonalProps<Data> = {
  /** The loader's data; null for a visitor, who gets the sign-in form at this address. */
  data: Data | null
  title: string
  children: (data: Data) => ReactNode
}

/** A page of the personal area: with its navigation, or the sign-in form for visitors. Search engines do not index it. */
export function Personal<Data>({ data, title, children }: PersonalProps<Data>) {
  return (
    <SignedInOnly data={data} title={title}>
      {(mine) => (
        <div className="wrap personal">
          <SubNavigation />
          <div className="personal__body">{children(mine)}</div>
        </div>
      )}
    </SignedInOnly>
  )
}

const places: { path: string; label: PlainMessageId; icon: Icon; iconOn: Icon }[] = [
  { path: paths.outings(), label: "personal.outings", icon: Ticket, iconOn: TicketFill },
  {
    path: paths.personalCalendarPage(),
    label: "personal.calendar",
    icon: CalendarBlank,
    iconOn: CalendarBlankFill,
  },
  { path: paths.me(), label: "personal.profile", icon: UserCircle, iconOn: UserCircleFill },
  { path: paths.lists(), label: "personal.agendas", icon: Bookmark, iconOn: BookmarkFill },
  { path: paths.inbox(), label: "personal.inbox_short", icon: ChatCircleText, iconOn: ChatCircleText },
  { path: paths.confirmations(), label: "personal.confirmations", icon: CheckCircle, iconOn: CheckCircle },
  { path: paths.emails(), label: "personal.emails", icon: EnvelopeSimple, iconOn: EnvelopeSimpleFill },
  { path: paths.places(), label: "personal.places", icon: MapPin, iconOn: MapPinFill },
  { path: paths.fediverse(), label: "layout.fediverse", icon: Planet, iconOn: PlanetFill },
  { path: paths.account(), label: "personal.account", icon: Key, iconOn: KeyFill },
]

/** The pages reached from the profile. */
const underProfile = new Set([paths.managedPages(), paths.invitations()])

function SubNavigation() {
  const t = useMessages()
  const pathname = withoutPrefix(useLocation().pathname).path.replace(/(.)\/$/, "$1")
  const row = useRef<HTMLElement>(null)
  useCurrentInView(row, pathname)
  return (
    <nav ref={row} className="subnav" aria-label={t("personal.area")}>
      {places.map(({ path, label, icon: Rest, iconOn: On }) => {
        const isUnder = path === paths.me() ? underProfile.has(pathname) : pathname.startsWith(`${path}/`)
        return (
          <Link key={path} to={path} aria-current={path === pathname ? "page" : isUnder ? "true" : undefined}>
            {path === pathname || isUnder ? <On /> : <Rest />}
            {t(label)}
          </Link>
        )
      })}
      <Form name="logout" action={paths.logout()} className="subnav__out" isBare>
        <Submit kind="bare" icon={SignOut}>
          {t("personal.log_out")}
        </Submit>
      </Form>
    </nav>
  )
}
