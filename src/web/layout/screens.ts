import { paths } from "#web/paths.ts"
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

/** The screens that navigation may lead to. List only existing ones, so that no link is dead. */
export type ScreenName =
  | "agenda"
  | "directory"
  | "activities"
  | "audio"
  | "about"
  | "me"
  | "menu"
  | "login"
  | "fediverse"
  | "server"
  | "source"
  | "donate"
  | "api"
  | "contact"
  | "accessibility"

type Screen = {
  /** Without language prefix. */
  path: string
  label: PlainMessageId
  /** Addresses below which this screen is the current one. */
  under: string[]
  icon?: Icon
  iconOn?: Icon
}

export const screens: Record<ScreenName, Screen> = {
  agenda: {
    path: "/",
    label: "layout.agenda",
    under: ["/", paths.events()],
    icon: CalendarBlank,
    iconOn: CalendarBlankFill,
  },
  directory: {
    path: paths.actors(),
    label: "layout.directory",
    under: [paths.actors(), paths.openings()],
    icon: UsersThree,
    iconOn: UsersThreeFill,
  },
  activities: {
    path: paths.activities(),
    label: "layout.activities",
    under: [paths.activities()],
    icon: Pulse,
    iconOn: PulseFill,
  },
  audio: {
    path: paths.sounds(),
    label: "layout.audio",
    under: [paths.sounds()],
    icon: Headphones,
    iconOn: HeadphonesFill,
  },
  about: { path: paths.about(), label: "layout.about", under: [paths.about()], icon: Info, iconOn: InfoFill },
  me: {
    path: paths.me(),
    label: "layout.me",
    under: [paths.me(), paths.login(), paths.register()],
    icon: UserCircle,
    iconOn: UserCircleFill,
  },
  menu: { path: paths.menu(), label: "layout.menu", under: [paths.menu()], icon: List, iconOn: List },
  login: { path: paths.login(), label: "layout.log_in", under: [paths.login(), paths.register()] },
  fediverse: {
    path: paths.fediverseAccounts(),
    label: "layout.fediverse_accounts",
    under: [paths.fediverseAccounts()],
  },
  server: { path: paths.server(), label: "layout.server", under: [paths.server()] },
  source: { path: `${paths.server()}#source`, label: "layout.source", under: [] },
  donate: { path: `${paths.about()}#don`, label: "layout.donate", under: [] },
  api: { path: "/api/docs/", label: "layout.api", under: [] },
  contact: { path: `${paths.about()}#contact`, label: "layout.contact", under: [] },
  accessibility: { path: `${paths.about()}#accessibilite`, label: "layout.accessibility", under: [] },
}

/** Returns whether this screen is the one at `pathname` (without language prefix). */
export function isCurrent(name: ScreenName, pathname: string): boolean {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, "") : pathname
  return screens[name].under.some((start) => path === start || (start !== "/" && path.startsWith(`${start}/`)))
}
