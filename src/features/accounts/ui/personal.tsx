import { type ReactNode, useEffect, useRef } from "react"
import { useLocation, useRevalidator } from "react-router"
import { useMessages } from "#i18n/messages-context.ts"
import {
  EnvelopeSimple,
  EnvelopeSimpleFill,
  type Icon,
  Key,
  KeyFill,
  MapPin,
  MapPinFill,
  Planet,
  PlanetFill,
  SignOut,
  UserCircle,
  UserCircleFill,
} from "#ui/icons.tsx"
import { Link } from "#ui/link.tsx"
import type { PlainMessageId } from "#ui/plain-message.ts"
import { Form, Submit } from "#web/form-parts.tsx"
import { PageMeta } from "#web/meta.tsx"
import { withoutPrefix } from "#web/paths.ts"
import { doubtUser, useUser } from "#web/session.ts"
import { Gate } from "./gate.tsx"
import { SignIn } from "./sign-in.tsx"

type PersonalProps<Data> = {
  /** What the loader read; null for a visitor, who is shown the way in, at this address. */
  data: Data | null
  title: string
  children: (data: Data) => ReactNode
}

/** A page of the personal area: its navigation beside it, or the way in. Search engines keep none of it. */
export function Personal<Data>({ data, title, children }: PersonalProps<Data>) {
  const { pathname, search } = useLocation()
  useSameUser(data !== null)
  useFocusOnceIn(data !== null)

  if (data === null) {
    return (
      <Gate>
        <PageMeta title={title} noindex />
        <SignIn side="login" next={withoutPrefix(pathname).path + search} isInPlace />
      </Gate>
    )
  }
  return (
    <div className="wrap personal">
      <PageMeta title={title} noindex />
      <SubNavigation />
      <div className="personal__body">{children(data)}</div>
    </div>
  )
}

const places: { path: string; label: PlainMessageId; icon: Icon; iconOn: Icon }[] = [
  { path: "/me", label: "account.profile", icon: UserCircle, iconOn: UserCircleFill },
  { path: "/me/emails", label: "account.emails", icon: EnvelopeSimple, iconOn: EnvelopeSimpleFill },
  { path: "/me/places", label: "account.places", icon: MapPin, iconOn: MapPinFill },
  { path: "/me/fediverse", label: "layout.fediverse", icon: Planet, iconOn: PlanetFill },
  { path: "/me/account", label: "account.account", icon: Key, iconOn: KeyFill },
]

function SubNavigation() {
  const t = useMessages()
  const pathname = withoutPrefix(useLocation().pathname).path.replace(/(.)\/$/, "$1")
  return (
    <nav className="subnav" aria-label={t("account.personal_area")}>
      {places.map(({ path, label, icon: Rest, iconOn: On }) => (
        <Link key={path} to={path} aria-current={path === pathname ? "page" : undefined}>
          {path === pathname ? <On /> : <Rest />}
          {t(label)}
        </Link>
      ))}
      <Form name="logout" action="/logout" className="subnav__out" isBare>
        <Submit kind="bare" icon={SignOut}>
          {t("account.log_out")}
        </Submit>
      </Form>
    </nav>
  )
}

/** The page and the frame are about the same person: when a session ended unseen, both are asked for again, once. */
function useSameUser(isSignedIn: boolean) {
  const user = useUser()
  const { revalidate } = useRevalidator()
  const isTold = useRef(false)
  useEffect(() => {
    if (isSignedIn === (user !== null) || isTold.current) return
    isTold.current = true
    doubtUser()
    void revalidate()
  }, [isSignedIn, user, revalidate])
}

/** Who signed in here is at the beginning of the page that took the place of the form. */
function useFocusOnceIn(isSignedIn: boolean) {
  const was = useRef(isSignedIn)
  useEffect(() => {
    if (isSignedIn && !was.current) document.querySelector<HTMLElement>("main h1")?.focus()
    was.current = isSignedIn
  }, [isSignedIn])
}
