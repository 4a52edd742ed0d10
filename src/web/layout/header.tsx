import type { ComponentProps } from "react"
import { ActorAvatar } from "#features/actors/ui/actor-avatar.tsx"
import { UserMenu } from "#features/accounts/ui/user-menu/user-menu.tsx"
import { SignInLink } from "#features/accounts/ui/sign-in/sign-in-link.tsx"
import { useMessages } from "#i18n/messages-context.ts"
import { Link } from "#ui/link.tsx"
import { List } from "#ui/icons.tsx"
import { Lamp } from "./lamp.tsx"
import { LanguageSwitcher } from "./language-switcher.tsx"
import { ScreenLink } from "./screen-link.tsx"
import type { ScreenName } from "./screens.ts"
import { SearchLink } from "./search-link.tsx"
import { ThemeToggle } from "./theme-toggle.tsx"

/** The signed-in user, as shown in the header. */
export type HeaderUser = {
  name: string
  fid?: string
  image?: ComponentProps<typeof ActorAvatar>["image"]
}

type HeaderProps = {
  /** The site's name, from the configuration. */
  wordmark: string
  /** The screens of this instance. */
  screens: readonly ScreenName[]
  user?: HeaderUser | null | undefined
}

const inNavigation = ["agenda", "directory", "activities", "audio", "about"] as const

/** The header of every page. */
export function Header({ wordmark, screens, user }: HeaderProps) {
  const t = useMessages()
  const has = (name: ScreenName) => screens.includes(name)
  return (
    <header className="top">
      <div className="wrap top__in">
        <Link className="brand" to="/" aria-label={t("layout.home_of", { name: wordmark })}>
          <Lamp />
          <span>{wordmark}</span>
        </Link>
        <nav className="nav" aria-label={t("layout.navigation")}>
          {inNavigation.filter(has).map((name) => (
            <ScreenLink key={name} name={name} className={name === "about" ? "nav__late" : undefined} />
          ))}
        </nav>
        <div className="tools">
          {has("agenda") && <SearchLink />}
          <LanguageSwitcher />
          <ThemeToggle />
          {user && has("me") && (
            <UserMenu name={user.name}>
              <ActorAvatar
                type="person"
                size="sm"
                eager
                name={user.name}
                fid={user.fid ?? user.name}
                image={user.image ?? null}
              />
              <span>{user.name}</span>
            </UserMenu>
          )}
          {!user && has("login") && <SignInLink className="btn login" />}
          {has("menu") && (
            <ScreenLink name="menu" className="btn btn--bare btn--icon menu-open" aria-label={t("layout.menu_open")}>
              <List />
            </ScreenLink>
          )}
        </div>
      </div>
    </header>
  )
}
