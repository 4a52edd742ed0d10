import type { PlainMessageId } from "#ui/plain-message.ts"
import {
  CalendarBlank,
  CalendarBlankFill,
  Headphones,
  HeadphonesFill,
  type Icon,
  Info,
  InfoFill,
  List,
  Pulse,
  PulseFill,
  UserCircle,
  UserCircleFill,
  UsersThree,
  UsersThreeFill,
} from "#ui/icons.tsx"

/** The screens that navigation may lead to. Name only those that exist: no link leads nowhere. */
export const screenNames = [
  "agenda",
  "directory",
  "feed",
  "listen",
  "about",
  "me",
  "search",
  "menu",
  "login",
  "fediverse",
  "server",
  "donate",
  "api",
  "feeds",
  "contact",
  "accessibility",
] as const
export type ScreenName = (typeof screenNames)[number]

type Screen = {
  /** Without language prefix. */
  path: string
  label: PlainMessageId
  /** Addresses under which this screen is the current one. */
  under: string[]
  icon?: Icon
  iconOn?: Icon
}

export const screens: Record<ScreenName, Screen> = {
  agenda: {
    path: "/",
    label: "layout.agenda",
    under: ["/", "/events"],
    icon: CalendarBlank,
    iconOn: CalendarBlankFill,
  },
  directory: {
    path: "/actors",
    label: "layout.directory",
    under: ["/actors"],
    icon: UsersThree,
    iconOn: UsersThreeFill,
  },
  feed: { path: "/activities", label: "layout.feed", under: ["/activities"], icon: Pulse, iconOn: PulseFill },
  listen: { path: "/audio", label: "layout.listen", under: ["/audio"], icon: Headphones, iconOn: HeadphonesFill },
  about: { path: "/about", label: "layout.about", under: ["/about"], icon: Info, iconOn: InfoFill },
  me: {
    path: "/me",
    label: "layout.me",
    under: ["/me", "/login", "/register"],
    icon: UserCircle,
    iconOn: UserCircleFill,
  },
  search: { path: "/search", label: "layout.search", under: ["/search"] },
  menu: { path: "/menu", label: "layout.menu", under: ["/menu"], icon: List, iconOn: List },
  login: { path: "/login", label: "layout.log_in", under: ["/login", "/register"] },
  fediverse: { path: "/fediverse", label: "layout.fediverse", under: ["/fediverse"] },
  server: { path: "/server", label: "layout.server", under: ["/server"] },
  donate: { path: "/about#don", label: "layout.donate", under: [] },
  api: { path: "/api/docs/", label: "layout.api", under: [] },
  feeds: { path: "/about#flux", label: "layout.feeds", under: [] },
  contact: { path: "/about#contact", label: "layout.contact", under: [] },
  accessibility: { path: "/about#accessibilite", label: "layout.accessibility", under: [] },
}

/** Is this screen the one at `pathname` (without language prefix)? */
export function isCurrent(name: ScreenName, pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname
  return screens[name].under.some((start) => path === start || (start !== "/" && path.startsWith(`${start}/`)))
}
