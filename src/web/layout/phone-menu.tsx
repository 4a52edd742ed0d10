import { useId } from "react"
import { useMessages } from "#i18n/messages-context.ts"
import { Switch } from "#ui/fields/switch.tsx"
import { useDarkMode } from "./dark-mode.ts"
import { LanguageSwitcher } from "./language-switcher.tsx"
import { ScreenLink } from "./screen-link.tsx"
import type { ScreenName } from "./screens.ts"

const inMenu = ["login", "about", "fediverse", "server", "donate"] as const

/** The page of the menu button on phones: what does not fit the tab bar, languages in full, dark mode. */
export function PhoneMenu({ screens, isSignedIn = false }: { screens: readonly ScreenName[]; isSignedIn?: boolean }) {
  const t = useMessages()
  const label = useId()
  const [isDark, choose] = useDarkMode()
  const names = inMenu.filter((name) => screens.includes(name) && !(name === "login" && isSignedIn))
  return (
    <div className="wrap menu">
      <h1 className="vh" tabIndex={-1}>
        {t("layout.menu")}
      </h1>
      <nav className="menu__big" aria-label={t("layout.menu")}>
        {names.map((name) => (
          <ScreenLink key={name} name={name}>
            {name === "fediverse" ? t("layout.fediverse") : undefined}
          </ScreenLink>
        ))}
      </nav>
      <div className="menu__end">
        <LanguageSwitcher inFull />
        <div className="bar bar--between">
          <span id={label}>{t("layout.dark_mode")}</span>
          <Switch labelledBy={label} isOn={isDark} onChange={choose} />
        </div>
        <p className="small t3">
          {t("layout.promise_ads")} {t("layout.promise_algorithm")} {t("layout.promise_competition")}
        </p>
      </div>
    </div>
  )
}
